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

/** The error that a cell shows for NaN, and so for a date that is none: a date is a number in a cell. */
const NO_NUMBER: Input = { error: '#NUM!' };

/**
 * A value for a cell: dates as instants. Lists and objects arrive at Google as Java's, and are stored as Java prints them: public
 * scripts find `[Ljava.lang.Object;@5d23044d` and `{a=1.0}` in their sheets.
 */
export function toInput(value: unknown): Input {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : NO_NUMBER;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? NO_NUMBER : { date: value.getTime() };
  if (Array.isArray(value) || isPlain(value)) return toJava(value);
  throw new Error(`Writing ${kindOf(value)} into a cell is not emulated here.`);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function toJava(value: unknown): string {
  if (Array.isArray(value)) return '[Ljava.lang.Object;@5d23044d';
  if (isPlain(value))
    return `{${Object.entries(value)
      .map(([key, one]) => `${key}=${toJava(one)}`)
      .join(', ')}}`;
  return typeof value === 'number' && Number.isInteger(value) ? `${value}.0` : String(value ?? null);
}

export function toFormula(text: Input): Input {
  const formula = String(text ?? '');
  return formula === '' || formula.startsWith('=') ? formula : `=${formula}`;
}

function kindOf(value: unknown): string {
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
