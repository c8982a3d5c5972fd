import { ServiceError } from '../execution/service';
import { columnOf } from './a1';
import type { Book } from './book';
import type { Area, Bound, Dimension, SheetRef } from './cells';
import type { Sheet } from './sheet';
import { MESSAGES } from './wording';

/** The area of an address: A1 or R1C1 notation, a named range, or row, column, rows, columns. */
export function locate(book: Book, sheet: Sheet, address: string | readonly number[]): Area {
  if (typeof address === 'string') return fromText(book, sheet, address);
  const [row = 1, column = 1, rows = 1, columns = 1] = address.map(Math.trunc);
  return checked(sheet, { ...refOf(book, sheet), row, column, rows, columns });
}

export function refOf(book: Book, sheet: { record: { id: number } }): SheetRef {
  return { book: book.record.id, sheet: sheet.record.id };
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

/** Tells if all of an area lies in another. */
export function contains(outer: Area, inner: Area): boolean {
  return (
    outer.book === inner.book &&
    outer.sheet === inner.sheet &&
    outer.row <= inner.row &&
    outer.column <= inner.column &&
    outer.row + outer.rows >= inner.row + inner.rows &&
    outer.column + outer.columns >= inner.column + inner.columns
  );
}

/**
 * Returns the place of an area after `count` rows or columns were inserted (or deleted, if negative) at `at`; null if it is gone.
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

/** The same area in a grid whose size has changed: what it leaves open reaches to the border. */
export function fitted(area: Area, sheet: Sheet): Area {
  const { open } = area;
  if (!open) return area;
  const span = (dimension: Dimension, start: number, length: number) => {
    const [opening, closing] = BOUNDS[dimension];
    const first = open.includes(opening) ? 1 : start;
    return [
      first,
      open.includes(closing) ? sheet.max(dimension) - first + 1 : start + length - first,
    ] as const;
  };
  const [row, rows] = span('rows', area.row, area.rows);
  const [column, columns] = span('columns', area.column, area.columns);
  return { ...area, row, rows, column, columns };
}

const BOUNDS = { rows: ['startRow', 'endRow'], columns: ['startColumn', 'endColumn'] } as const;

function fromText(book: Book, own: Sheet, text: string): Area {
  const named = book.record.names.find(({ name }) => name === text);
  if (named) return named.area;
  const [, quoted, plain, address = ''] = /^(?:'((?:[^']|'')+)'!|([^!]+)!)?(.+)$/s.exec(text) ?? [];
  const name = quoted?.replaceAll("''", "'") ?? plain;
  const sheet = name === undefined ? own : book.findByName(name);
  const block = fromA1(address) ?? fromR1C1(address);
  if (!sheet || !block) throw new ServiceError(MESSAGES.noRange);
  return fitted(checked(sheet, { ...refOf(book, sheet), ...withinGrid(block, sheet) }), sheet);
}

/** Whole rows or columns that go on beyond the grid end with it: `A1:ZZ` of a sheet of 26 columns is `A1:Z`. */
function withinGrid(block: Block, { maxRows, maxColumns }: Sheet): Block {
  const { row, column, rows, columns, open = [] } = block;
  if (open.includes('endRow') && column <= maxColumns)
    return { ...block, columns: Math.min(columns, maxColumns - column + 1) };
  if (open.includes('endColumn') && row <= maxRows)
    return { ...block, rows: Math.min(rows, maxRows - row + 1) };
  return block;
}

type Block = Omit<Area, 'book' | 'sheet'>;

/** `B2`, `$B$2:D4`, `A:B`, `3:5`, `A2:C` (open below) or `A5:7` (open to the right). */
function fromA1(address: string): Block | null {
  const [start, end = start] = address.split(':').map(cornerOf);
  if (!start || !end || address.split(':').length > 2) return null;
  if (
    address.includes(':')
      ? !start.column && !end.column && !(start.row && end.row)
      : !(start.column && start.row)
  )
    return null;
  if ((start.column && !start.row && !end.column) || (start.row && !start.column && !end.row)) return null;
  if ((!start.row && end.row) || (!start.column && end.column))
    throw new ServiceError(MESSAGES.addressNotEmulated(address), { name: 'Error' });
  const open: Bound[] = [];
  const span = (dimension: Dimension, a: number | undefined, b: number | undefined) => {
    const [opening, closing] = BOUNDS[dimension];
    if (!a) open.push(opening);
    if (!b) open.push(closing);
    return a && b ? ([Math.min(a, b), Math.abs(b - a) + 1] as const) : ([a ?? 1, 1] as const);
  };
  const [row, rows] = span('rows', start.row, end.row);
  const [column, columns] = span('columns', start.column, end.column);
  return { row, column, rows, columns, ...(open.length > 0 && { open }) };
}

function cornerOf(text: string): { row?: number; column?: number } | null {
  const parts = /^(?:\$?([a-z]{1,3}))?(?:\$?([1-9]\d*))?$/i.exec(text);
  if (!parts || text === '') return null;
  const [, name, row] = parts;
  return { ...(name && { column: columnOf(name) }), ...(row && { row: Number(row) }) };
}

function fromR1C1(address: string): Block | null {
  const parts = /^r([1-9]\d*)c([1-9]\d*)(?::r([1-9]\d*)c([1-9]\d*))?$/i.exec(address);
  if (!parts) return null;
  const [, top = 1, left = 1, bottom = top, right = left] = parts.map((part) => part && Number(part));
  const span = (a: number, b: number) => [Math.min(a, b), Math.abs(b - a) + 1] as const;
  const [row, rows] = span(Number(top), Number(bottom));
  const [column, columns] = span(Number(left), Number(right));
  return { row, column, rows, columns };
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
