import { withScriptLock } from '../../platform/platform';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { UserError } from '../../platform/user-error';
import { findRow } from '../grid/locate';
import { parseRow, partsNeeded, runsOf, toCells, toLine } from '../grid/rows';
import { blockAt, type OpenTab, OpenTabs } from '../grid/tab';
import { columnNames, type Row, type Table } from '../schema/table';

/** One of several writes; it runs under the lock, and what it wrote has reached the sheet before the next begins. */
export interface Write {
  /** Throws where the tabs do not have what the step needs; asked of all before the first one writes. */
  check(open: OpenTab): void;
  write(open: OpenTab): void;
}

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
