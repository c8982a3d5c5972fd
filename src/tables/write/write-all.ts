import { withScriptLock } from '../../platform/lock';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { locate, readRow } from '../grid/locate';
import { partsNeeded, rowReader, runsOf, toCells, toLine } from '../grid/rows';
import { assertColumns, blockAt, rangeOf, type Tab, Tabs, widen } from '../grid/tabs';
import type { Cell } from '../schema/column';
import { type ColumnName, columnNames, type Row, type Table } from '../schema/table';

/** One step of a commit; it runs under the lock, and what it wrote has reached the sheet before the next begins. */
export interface Write {
  /** Throws where the tabs do not have what the step needs; asked of all steps before the first one writes. */
  check(tabs: Tabs): void;
  write(tabs: Tabs): void;
}

/** So many writes cost less than one over all the rows between. */
const MOST_WRITES = 4;

/**
 * The only writer. Changes take effect in the given order; an execution that dies in between leaves those
 * before, never a part of one row.
 */
export function writeAll(...changes: Write[]): void {
  const spreadsheet = boundSpreadsheet();
  withScriptLock(() => {
    SpreadsheetApp.flush();
    const tabs = new Tabs(spreadsheet);
    for (const change of changes) change.check(tabs);
    for (const change of changes) {
      change.write(tabs);
      SpreadsheetApp.flush();
    }
  });
}

/** New rows, below everything that stands in the tab. */
export function insertAll<T extends Table>(table: T, rows: readonly Row<T>[]): Write {
  if (rows.length === 0) return NO_WRITE;
  return {
    check: (tabs) => assertColumns(tabs, table, columnNames(table)),
    write(tabs) {
      const tab = tabs.open(table);
      widen(tab, partsNeeded(table, rows));
      const { sheet, header } = tab;
      const cells = rows.map((row) => toLine(toCells(table, header, row), header.width));
      blockAt(sheet, sheet.getLastRow() + 1, rows.length, header.width).setValues(cells);
    },
  };
}

/** Changes one row by a pure function of what stands there now. */
export function updateAll<T extends Table>(
  table: T,
  id: string,
  change: (row: Row<T>) => Partial<Row<T>>,
): Write {
  return {
    check: (tabs) => assertColumns(tabs, table, columnNames(table)),
    write(tabs) {
      const tab = tabs.open(table);
      const { row, cells } = readRow(tabs, table, id);
      const patch = change(rowReader(table, tab.header, columnNames(table))(cells, row));
      widen(tab, partsNeeded(table, [patch]));
      writeRuns(tab, row, toCells(table, tab.header, patch));
    },
  };
}

const NO_WRITE: Write = { check: () => {}, write: () => {} };

/** Writes neighbouring cells together and leaves all others alone. */
function writeRuns({ sheet }: Tab, row: number, cells: ReadonlyMap<number, Cell>): void {
  for (const [first, run] of runsOf(cells)) sheet.getRange(row, first + 1, 1, run.length).setValues([run]);
}

/** Moves a time on, each row's to its own and never back. Rows that are gone are left out. */
export function raiseTimestamps<T extends Table>(
  table: T,
  column: ColumnName<T>,
  times: ReadonlyMap<string, Date>,
): Write {
  if (times.size === 0) return NO_WRITE;
  return {
    check: (tabs) => assertColumns(tabs, table, [table.key, column]),
    write(tabs) {
      const rows = locate(tabs, table, new Set(times.keys()));
      if (rows.size === 0) return;
      const [at] = tabs.open(table).header.letters(column);
      const rangeAt = (address: string) => rangeOf(tabs.spreadsheet, table.name, address);
      const standing = rangeAt(`${at}:${at}`)
        .getValues()
        .map(([cell = '']): Cell => cell);
      for (const [first, run] of runsOf(inFewRuns(laterTimes(rows, times, standing), standing)))
        rangeAt(`${at}${first}:${at}${first + run.length - 1}`).setValues(run.map((cell) => [cell]));
    },
  };
}

/** By row: the times that lie after what stands there. */
function laterTimes(
  rows: ReadonlyMap<string, number>,
  times: ReadonlyMap<string, Date>,
  standing: readonly Cell[],
): Map<number, Cell> {
  const cells = [...rows].map(([id, row]): [number, Cell] => {
    const [time, cell = ''] = [times.get(id) ?? '', standing[row - 1]];
    return [row, cell instanceof Date && cell >= time ? '' : time];
  });
  return new Map(cells.filter(([, cell]) => cell !== ''));
}

/** Where there would be more, the times in between are written as they stand; anything else there ends a run. */
function inFewRuns(due: ReadonlyMap<number, Cell>, standing: readonly Cell[]): ReadonlyMap<number, Cell> {
  if (runsOf(due).size <= MOST_WRITES) return due;
  const [first, last] = [Math.min(...due.keys()), Math.max(...due.keys())];
  const between = standing
    .map((cell, index): [number, Cell] => [index + 1, cell])
    .filter(([row, cell]) => row > first && row < last && (cell === '' || cell instanceof Date));
  return new Map([...between, ...due]);
}
