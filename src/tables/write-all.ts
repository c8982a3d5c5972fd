import { withScriptLock } from '../platform/lock';
import { boundSpreadsheet } from '../platform/spreadsheet';
import type { Cell } from './cell';
import { readRow } from './locate';
import { blockAt } from './ranges';
import { partsNeeded, rowReader, toCells } from './rows';
import { runsOf } from './runs';
import { columnNames, type Row, type Table } from './table';
import { type Tab, Tabs, widen } from './tabs';

/** One step of a commit; it runs under the lock, and what it wrote has reached the sheet before the next begins. */
export interface Write {
  /** Throws where the tabs do not have what the step needs; asked of all steps before the first one writes. */
  check(tabs: Tabs): void;
  write(tabs: Tabs): void;
}

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
      const tab = tabs.open(table.name);
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
      const tab = tabs.open(table.name);
      const { row, cells } = readRow(tabs, table, id);
      const patch = change(rowReader(table, tab.header, columnNames(table))(cells, row));
      widen(tab, partsNeeded(table, [patch]));
      writeRuns(tab, row, toCells(table, tab.header, patch));
    },
  };
}

export const NO_WRITE: Write = { check: () => {}, write: () => {} };

export function assertColumns(tabs: Tabs, table: Table, names: readonly string[]): void {
  const { header } = tabs.open(table.name);
  for (const name of names) header.get(name);
}

export function toLine(cells: ReadonlyMap<number, Cell>, width: number): Cell[] {
  return Array.from({ length: width }, (_, position) => cells.get(position) ?? '');
}

/** Writes neighbouring cells together and leaves all others alone. */
function writeRuns({ sheet }: Tab, row: number, cells: ReadonlyMap<number, Cell>): void {
  for (const [first, run] of runsOf(cells)) sheet.getRange(row, first + 1, 1, run.length).setValues([run]);
}
