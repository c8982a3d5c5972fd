import type { Column } from './columns';
import type { KeyValues, Values } from './key-values';
import { columnNames, type Table } from './table';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

const PROTECTION = 'Kept by Sheetdesk';

/** Makes a table's tab, or completes it: what is there already stays as it is. */
export function createTab(spreadsheet: Spreadsheet, table: Table): void {
  const sheet = sheetNamed(spreadsheet, table.name);
  const header = completeHeader(sheet, columnNames(table));
  trimColumns(sheet, header.length);
  const below = (name: string) => sheet.getRange(2, header.indexOf(name) + 1, sheet.getMaxRows() - 1, 1);
  for (const [name, column] of Object.entries(table.columns)) formatColumn(below(name), column);
  protectAllBut(sheet, table.edited.map(below));
}

/** The same for a tab of settings; a key that is missing is added with its value, below the others. */
export function createKeyValues<K extends KeyValues>(
  spreadsheet: Spreadsheet,
  tab: K,
  initial: Values<K>,
): void {
  const sheet = sheetNamed(spreadsheet, tab.name);
  completeHeader(sheet, ['key', 'value']);
  trimColumns(sheet, 2);
  const missing = Object.keys(tab.entries).filter((key) => !keysOf(sheet).includes(key));
  for (const key of missing) addSetting(sheet, tab, key, initial[key as keyof Values<K>]);
  const keys = keysOf(sheet);
  const edited = tab.edited.map((key) => sheet.getRange(keys.indexOf(key) + 1, 2));
  protectAllBut(sheet, edited);
}

function keysOf(sheet: Sheet): string[] {
  const cells = sheet.getRange(1, 1, sheet.getMaxRows(), 1).getValues();
  return cells.map(([key]) => String(key));
}

function addSetting(sheet: Sheet, { entries }: KeyValues, key: string, value: unknown): void {
  const row = sheet.getLastRow() + 1;
  sheet.getRange(row, 1).setNumberFormat('@').setValue(key);
  sheet
    .getRange(row, 2)
    .setNumberFormat(entries[key]?.format ?? '@')
    .setValue(entries[key]?.toCell(value) ?? '');
}

/** The tab of that name, or a new one; a spreadsheet's untouched first tab is taken instead of left empty. */
function sheetNamed(spreadsheet: Spreadsheet, name: string): Sheet {
  const sheet = spreadsheet.getSheetByName(name);
  if (sheet) return sheet;
  const [only, ...others] = spreadsheet.getSheets();
  if (only && others.length === 0 && only.getLastRow() === 0) return only.setName(name);
  return spreadsheet.insertSheet(name, spreadsheet.getNumSheets());
}

function completeHeader(sheet: Sheet, names: readonly string[]): string[] {
  const width = sheet.getLastColumn();
  const present = width > 0 ? (sheet.getRange(1, 1, 1, width).getValues()[0]?.map(String) ?? []) : [];
  const missing = names.filter((name) => !present.includes(name));
  const header = [...present, ...missing];
  if (missing.length > 0) {
    if (header.length > sheet.getMaxColumns())
      sheet.insertColumnsAfter(sheet.getMaxColumns(), header.length - sheet.getMaxColumns());
    sheet
      .getRange(1, width + 1, 1, missing.length)
      .setNumberFormat('@')
      .setValues([missing]);
  }
  sheet.getRange(1, 1, 1, header.length).setFontWeight('bold');
  sheet.setFrozenRows(1);
  return header;
}

/** Empty columns count towards the ten million cells of a spreadsheet, and towards every row that is read. */
function trimColumns(sheet: Sheet, width: number): void {
  const spare = sheet.getMaxColumns() - width;
  if (spare > 0) sheet.deleteColumns(width + 1, spare);
}

function formatColumn(cells: Range, column: Column<unknown>): void {
  cells.setNumberFormat(column.format);
  if (column.choices) cells.setDataValidation(dropDown(column.choices));
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
