import { readRowsAt, spansOf } from '../grid/rows';
import { rangeIn, type Tab } from '../grid/tab';
import type { Cell } from '../schema/column';
import { letter } from '../schema/header';
import { type ColumnName, columnNames, type Table } from '../schema/table';
import type { Write } from '../schema/write';
import { asWritten } from './update';
import { extentOf, type Places, visitRows } from './visit-rows';

/** Number of rows that are written together: more would keep others waiting for the lock. */
const MAX_ROWS = 10_000;
/** Number of writes up to which they cost less than one over all the rows between. */
const MAX_WRITES = 4;
/** More rows of other columns than this cost more than a call. */
const MAX_BLOCK_ROWS = 2_000;

/** The rows of ids, and the time of each. */
interface Raised {
  rows: Places;
  times: ReadonlyMap<string, Date>;
}

/** Raises times in some columns, in each row to a time of its own, and never lowers one. Rows that are gone are passed over. */
export function raiseTimestamps<T extends Table>(
  table: T,
  columns: readonly ColumnName<T>[],
  times: ReadonlyMap<string, Date>,
): Write {
  return visitRows(table, [...times.keys()], {
    needs: [table.key, ...columns],
    maxRows: () => MAX_ROWS,
    msFor: (_, rows) => (needsMany([...rows.values()]) ? 400 + extentOf(rows) * 0.06 : rows.size * 90 + 400),
    visit(tab, rows) {
      const places = [...rows.values()];
      const isFew = !needsMany(places);
      const found = readRowsAt(tab, places, isFew ? columns : []);
      if (!found?.every(({ id, row }) => rows.get(id) === row)) return false;
      const cellsOf = new Map(found.map(({ row, cells }) => [row, cells]));
      for (const positions of blocksOf(tab, columns, places)) {
        const [left, right] = [Math.min(...positions), Math.max(...positions)];
        const present = isFew
          ? new Map([...cellsOf].map(([row, cells]) => [row, cells.slice(left, right + 1)]))
          : readBlock(tab, positions, places);
        raise(tab, { positions, present }, { rows, times });
      }
      return true;
    },
  });
}

/**
 * The columns are read and written together, with what the table has between them, where that is less than a call for each:
 * not where all rows of a long part of the tab are written. The owner's own columns are left alone.
 */
function blocksOf({ schema, header }: Tab, columns: readonly string[], rows: readonly number[]): number[][] {
  const positions = columns.map((name) => header.get(name));
  const [left, right] = [Math.min(...positions), Math.max(...positions)];
  const others = columnNames(schema).map((name) => header.find(name) ?? -1);
  const between = others.filter(
    (position) => left < position && position < right && !positions.includes(position),
  );
  const isLong = needsMany(rows) && Math.max(...rows) - Math.min(...rows) > MAX_BLOCK_ROWS;
  const isBlock = positions.length + between.length > right - left && !isLong;
  return isBlock ? [positions] : positions.map((position) => [position]);
}

/** Reads by row the cells from the first of these columns to the last one, of the rows between others too. */
function readBlock(
  { schema }: Tab,
  positions: readonly number[],
  rows: readonly number[],
): Map<number, Cell[]> {
  const from = Math.min(...rows);
  const [left, right] = [Math.min(...positions), Math.max(...positions)];
  const range = rangeIn(schema, `${letter(left)}${from}:${letter(right)}${Math.max(...rows)}`);
  return new Map(range.getValues().map((cells: Cell[], index) => [from + index, cells]));
}

/** Columns that are written together, and their cells by row. */
interface Present {
  positions: readonly number[];
  present: ReadonlyMap<number, Cell[]>;
}

function raise({ schema }: Tab, { positions, present }: Present, { rows, times }: Raised): void {
  const [left, right] = [Math.min(...positions), Math.max(...positions)];
  const due = new Map<number, Cell[]>();
  for (const [id, row] of rows) {
    const [time, cells] = [times.get(id), present.get(row)];
    if (!time || !cells) continue;
    const raised = cells.map((cell, at) =>
      positions.includes(left + at) && !(cell instanceof Date && cell >= time) ? time : cell,
    );
    if (raised.includes(time)) due.set(row, raised);
  }
  const lines = inFewRuns(due, present);
  for (const [first, last] of spansOf([...lines.keys()], 1)) {
    const run = Array.from({ length: last - first + 1 }, (_, index) => lines.get(first + index) ?? []);
    const range = rangeIn(schema, `${letter(left)}${first}:${letter(right)}${last}`);
    range.setValues(run.map((cells) => cells.map(asWritten)));
  }
}

/** Adds the rows in between, as they are, where there would be more runs; one with text in it ends a run. */
function inFewRuns(
  due: ReadonlyMap<number, Cell[]>,
  present: ReadonlyMap<number, Cell[]>,
): ReadonlyMap<number, Cell[]> {
  if (!needsMany([...due.keys()])) return due;
  const [first, last] = [Math.min(...due.keys()), Math.max(...due.keys())];
  const hasNoText = (cells: readonly Cell[]) =>
    cells.every((cell) => cell === '' || typeof cell !== 'string');
  const between = [...present].filter(([row, cells]) => row > first && row < last && hasNoText(cells));
  return new Map([...between, ...due]);
}

function needsMany(rows: readonly number[]): boolean {
  return spansOf(rows, 1).length > MAX_WRITES;
}
