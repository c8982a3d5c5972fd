import type { Area, Input, SheetRef } from './cells';

type Range = GoogleAppsScript.Spreadsheet.Range;
type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** Symbols under which a Range, Sheet or Spreadsheet keeps its address, invisible to scripts. */
export const AREA = Symbol('area');
export const SHEET = Symbol('sheet');
export const BOOK = Symbol('book');

export function toArea(range: Range): Area {
  return (range as unknown as { [AREA]: Area })[AREA];
}

export function toRef(sheet: Sheet): SheetRef {
  return (sheet as unknown as { [SHEET]: SheetRef })[SHEET];
}

/**
 * These objects lead to each other: a range to its sheet, a filter to its range. They are made by reference here, so
 * that only the file that connects them imports the classes.
 */
interface Objects {
  range(area: Area): Range;
  sheet(ref: SheetRef): Sheet;
  spreadsheet(id: string): Spreadsheet;
}

let objects: Objects;

export function connectObjects(made: Objects): void {
  objects = made;
}

export function toRange(area: Area): Range {
  return objects.range(area);
}

export function toSheet({ book, sheet }: SheetRef): Sheet {
  return objects.sheet({ book, sheet });
}

export function toSpreadsheet(id: string): Spreadsheet {
  return objects.spreadsheet(id);
}

/** A value for a cell: dates as instants. What Google makes of arrays and objects is not documented. */
export function toInput(value: unknown): Input {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : { error: '#NUM!' };
  if (value instanceof Date && !Number.isNaN(value.getTime())) return { date: value.getTime() };
  throw new Error(`Writing ${kindOf(value)} into a cell is not emulated here.`);
}

export function toFormula(text: Input): Input {
  const formula = String(text ?? '');
  return formula === '' || formula.startsWith('=') ? formula : `=${formula}`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Date) return 'an invalid date';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
