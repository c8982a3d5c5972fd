import { withScriptLock } from '../../platform/platform';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { UserError } from '../../platform/user-error';
import { findRow, rowsOfIds } from '../grid/locate';
import { parseRow, partsNeeded, readRowsAt, runsOf, toCells, toLine } from '../grid/rows';
import { blockAt, type OpenTab, OpenTabs, rangeIn } from '../grid/tab';
import type { Cell } from '../schema/column';
import { type ColumnName, columnNames, type Row, type Table } from '../schema/table';

/** One of several writes; it runs under the lock, and what it wrote has reached the sheet before the next begins. */
export interface Write {
  /** Throws where the tabs do not have what the step needs; asked of all before the first one writes. */
  check(open: OpenTab): void;
  write(open: OpenTab): void;
}

/** So many writes cost less than one over all the rows between. */
const MAX_WRITES = 4;

export const NO_WRITE: Write = { check: () => {}, write: () => {} };

/** In the given order, under one lock. An execution that dies in between leaves those before, never a part of one row. */
export function writeAll(...writes: Write[]): void {
  boundSpreadsheet();
  const tabs = new OpenTabs();
  for (const one of writes) one.check(tabs.open);
  withScriptLock((hasWaited) => {
    SpreadsheetApp.flush();
    tabs.refresh(hasWaited);
    for (const one of writes) {
      one.write(tabs.open);
      SpreadsheetApp.flush();
    }
  });
}

/** New rows, below everything in the tab. */
export function insertRows<T extends Table>(table: T, rows: readonly Row<T>[]): Write {
  if (rows.length === 0) return NO_WRITE;
  return {
    check: (open) => open(table).assertHas(columnNames(table)),
    write(open) {
      const tab = open(table);
      const { sheet, header } = tab;
      tab.makeRoom(partsNeeded(table, rows));
      const cells = rows.map((row) => toLine(tab, row));
      blockAt(sheet, sheet.getLastRow() + 1, rows.length, header.width).setValues(cells);
    },
  };
}

/** Changes one row by a pure function of its current state. */
export function updateRow<T extends Table>(
  table: T,
  id: string,
  change: (row: Row<T>) => Partial<Row<T>>,
): Write {
  return {
    check: (open) => open(table).assertHas(columnNames(table)),
    write(open) {
      const tab = open(table);
      const found = findRow(tab, id);
      if (!found) throw new UserError(`The tab ${table.name} has no row "${id}".`);
      const patch = change(parseRow(tab, found));
      tab.makeRoom(partsNeeded(table, [patch]));
      for (const [first, run] of runsOf(toCells(tab, patch)))
        tab.sheet.getRange(found.row, first + 1, 1, run.length).setValues([run]);
    },
  };
}

/** Moves a time on, each row's to its own and never back. Rows that are gone are left out. */
export function raiseTimestamps<T extends Table>(
  table: T,
  column: ColumnName<T>,
  times: ReadonlyMap<string, Date>,
): Write {
  if (times.size === 0) return NO_WRITE;
  let rows = new Map<string, number>();
  return {
    check(open) {
      const tab = open(table);
      tab.assertHas([table.key, column]);
      // Outside the lock: under it only those of the rows are read again.
      rows = rowsOfIds(tab, [...times.keys()]);
    },
    write(open) {
      const tab = open(table);
      const found = readRowsAt(tab, [...rows.values()], []);
      if (!found?.every(({ id, row }) => rows.get(id) === row)) rows = rowsOfIds(tab, [...times.keys()]);
      if (rows.size === 0) return;
      const [from, to] = [Math.min(...rows.values()), Math.max(...rows.values())];
      const [at] = tab.header.letters(column);
      const read: Cell[][] = rangeIn(table, `${at}${from}:${at}${to}`).getValues();
      const present = new Map(read.map(([cell = ''], index) => [from + index, cell]));
      const due = laterTimes(rows, times, present);
      for (const [first, run] of runsOf(inFewRuns(due, present)))
        rangeIn(table, `${at}${first}:${at}${first + run.length - 1}`).setValues(run.map((cell) => [cell]));
    },
  };
}

/** By row: the times that lie after those in the sheet. */
function laterTimes(
  rows: ReadonlyMap<string, number>,
  times: ReadonlyMap<string, Date>,
  present: ReadonlyMap<number, Cell>,
): Map<number, Cell> {
  const later = new Map<number, Cell>();
  for (const [id, row] of rows) {
    const [time, cell] = [times.get(id), present.get(row)];
    if (time && !(cell instanceof Date && cell >= time)) later.set(row, time);
  }
  return later;
}

/** Where there would be more, the times in between are written as they are; anything else there ends a run. */
function inFewRuns(
  due: ReadonlyMap<number, Cell>,
  present: ReadonlyMap<number, Cell>,
): ReadonlyMap<number, Cell> {
  if (runsOf(due).size <= MAX_WRITES) return due;
  const [first, last] = [Math.min(...due.keys()), Math.max(...due.keys())];
  const between = [...present].filter(
    ([row, cell]) => row > first && row < last && (cell === '' || cell instanceof Date),
  );
  return new Map([...between, ...due]);
}
