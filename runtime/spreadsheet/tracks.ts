import { inherited, type Row } from './cell';
import type { Dimension } from './cells';
import type { Span, Track } from './facts';
import type { Grid } from './grid';
import type { Sheet } from './sheet';

interface Move {
  at: number;
  count: number;
  before: number;
}

const DEFAULT_SIZE = { rows: 21, columns: 100 };

/** Inserts rows or columns before `at`; they look like the neighbour `from`. */
export function insertTracks(
  grid: Grid,
  dimension: Dimension,
  at: number,
  count: number,
  from: number,
): void {
  if (dimension === 'rows') insertRows(grid, at, count, from);
  else insertColumns(grid, at, count, from);
}

export function deleteTracks(grid: Grid, dimension: Dimension, at: number, count: number): void {
  if (dimension === 'rows') {
    grid.touchFrom(at);
    grid.rows.splice(at - 1, count);
    grid.maxRows -= count;
    return;
  }
  for (const row of everyRow(grid)) {
    row.values.splice(at - 1, count);
    row.attributes.splice(at - 1, count);
    while (row.values.at(-1) === null) row.values.pop();
  }
  grid.maxColumns -= count;
}

/** Moves rows or columns before what was at `before`. */
export function moveTracks(grid: Grid, dimension: Dimension, move: Move): void {
  if (dimension === 'rows') {
    grid.touchFrom(Math.min(move.at, move.before));
    moveWithin(grid.rows, undefined, move);
    return;
  }
  for (const row of everyRow(grid)) {
    moveWithin(row.values, null, move);
    moveWithin(row.attributes, undefined, move);
    while (row.values.at(-1) === null) row.values.pop();
  }
}

export function moveWithin<T>(items: T[], empty: T, { at, count, before }: Move): void {
  while (items.length < Math.max(at + count, before) - 1) items.push(empty);
  items.splice((before > at ? before - count : before) - 1, 0, ...items.splice(at - 1, count));
}

/** Sets size or hidden flag of rows or columns. */
export function setTrack(sheet: Sheet, { dimension, at, count }: Span, track: Track): void {
  for (let index = at; index < at + count; index++) {
    if (dimension === 'rows') Object.assign(sheet.grid.touch(index), track);
    else setColumn(sheet, index, track);
  }
}

export function getTrack(sheet: Sheet, { dimension, at }: Span): Required<Track> {
  const track = dimension === 'rows' ? sheet.grid.row(at) : sheet.record.columns[at - 1];
  return { size: track?.size ?? DEFAULT_SIZE[dimension], hidden: track?.hidden ?? false };
}

function insertRows(grid: Grid, at: number, count: number, from: number): void {
  const model = grid.row(from)?.attributes.map(inherited) ?? [];
  grid.maxRows += count;
  if (at > grid.rows.length && model.length === 0) return;
  while (grid.rows.length < at - 1) grid.rows.push(undefined);
  const made = Array.from({ length: count }, (): Row | undefined =>
    model.length ? { values: [], attributes: [...model] } : undefined,
  );
  grid.rows = [...grid.rows.slice(0, at - 1), ...made, ...grid.rows.slice(at - 1)];
  grid.touchFrom(at);
}

function insertColumns(grid: Grid, at: number, count: number, from: number): void {
  grid.maxColumns += count;
  for (const row of everyRow(grid)) {
    const attributes = inherited(row.attributes[from - 1]);
    if (row.values.length >= at) row.values.splice(at - 1, 0, ...Array<null>(count).fill(null));
    while (attributes && row.attributes.length < at - 1) row.attributes.push(undefined);
    if (attributes || row.attributes.length >= at)
      row.attributes.splice(at - 1, 0, ...Array<typeof attributes>(count).fill(attributes));
  }
}

function everyRow(grid: Grid): Row[] {
  grid.touchFrom(1);
  return grid.rows.filter((row): row is Row => row !== undefined);
}

function setColumn({ record: { columns } }: Sheet, column: number, track: Track): void {
  while (columns.length < column) columns.push(null);
  columns[column - 1] = { ...columns[column - 1], ...track };
}
