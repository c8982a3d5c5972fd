import type { KeyValues } from '../tables/key-values';
import type { Table } from '../tables/table';

const LAYOUT = 'layout';

/** What tells one layout of a script's tabs from every other: their columns, formats and choices. */
export function layoutOf(tabs: readonly (Table | KeyValues)[]): string {
  const text = JSON.stringify(tabs.map((tab) => [tab.name, tab.edited, columnsOf(tab)]));
  const bytes = Utilities.computeDigest(Utilities.DigestAlgorithm.MD5, text, Utilities.Charset.UTF_8);
  return bytes.slice(0, LENGTH).map(toHex).join('');
}

/** Bytes: enough to tell the layouts of one product apart. */
const LENGTH = 4;

/** The layout that the sheet was last brought to, by the script's properties; empty before Set up. */
export function readLayout(
  { [LAYOUT]: stands = '' }: Record<string, string> = PropertiesService.getScriptProperties().getProperties(),
): string {
  return stands;
}

/** For Set up: makes all tabs, or completes them. */
export function layOut(tabs: readonly (Table | KeyValues)[], make: () => void): void {
  make();
  PropertiesService.getScriptProperties().setProperty(LAYOUT, layoutOf(tabs));
}

/**
 * After an update: the same, once, where this release wants other tabs than the one before. A release only adds; `make`
 * leaves alone what is there. A sheet that was never set up stays as it is.
 */
export function migrate(
  tabs: readonly (Table | KeyValues)[],
  make: () => void,
  stands = readLayout(),
): boolean {
  if (stands === '' || stands === layoutOf(tabs)) return false;
  layOut(tabs, make);
  return true;
}

function columnsOf(tab: Table | KeyValues): unknown {
  const columns = 'columns' in tab ? tab.columns : tab.entries;
  return Object.entries(columns).map(([name, { format, choices }]) => [name, format, choices]);
}

/** Digests are signed bytes. */
function toHex(byte: number): string {
  return (byte & 0xff).toString(16).padStart(2, '0');
}
