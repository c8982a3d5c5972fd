import { columnOf, letters } from '../a1';

/** One end of a reference: a row or a column without the other spans all of it. */
interface Corner {
  row?: number;
  column?: number;
  rowFixed: boolean;
  columnFixed: boolean;
}

/** A reference as it is written, such as `$A2`, `Data!B:B` or `'My sheet'!A1:C3`. */
export interface Reference {
  sheet?: string;
  from: Corner;
  /** Absent for a single cell. */
  to?: Corner;
}

/** The rows and columns that a reference covers; what is open ends at infinity. */
export interface Span {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

export function parseReference(text: string): Reference | undefined {
  const [, quoted, plain, first = '', second] =
    /^(?:'((?:[^']|'')+)'!|([^'!]+)!)?([^:!]+)(?::([^:]+))?$/.exec(text) ?? [];
  const from = corner(first);
  const to = second === undefined ? undefined : corner(second);
  if (!from || (second !== undefined && !to)) return undefined;
  const sheet = quoted?.replaceAll("''", "'") ?? plain;
  return { ...(sheet !== undefined && { sheet }), from, ...(to && { to }) };
}

/** The address in its sheet. */
export function writeAddress({ from, to }: Reference): string {
  return to ? `${writeCorner(from)}:${writeCorner(to)}` : writeCorner(from);
}

export function quoteSheet(name: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !/^(r\d*c\d*|[a-z]{1,3}\d+)$/i.test(name);
  return isPlain ? name : `'${name.replaceAll("'", "''")}'`;
}

export function spanOf({ from, to = from }: Reference): Span {
  const [row, lastRow] = ends(from.row, to.row);
  const [column, lastColumn] = ends(from.column, to.column);
  return { row, column, rows: lastRow - row + 1, columns: lastColumn - column + 1 };
}

/** The reference to another span, with the same corners open and fixed. */
export function withSpan(reference: Reference, span: Span): Reference {
  const { from, to } = reference;
  const place = (own: Corner, row: number, column: number): Corner => ({
    ...own,
    ...(own.row !== undefined && { row }),
    ...(own.column !== undefined && { column }),
  });
  if (!to) return { ...reference, from: place(from, span.row, span.column) };
  const [top, bottom] = [span.row, span.row + span.rows - 1];
  const [left, right] = [span.column, span.column + span.columns - 1];
  const rowsTurned = (from.row ?? 0) > (to.row ?? Number.POSITIVE_INFINITY);
  const columnsTurned = (from.column ?? 0) > (to.column ?? Number.POSITIVE_INFINITY);
  return {
    ...reference,
    from: place(from, rowsTurned ? bottom : top, columnsTurned ? right : left),
    to: place(to, rowsTurned ? top : bottom, columnsTurned ? left : right),
  };
}

/** The reference in a copy of its formula so many rows and columns away; undefined outside of the grid. */
export function relocated(
  reference: Reference,
  {
    rows,
    columns,
    maxRows,
    maxColumns,
  }: { rows: number; columns: number; maxRows: number; maxColumns: number },
): Reference | undefined {
  const move = (own: Corner): Corner => ({
    ...own,
    ...(own.row !== undefined && { row: own.rowFixed ? own.row : own.row + rows }),
    ...(own.column !== undefined && { column: own.columnFixed ? own.column : own.column + columns }),
  });
  const moved = {
    ...reference,
    from: move(reference.from),
    ...(reference.to && { to: move(reference.to) }),
  };
  const fits = ({ row = 1, column = 1 }: Corner) =>
    row >= 1 && column >= 1 && row <= maxRows && column <= maxColumns;
  return fits(moved.from) && fits(moved.to ?? moved.from) ? moved : undefined;
}

/** Tells if a copy of the formula in another row would refer to other cells. */
export function followsRows({ from, to = from }: Reference): boolean {
  return [from, to].some(({ row, rowFixed }) => row !== undefined && !rowFixed);
}

/** A corner without a row or column is open on that side, to the first or the last one. */
function ends(a?: number, b?: number): [number, number] {
  if (a === undefined && b === undefined) return [1, Number.POSITIVE_INFINITY];
  if (a === undefined || b === undefined) return [a ?? b ?? 1, Number.POSITIVE_INFINITY];
  return [Math.min(a, b), Math.max(a, b)];
}

function corner(text: string): Corner | undefined {
  const [all, columnMark, column, rowMark, row] = /^(\$?)([a-z]{1,3})?(\$?)(\d+)?$/i.exec(text) ?? [];
  if (!all) return undefined;
  return {
    ...(column && { column: columnOf(column) }),
    ...(row && { row: Number(row) }),
    columnFixed: Boolean(column && columnMark),
    rowFixed: Boolean(row && (rowMark || (!column && columnMark))),
  };
}

function writeCorner({ row, column, rowFixed, columnFixed }: Corner): string {
  const columnPart = column === undefined ? '' : `${columnFixed ? '$' : ''}${letters(column)}`;
  return columnPart + (row === undefined ? '' : `${rowFixed ? '$' : ''}${row}`);
}
