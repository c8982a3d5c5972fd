import type { Area, Input, SheetRef } from './cells';

/** Where the hidden address of a Range, Sheet or Spreadsheet is: not a name that a script could meet. */
export const AREA = Symbol('area');
export const SHEET = Symbol('sheet');
export const BOOK = Symbol('book');

export function areaOf(range: GoogleAppsScript.Spreadsheet.Range): Area {
  return (range as unknown as { [AREA]: Area })[AREA];
}

export function sheetOf(sheet: GoogleAppsScript.Spreadsheet.Sheet): SheetRef {
  return (sheet as unknown as { [SHEET]: SheetRef })[SHEET];
}

/** A value on its way to a cell: dates as instants, what is no cell value as its text. */
export function toInput(value: unknown): Input {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : { error: '#NUM!' };
  if (value instanceof Date && !Number.isNaN(value.getTime())) return { date: value.getTime() };
  return String(value);
}

export function letters(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}
