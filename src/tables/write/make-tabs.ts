import { textsIn } from '../grid/header';
import { writeValue } from '../grid/rows';
import { blockAt } from '../grid/tab';
import { type Column, text, textOf } from '../schema/column';
import { headerOf, headersOf, type Table } from '../schema/table';
import type { KeyValues } from './settings';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

const PROTECTION = 'Kept by Sheetdesk';

/** Makes a tab of either kind, or completes it: what is there already stays as it is. */
export function makeTab(spreadsheet: Spreadsheet, tab: Table | KeyValues): void {
  if ('entries' in tab) createKeyValues(spreadsheet, tab);
  else createTab(spreadsheet, tab);
}

/** The same for a table's tab. */
export function createTab(spreadsheet: Spreadsheet, table: Table): void {
  const headers = headersOf(table);
  completeTab(spreadsheet, table, { added: headers, changed: headers });
}

/** Adds some columns, by their headers, and formats those that are new or offer other choices now. */
export function completeTab(
  spreadsheet: Spreadsheet,
  table: Table,
  { added, changed }: Record<'added' | 'changed', readonly string[]>,
): void {
  const sheet = sheetNamed(spreadsheet, table.name);
  const rowsBelow = Math.max(1, sheet.getMaxRows() - 1);
  const headers = completeHeader(sheet, added);
  const below = (header: string) => sheet.getRange(2, headers.indexOf(header) + 1, rowsBelow, 1);
  const isThere = (header: string) => headers.includes(header);
  const edited = table.edited.map((name) => headerOf(table, name));
  protectAllBut(sheet, edited.filter(isThere).map(below));
  formatColumns(sheet, changed.filter(isThere), table, below);
}

/** The same for a tab of settings; a key that is missing is added with its first value, below the others. */
export function createKeyValues(
  spreadsheet: Spreadsheet,
  tab: KeyValues,
  added: readonly string[] = Object.keys(tab.entries),
): void {
  const sheet = sheetNamed(spreadsheet, tab.name);
  const header = completeHeader(sheet, headersOf(tab));
  const [keyAt, valueAt] = [header.indexOf('key') + 1, header.indexOf('value') + 1];
  const keys = keysIn(sheet, keyAt);
  for (const [key, entry] of Object.entries(tab.entries)) {
    if (keys.includes(key) || !added.includes(key)) continue;
    const row = keys.push(key);
    blockAt(sheet, row, 1, 1);
    write(sheet.getRange(row, keyAt), text(), key);
    write(sheet.getRange(row, valueAt), entry, tab.initial[key]);
  }
  protectAllBut(
    sheet,
    tab.edited
      .filter((key) => keys.includes(key))
      .map((key) => sheet.getRange(keys.indexOf(key) + 1, valueAt)),
  );
}

/** One a row from the first on, down to the last that has any content. */
function keysIn(sheet: Sheet, column: number): string[] {
  const cells = sheet.getRange(1, column, Math.max(1, sheet.getLastRow()), 1).getValues();
  return cells.map(([key]) => textOf(key).trim());
}

function write<T>(cell: Range, entry: Column<T>, value: T): void {
  cell.setNumberFormat(entry.format).setValue(writeValue(entry, value)[0] ?? '');
}

/** The tab of that name, or a new one; a spreadsheet's untouched first tab is taken instead of left empty. */
function sheetNamed(spreadsheet: Spreadsheet, name: string): Sheet {
  const sheet = spreadsheet.getSheetByName(name);
  if (sheet) return sheet;
  const [only, ...others] = spreadsheet.getSheets();
  if (only && others.length === 0 && only.getLastRow() === 0) return only.setName(name);
  return spreadsheet.insertSheet(name, spreadsheet.getNumSheets());
}

/** All is read before anything is written: on the platform a read that follows a write waits for it. */
function completeHeader(sheet: Sheet, names: readonly string[]): string[] {
  const [rows, columns, width] = [sheet.getMaxRows(), sheet.getMaxColumns(), sheet.getLastColumn()];
  const present = width > 0 ? textsIn(sheet.getRange(1, 1, 1, width).getValues()[0] ?? []) : [];
  const missing = names.filter((name) => !present.includes(name));
  const header = [...present, ...missing];
  fitColumns(sheet, columns, header.length);
  if (missing.length > 0)
    sheet
      .getRange(1, width + 1, 1, missing.length)
      .setNumberFormat('@')
      .setValues([missing]);
  sheet.getRange(1, 1, 1, header.length).setFontWeight('bold');
  // A header can be frozen only where there is a row below it.
  if (rows === 1) sheet.insertRowsAfter(1, 1);
  sheet.setFrozenRows(1);
  return header;
}

/** Empty columns count towards the ten million cells of a spreadsheet, and towards every row that is read. */
function fitColumns(sheet: Sheet, columns: number, wanted: number): void {
  if (columns < wanted) sheet.insertColumnsAfter(columns, wanted - columns);
  if (columns > wanted) sheet.deleteColumns(wanted + 1, columns - wanted);
}

/** One call for all the columns of a format, wherever they stand. */
function formatColumns(
  sheet: Sheet,
  headers: readonly string[],
  table: Table,
  below: (header: string) => Range,
): void {
  const all = Object.entries(table.columns)
    .map(([name, column]) => ({ header: headerOf(table, name), column }))
    .filter(({ header }) => headers.includes(header));
  for (const format of new Set(all.map(({ column }) => column.format))) {
    const same = all.filter(({ column }) => column.format === format);
    sheet.getRangeList(same.map(({ header }) => below(header).getA1Notation())).setNumberFormat(format);
  }
  for (const { header, column } of all)
    if (column.choices) below(header).setDataValidation(dropDown(column.choices));
}

function dropDown(choices: readonly string[]): GoogleAppsScript.Spreadsheet.DataValidation {
  return SpreadsheetApp.newDataValidation()
    .requireValueInList([...choices], true)
    .setAllowInvalid(false)
    .build();
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
