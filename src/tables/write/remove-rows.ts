import { MAX_ATTEMPTS } from '../grid/locate';
import { idIn, spansOf } from '../grid/rows';
import { rangeIn, type Tab } from '../grid/tab';
import { invalidateRows } from '../read/newest';
import { letter } from '../schema/header';
import type { ColumnName, Table } from '../schema/table';
import type { Write } from '../schema/write';
import { NO_WRITE, toWrite } from './write-all';

/** Blank rows are deleted once this many are next to each other: deleting fewer takes longer than reading them. */
const MIN_BLANK_ROWS = 200;
/** Limits deletions, so that others need not wait for the lock any longer. */
const MAX_DELETES = 3;

/** Number of cells that are read together: more would keep others waiting for the lock. */
const MAX_CELLS = 30_000;

/**
 * Many rows of a table without allocated rows: those of a short tab are cleared in one call, however many they are, and
 * blank rows are deleted now and then. An id that is given twice means two rows; those that are gone already are passed over.
 */
export function removeRows(table: Table, ids: readonly string[]): Write {
  if (ids.length === 0) return NO_WRITE;
  return toWrite({
    prepare: (open) => open(table).assertHas([table.key]),
    *write(open) {
      const wanted = [...ids];
      // A row may move from a part that is to come to one that is over, if the owner sorts the tab between them.
      for (let attempt = 0, parts = 2; attempt < MAX_ATTEMPTS && parts > 1 && wanted.length > 0; attempt++) {
        parts = 0;
        yield LAST_ROW_MS;
        let last = Math.max(2, open(table).sheet.getLastRow());
        for (let from = 2; from <= last; parts++) {
          const { width } = open(table).header;
          const to = Math.min(last, from + Math.ceil(MAX_CELLS / width) - 1);
          yield msFor(to - from + 1, width);
          const deleted = removeBetween(open(table), { from, to }, wanted);
          last -= deleted;
          from = to + 1 - deleted;
        }
      }
    },
  });
}

const LAST_ROW_MS = 50;

/** Estimates the time to read these rows, to clear some and to delete blank ones. */
function msFor(rows: number, width: number): number {
  return 200 + rows * width * 0.02 + Math.min(MAX_DELETES, Math.floor(rows / MIN_BLANK_ROWS)) * 160;
}

/** Removes these ids from `wanted`; how many rows were deleted. */
function removeBetween(tab: Tab, { from, to }: { from: number; to: number }, wanted: string[]): number {
  const rows = tab.findRows(from, to);
  const key = tab.header.get(tab.schema.key);
  const gone = rows.flatMap((cells, index) => {
    const id = idIn(cells[key]);
    const at = id === '' ? -1 : wanted.indexOf(id);
    if (at < 0) return [];
    wanted.splice(at, 1);
    return [from + index];
  });
  if (gone.length === 0) return 0;
  clearRows(tab, gone);
  const blank = rows.flatMap((cells, index) => (cells.every((cell) => cell === '') ? [from + index] : []));
  return deleteBlankRows(tab, [...gone, ...blank]);
}

/** Clears rows under the lock, in one call. */
export function clearRows({ sheet, header }: Tab, rows: readonly number[]): void {
  const right = letter(header.width - 1);
  sheet.getRangeList(spansOf(rows, 1).map(([from, to]) => `A${from}:${right}${to}`)).clearContent();
}

/** Deletes from the bottom up, so that the rows above stay where they are. The last rows of a tab are blank at no cost. */
function deleteBlankRows({ sheet }: Tab, blank: readonly number[]): number {
  const last = sheet.getLastRow();
  const runs = spansOf(blank, 1)
    .map(([from, to]): [number, number] => [from, Math.min(to, last)])
    .filter(([from, to]) => to - from >= MIN_BLANK_ROWS)
    .slice(-MAX_DELETES);
  for (const [from, to] of [...runs].reverse()) sheet.deleteRows(from, to - from + 1);
  return runs.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}

/** Deleting rows costs as much as writing several: it is done for many at once. */
const SLACK = 1.1;

/** Time to read when the rows of a long log were written, and to delete some. */
const TRUNCATION_MS = 800;

/**
 * Deletes the rows of a log that are older than its newest `maxRows`, by a column of times. Only for tables whose rows
 * are made by `write.insert`: those that are allocated must not move.
 */
export function truncateLog<T extends Table>(table: T, by: ColumnName<T>, maxRows: number): Write {
  return toWrite({
    prepare: (open) => open(table).assertHas([by]),
    *write(open) {
      yield TRUNCATION_MS;
      const tab = open(table);
      const { sheet } = tab;
      const rows = sheet.getLastRow() - 1;
      if (rows <= maxRows * SLACK) return;
      const old = oldest(tab, by, rows - maxRows);
      // A tab that the owner has sorted has old rows all over it; the rest goes in later runs.
      for (const [from, to] of spansOf(old, 1).slice(-MAX_DELETES).reverse())
        sheet.deleteRows(from, to - from + 1);
      invalidateRows(table);
    },
  });
}

/** A row without a time is as old as can be. */
function oldest({ schema, header, sheet }: Tab, by: string, count: number): number[] {
  const [at] = header.letters(by);
  const times = rangeIn(schema, `${at}2:${at}${sheet.getLastRow()}`)
    .getValues()
    .map(([cell]) => (cell instanceof Date ? cell.getTime() : 0));
  return [...times.keys()]
    .sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
    .slice(0, count)
    .map((index) => index + 2);
}
