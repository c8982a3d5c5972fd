import * as cache from '../../platform/cache';
import { properties, withScriptLock } from '../../platform/platform';
import { reportProgress } from '../../platform/progress';
import { boundSpreadsheet, storeSpreadsheetId } from '../../platform/spreadsheet';
import { TEXT_MARK, useTextMark, WAS_PLAIN } from '../schema/cell-text';
import type { KeyValues } from '../schema/key-values';
import { SEARCHABLE } from '../schema/searchable';
import { type Table, tabColumns } from '../schema/table';
import { fillSearchable } from './fill-searchable';
import { makeTab, type TabChanges } from './make-tabs';

export type TabSchema = Table | KeyValues;

/** Columns or keys of a tab that a release knows, each with the choices that it offers. */
type Known = Record<string, string>;

const LAYOUT = 'layout';

/** The tabs of a script as this release wants them, in a text that a property holds. */
export function schemaOf(tabs: readonly TabSchema[]): string {
  return JSON.stringify(Object.fromEntries(tabs.map((tab) => [tab.name, knownOf(tab)])));
}

/** The layout that the sheet was last brought to, by the script's properties; empty before Set up. */
export function readSchema(
  { [LAYOUT]: stored = '' }: Record<string, string> = properties().getProperties(),
): string {
  return stored;
}

/** Makes all tabs at Set up, or completes them, in the way of writing that this account's Google wants, and fills them. */
export function setUpTabs(tabs: readonly TabSchema[], fill?: () => void): void {
  detectTextMark();
  createTabs(tabs);
  fill?.();
  storeSpreadsheetId();
  properties().setProperty(LAYOUT, schemaOf(tabs));
}

/** Warns people who edit these tabs by hand: everywhere, or where nobody but the script has anything to change. */
export function warnOfEdits(tabs: readonly Table[], where: 'everywhere' | 'as ever'): void {
  tabs.forEach((tab, at) => {
    reportProgress(at, tabs.length);
    completeTab(where === 'everywhere' ? { ...tab, edited: [] } : tab, { added: [], changed: [] });
  });
}

export function createTabs(tabs: readonly TabSchema[]): void {
  tabs.forEach((tab, at) => {
    reportProgress(at, tabs.length);
    completeTab(tab);
  });
}

/**
 * After an update adds what this release has and the one before had not, once. What its owner has renamed, emptied or
 * deleted since is left to Set up, and so is a sheet that was never set up.
 */
export function migrate(tabs: readonly TabSchema[], stored = readSchema()): boolean {
  if (stored === '' || stored === schemaOf(tabs)) return false;
  const before = parse(stored);
  for (const tab of tabs) {
    const known = before[tab.name];
    const changes = known && changesSince(known, tab);
    if (!changes) completeTab(tab);
    else if (changes.changed.length > 0 && boundSpreadsheet().getSheetByName(tab.name))
      completeTab(tab, changes);
  }
  properties().setProperty(LAYOUT, schemaOf(tabs));
  return true;
}

/** One at a time under the lock, so that others need not wait for all of them. */
function completeTab(tab: TabSchema, changes?: TabChanges): void {
  const missing = withScriptLock(() => {
    const added = makeTab(tab, changes);
    SpreadsheetApp.flush();
    return added;
  });
  if (!('entries' in tab) && (changes?.added ?? missing).includes(SEARCHABLE)) fillSearchable(tab);
}

function changesSince(known: Known, tab: TabSchema): TabChanges {
  const wanted = Object.entries(knownOf(tab));
  const changed = wanted.filter(([name, choices]) => known[name] !== choices).map(([name]) => name);
  return { added: changed.filter((name) => known[name] === undefined), changed };
}

function knownOf(tab: TabSchema): Known {
  const columns = Object.entries('entries' in tab ? tab.entries : tabColumns(tab));
  const known = columns.map(([name, { header = name, choices = [] }]) => [header, choices.join()]);
  return Object.fromEntries(known);
}

/** Anything unreadable counts as no schema: all tabs are completed then. */
function parse(layout: string): Record<string, Known | undefined> {
  try {
    return JSON.parse(layout) as Record<string, Known>;
  } catch {
    return {};
  }
}

const SCRATCH = 'Sheetdesk text test';
const PROBE = '=1+1';

/** Writes text into a scratch tab at Set up, reads it back and stores how it is to be marked. */
function detectTextMark(): void {
  const mark = withScriptLock(() => {
    const spreadsheet = boundSpreadsheet();
    // A run that was cut off may have left one behind.
    const scratch = spreadsheet.getSheetByName(SCRATCH) ?? spreadsheet.insertSheet(SCRATCH);
    const cell = scratch.getRange('A1').setNumberFormat('@').setValue(`'${PROBE}`);
    SpreadsheetApp.flush();
    const content = cell.getValue();
    spreadsheet.deleteSheet(scratch);
    return content === `'${PROBE}` ? 'plain' : 'apostrophe';
  });
  if (mark === 'plain') properties().setProperty(WAS_PLAIN, 'yes');
  properties().setProperty(TEXT_MARK, mark);
  if (cache.getText(TEXT_MARK) !== undefined) cache.invalidate(TEXT_MARK);
  useTextMark(mark);
}
