import { letter } from '../grid/header';
import { areNear, rowsOfIds } from '../grid/locate';
import { readRowsAt, spansOf } from '../grid/rows';
import { rangeIn, type Tab } from '../grid/tab';
import type { Cell } from '../schema/column';
import { type ColumnName, columnNames, type Table } from '../schema/table';
import type { Write } from '../schema/write';
import { asWritten } from './update';
import { NO_WRITE, toWrite } from './write-all';

/** Up to this many writes cost less than one over all the rows between. */
const MAX_WRITES = 4;
/** More rows of other columns than this cost more than a call. */
const MAX_BLOCK_ROWS = 2_000;

/** The rows of ids, and the time of each. */
interface Raised {
  rows: ReadonlyMap<string, number>;
  times: ReadonlyMap<string, Date>;
}

/** Raises times in some columns, in each row to a time of its own, and never lowers one. Rows that are gone are passed over. */
export function raiseTimestamps<T extends Table>(
  table: T,
  columns: readonly ColumnName<T>[],
  times: ReadonlyMap<string, Date>,
): Write {
  if (times.size === 0) return NO_WRITE;
  const ids = [...times.keys()];
  let rows = new Map<string, number>();
  return toWrite({
    check(open) {
      const tab = open(table);
      tab.assertHas([table.key, ...columns]);
      // Those that lie far apart are looked for outside the lock: under it only the ids of their rows are read again.
      if (!areNear(table, ids)) rows = rowsOfIds(tab, ids);
    },
    write(open) {
      const tab = open(table);
      const found = readRowsAt(tab, [...rows.values()], []);
      const isFound = rows.size > 0 && found?.every(({ id, row }) => rows.get(id) === row);
      if (!isFound) rows = rowsOfIds(tab, ids);
      if (rows.size === 0) return;
      for (const positions of blocksOf(tab, columns, [...rows.values()]))
        raise(tab, positions, { rows, times });
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

function raise({ schema }: Tab, positions: readonly number[], { rows, times }: Raised): void {
  const [left, right] = [Math.min(...positions), Math.max(...positions)];
  const rangeOf = (first: number, last: number) =>
    rangeIn(schema, `${letter(left)}${first}:${letter(right)}${last}`);
  const from = Math.min(...rows.values());
  const read: Cell[][] = rangeOf(from, Math.max(...rows.values())).getValues();
  const present = new Map(read.map((cells, index) => [from + index, cells]));
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
    rangeOf(first, last).setValues(run.map((cells) => cells.map(asWritten)));
  }
}

/** Where there would be more, the rows in between are written as they are; one with text in it ends a run. */
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
