import { ServiceError } from '../execution/service';
import type { Book } from './book';
import type { Area, Dimension, SheetRef } from './cells';
import type { Sheet } from './sheet';
import { MESSAGES } from './wording';

/** The area of an address: A1 notation, a named range, or row, column, rows, columns. */
export function locate(book: Book, sheet: Sheet, address: string | readonly number[]): Area {
  if (typeof address === 'string') return fromA1(book, sheet, address);
  const [row = 1, column = 1, rows = 1, columns = 1] = address.map(Math.trunc);
  return checked(sheet, { ...refOf(book, sheet), row, column, rows, columns });
}

export function refOf(book: Book, sheet: Sheet): SheetRef {
  return { book: book.record.id, sheet: sheet.record.id };
}

export function toA1({ row, column, rows, columns }: Omit<Area, 'book' | 'sheet'>): string {
  const first = `${letters(column)}${row}`;
  return rows === 1 && columns === 1 ? first : `${first}:${letters(column + columns - 1)}${row + rows - 1}`;
}

export function everything(book: Book, sheet: Sheet): Area {
  return { ...refOf(book, sheet), row: 1, column: 1, rows: sheet.maxRows, columns: sheet.maxColumns };
}

export function intersects(a: Area, b: Area): boolean {
  if (a.book !== b.book || a.sheet !== b.sheet) return false;
  const apart = (first: number, length: number, other: number) => first + length <= other;
  return !(
    apart(a.row, a.rows, b.row) ||
    apart(b.row, b.rows, a.row) ||
    apart(a.column, a.columns, b.column) ||
    apart(b.column, b.columns, a.column)
  );
}

/**
 * Where an area is after `count` rows or columns were inserted (or deleted, if negative) at `at`; null if it is gone.
 */
export function shifted(
  area: Area,
  { dimension, at, count }: { dimension: Dimension; at: number; count: number },
): Area | null {
  const [start, length] =
    dimension === 'rows' ? (['row', 'rows'] as const) : (['column', 'columns'] as const);
  const move = (place: number) => {
    if (count >= 0) return place >= at ? place + count : place;
    return place >= at - count ? place + count : Math.min(place, at);
  };
  const first = move(area[start]);
  const size = move(area[start] + area[length]) - first;
  return size > 0 ? { ...area, [start]: first, [length]: size } : null;
}

function fromA1(book: Book, own: Sheet, text: string): Area {
  const named = book.record.names.find(({ name }) => name === text);
  if (named) return named.area;
  const [, quoted, plain, address = ''] = /^(?:'((?:[^']|'')+)'!|([^!]+)!)?(.+)$/s.exec(text) ?? [];
  const name = quoted?.replaceAll("''", "'") ?? plain;
  const sheet = name === undefined ? own : book.findByName(name);
  const ends = /^\$?([a-z]*)\$?(\d*)(?::\$?([a-z]*)\$?(\d*))?$/i.exec(address);
  if (!sheet || !ends || address === '') throw new ServiceError(MESSAGES.noRange);
  return checked(sheet, { ...refOf(book, sheet), ...spanned(sheet, ends) });
}

function spanned(sheet: Sheet, ends: RegExpExecArray): Omit<Area, 'book' | 'sheet'> {
  const [, fromColumn = '', fromRow = '', toColumn, toRow] = ends;
  const single = toColumn === undefined && toRow === undefined;
  if ((single && !(fromColumn && fromRow)) || (!single && !toColumn && !toRow && !fromColumn && !fromRow))
    throw new ServiceError(MESSAGES.noRange);
  const row = Number(fromRow || 1);
  const column = fromColumn ? columnOf(fromColumn) : 1;
  const lastRow = single ? row : Number(toRow || sheet.maxRows);
  const lastColumn = single ? column : toColumn ? columnOf(toColumn) : sheet.maxColumns;
  const span = (a: number, b: number) => [Math.min(a, b), Math.abs(b - a) + 1] as const;
  const [top, rows] = span(row, lastRow);
  const [left, columns] = span(column, lastColumn);
  return { row: top, column: left, rows, columns };
}

function checked(sheet: Sheet, area: Area): Area {
  if (!(area.row >= 1)) throw new ServiceError(MESSAGES.startTooSmall('row'));
  if (!(area.column >= 1)) throw new ServiceError(MESSAGES.startTooSmall('column'));
  if (!(area.rows >= 1)) throw new ServiceError(MESSAGES.tooFew('rows'));
  if (!(area.columns >= 1)) throw new ServiceError(MESSAGES.tooFew('columns'));
  if (area.row + area.rows - 1 > sheet.maxRows || area.column + area.columns - 1 > sheet.maxColumns)
    throw new ServiceError(MESSAGES.outsideGrid);
  return area;
}

export function letters(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

function columnOf(name: string): number {
  return [...name.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
