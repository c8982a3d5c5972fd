import * as cache from '../../platform/cache';
import { properties, withScriptLock } from '../../platform/platform';
import { boundSpreadsheet, storeSpreadsheetId } from '../../platform/spreadsheet';
import { TEXT_MARK, useTextMark, WAS_PLAIN } from '../schema/cell-text';
import type { Table } from '../schema/table';
import { completeTab, createKeyValues, makeTab } from './make-tabs';
import type { KeyValues } from './settings';

export type TabSchema = Table | KeyValues;

/** What a release knows of a tab: its columns or keys, each with the choices that it offers. */
type Known = Record<string, string>;

const LAYOUT = 'layout';

/** The tabs of a script as this release wants them, in a text that a property holds. */
export function schemaOf(tabs: readonly TabSchema[]): string {
  return JSON.stringify(Object.fromEntries(tabs.map((tab) => [tab.name, knownOf(tab)])));
}

/** The layout that the sheet was last brought to, by the script's properties; empty before Set up. */
export function readSchema(
  { [LAYOUT]: stands = '' }: Record<string, string> = properties().getProperties(),
): string {
  return stands;
}

/** For Set up: makes all tabs, or completes them, in the way of writing that this account's Google wants. */
export function setUpTabs(tabs: readonly TabSchema[], make: () => void): void {
  detectTextMark();
  make();
  storeSpreadsheetId();
  storeSchema(tabs);
}

/**
 * After an update adds what this release has and the one before had not, once. What its owner has renamed, emptied or
 * deleted since is left to Set up, and so is a sheet that was never set up.
 */
export function migrate(tabs: readonly TabSchema[], stands = readSchema()): boolean {
  if (stands === '' || stands === schemaOf(tabs)) return false;
  withScriptLock(() => {
    const spreadsheet = boundSpreadsheet();
    const before = parse(readSchema());
    for (const tab of tabs) extend(spreadsheet, tab, before[tab.name]);
    SpreadsheetApp.flush();
    storeSchema(tabs);
  });
  return true;
}

function extend(
  spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet,
  tab: TabSchema,
  known: Known | undefined,
): void {
  const wanted = Object.entries(knownOf(tab));
  const added = wanted.filter(([name]) => known?.[name] === undefined).map(([name]) => name);
  const changed = wanted.filter(([name, choices]) => known?.[name] !== choices).map(([name]) => name);
  if (known && (changed.length === 0 || !spreadsheet.getSheetByName(tab.name))) return;
  if (!known) makeTab(spreadsheet, tab);
  else if ('entries' in tab) createKeyValues(spreadsheet, tab, added);
  else completeTab(spreadsheet, tab, { added, changed });
}

function storeSchema(tabs: readonly TabSchema[]): void {
  properties().setProperty(LAYOUT, schemaOf(tabs));
}

function knownOf(tab: TabSchema): Known {
  const columns = Object.entries('entries' in tab ? tab.entries : tab.columns);
  const known = columns.map(([name, { header = name, choices = [] }]) => [header, choices.join()]);
  return Object.fromEntries(known);
}

/** A text that is none of ours is that of nobody: all is looked over then. */
function parse(layout: string): Record<string, Known | undefined> {
  try {
    return JSON.parse(layout) as Record<string, Known>;
  } catch {
    return {};
  }
}

const SCRATCH = 'Sheetdesk text test';
const PROBE = '=1+1';

/** For Set up: writes text into a scratch tab, reads it back and stores the result. */
function detectTextMark(): void {
  const mark = withScriptLock(() => (keepsApostrophe() ? 'plain' : 'apostrophe'));
  if (mark === 'plain') properties().setProperty(WAS_PLAIN, 'yes');
  properties().setProperty(TEXT_MARK, mark);
  if (cache.getText(TEXT_MARK) !== undefined) cache.invalidate(TEXT_MARK);
  useTextMark(mark);
}

function keepsApostrophe(): boolean {
  const spreadsheet = boundSpreadsheet();
  // A run that was cut off may have left one behind.
  const scratch = spreadsheet.getSheetByName(SCRATCH) ?? spreadsheet.insertSheet(SCRATCH);
  const cell = scratch.getRange('A1').setNumberFormat('@').setValue(`'${PROBE}`);
  SpreadsheetApp.flush();
  const content = cell.getValue();
  spreadsheet.deleteSheet(scratch);
  return content === `'${PROBE}`;
}
