import { boundSpreadsheet } from '../../platform/spreadsheet';
import { writeValue } from '../grid/rows';
import { blockAt } from '../grid/tab';
import { type Cell, text, textOf } from '../schema/column';
import { textsIn } from '../schema/header';
import type { KeyValues, Setting } from '../schema/key-values';
import { headerOf, headersOf, type Table, tabColumns } from '../schema/table';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

const PROTECTION = 'Kept by Sheetdesk';

/** The headers of columns, or the keys of settings: those that are new, and those that offer other choices now. */
export interface TabChanges {
  added: readonly string[];
  changed: readonly string[];
}

/**
 * Makes a tab, or completes it: what is there already stays as it is. Without `changes` all of it is looked over. Returns the
 * headers of columns that it has added.
 */
export function makeTab(tab: Table | KeyValues, changes?: TabChanges): readonly string[] {
  if (!('entries' in tab)) return makeTableTab(tab, changes);
  makeSettingsTab(tab, changes?.added ?? Object.keys(tab.entries));
  return [];
}

function makeTableTab(tab: Table, changes?: TabChanges): readonly string[] {
  const all = headersOf(tab);
  const { added, changed } = changes ?? { added: all, changed: all };
  const sheet = sheetNamed(tab.name);
  const rowsBelow = Math.max(1, sheet.getMaxRows() - 1);
  const { headers, missing } = completeHeader(sheet, added);
  const below = (header: string) => sheet.getRange(2, headers.indexOf(header) + 1, rowsBelow, 1);
  const isThere = (header: string) => headers.includes(header);
  const edited = tab.edited.map((name) => headerOf(tab, name));
  protectAllBut(sheet, edited.filter(isThere).map(below));
  formatColumns(sheet, changed.filter(isThere), tab, below);
  return missing;
}

/** A key that is missing is added with its first value, below the others. */
function makeSettingsTab(tab: KeyValues, added: readonly string[]): void {
  const sheet = sheetNamed(tab.name);
  const { headers } = completeHeader(sheet, headersOf(tab));
  const [keyAt, valueAt] = [headers.indexOf('key') + 1, headers.indexOf('value') + 1];
  // Cells from row 1 down to the last row with content.
  const cells = sheet.getRange(1, keyAt, Math.max(1, sheet.getLastRow()), 1).getValues();
  const keys = cells.map(([key]) => textOf(key).trim());
  const missing = Object.entries(tab.entries).filter(([key]) => added.includes(key) && !keys.includes(key));
  if (missing.length > 0) addEntries(sheet, missing, { keyAt, valueAt, row: keys.length + 1 });
  keys.push(...missing.map(([key]) => key));
  const edited = Object.keys(tab.entries).filter((key) => tab.entries[key]?.isEdited && keys.includes(key));
  protectAllBut(
    sheet,
    edited.map((key) => sheet.getRange(keys.indexOf(key) + 1, valueAt)),
  );
}

/** Writes all in one call, so that no key is ever there without its value. */
function addEntries(
  sheet: Sheet,
  entries: readonly [string, Setting<unknown>][],
  { keyAt, valueAt, row }: Record<'keyAt' | 'valueAt' | 'row', number>,
): void {
  const [left, width] = [Math.min(keyAt, valueAt), Math.abs(valueAt - keyAt) + 1];
  // The grid may end above.
  blockAt(sheet, row, entries.length, 1);
  const block = sheet.getRange(row, left, entries.length, width).setNumberFormat('@');
  entries.forEach(([, { format }], index) => {
    sheet.getRange(row + index, valueAt).setNumberFormat(format);
  });
  const lines = entries.map(([key, entry]) => {
    const line = Array<Cell>(width).fill('');
    line[keyAt - left] = writeValue(text(), key)[0] ?? '';
    line[valueAt - left] = writeValue(entry, entry.initial ?? entry.empty)[0] ?? '';
    return line;
  });
  block.setValues(lines);
}

/** The tab of that name, or a new one; a spreadsheet's untouched first tab is taken instead of left empty. */
function sheetNamed(name: string): Sheet {
  const spreadsheet = boundSpreadsheet();
  const sheet = spreadsheet.getSheetByName(name);
  if (sheet) return sheet;
  const [only, ...others] = spreadsheet.getSheets();
  if (only && others.length === 0 && only.getLastRow() === 0) return only.setName(name);
  return spreadsheet.insertSheet(name, spreadsheet.getNumSheets());
}

/** All is read before anything is written: on the platform a read that follows a write waits for it. */
function completeHeader(
  sheet: Sheet,
  names: readonly string[],
): Record<'headers' | 'missing', readonly string[]> {
  const [rows, columns, width] = [sheet.getMaxRows(), sheet.getMaxColumns(), sheet.getLastColumn()];
  const present = width > 0 ? textsIn(sheet.getRange(1, 1, 1, width).getValues()[0] ?? []) : [];
  const missing = names.filter((name) => !present.includes(name));
  const header = [...present, ...missing];
  // Empty columns count towards the ten million cells of a spreadsheet, and towards every row that is read.
  if (columns < header.length) sheet.insertColumnsAfter(columns, header.length - columns);
  if (columns > header.length) sheet.deleteColumns(header.length + 1, columns - header.length);
  if (missing.length > 0)
    sheet
      .getRange(1, width + 1, 1, missing.length)
      .setNumberFormat('@')
      .setValues([missing]);
  sheet.getRange(1, 1, 1, header.length).setFontWeight('bold');
  // A header can be frozen only where there is a row below it.
  if (rows === 1) sheet.insertRowsAfter(1, 1);
  sheet.setFrozenRows(1);
  return { headers: header, missing };
}

/** One call for all the columns of a format, wherever they are. */
function formatColumns(
  sheet: Sheet,
  headers: readonly string[],
  table: Table,
  below: (header: string) => Range,
): void {
  const all = Object.entries(tabColumns(table))
    .map(([name, column]) => ({ header: headerOf(table, name), column }))
    .filter(({ header }) => headers.includes(header));
  for (const format of new Set(all.map(({ column }) => column.format))) {
    const same = all.filter(({ column }) => column.format === format);
    sheet.getRangeList(same.map(({ header }) => below(header).getA1Notation())).setNumberFormat(format);
  }
  for (const { header, column } of all) {
    if (column.align) below(header).setHorizontalAlignment(column.align);
    if (column.note) below(header).offset(-1, 0, 1, 1).setNote(column.note);
    if (!column.choices) continue;
    const dropDown = SpreadsheetApp.newDataValidation().requireValueInList([...column.choices], true);
    below(header).setDataValidation(dropDown.setAllowInvalid(false).build());
  }
}

/** A warning only: the owner may go on, and a script is never stopped. */
function protectAllBut(sheet: Sheet, edited: Range[]): void {
  const [old] = sheet
    .getProtections(SpreadsheetApp.ProtectionType.SHEET)
    .filter((one) => one.getDescription() === PROTECTION);
  const protection = old ?? sheet.protect().setDescription(PROTECTION);
  protection.setWarningOnly(true);
  protection.setUnprotectedRanges(edited);
}
