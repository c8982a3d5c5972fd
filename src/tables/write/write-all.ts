import { withScriptLock } from '../../platform/platform';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { UserError } from '../../platform/user-error';
import { findRow } from '../grid/locate';
import { parseRow, partsNeeded, runsOf, toCells, toLine } from '../grid/rows';
import { blockAt, type OpenTab, OpenTabs } from '../grid/tab';
import { columnNames, type Row, type Table } from '../schema/table';
import type { Write } from '../schema/write';

/** What a write does in the sheet. It runs under the lock, and what it wrote has reached the sheet before the next begins. */
interface Step extends Write {
  /** Throws where the tabs do not have what the step needs; asked of all before the first one writes. */
  check(open: OpenTab): void;
  write(open: OpenTab): void;
}

export const NO_WRITE = toWrite({ check: () => {}, write: () => {} });

export function toWrite(step: Step): Write {
  return step;
}

function stepsOf(writes: readonly Write[]): readonly Step[] {
  return writes as readonly Step[];
}

/** In the given order, under one lock. An execution that dies in between leaves those before, never a part of one row. */
export function writeAll(...writes: Write[]): void {
  boundSpreadsheet();
  const tabs = new OpenTabs();
  const steps = stepsOf(writes);
  for (const one of steps) one.check(tabs.open);
  withScriptLock((hasWaited) => {
    SpreadsheetApp.flush();
    tabs.refresh(hasWaited);
    for (const one of steps) {
      one.write(tabs.open);
      SpreadsheetApp.flush();
    }
  });
}

/** Several writes as one. */
export function inOrder(...writes: readonly Write[]): Write {
  const steps = stepsOf(writes);
  return toWrite({
    check(open) {
      for (const one of steps) one.check(open);
    },
    write(open) {
      for (const one of steps) {
        one.write(open);
        SpreadsheetApp.flush();
      }
    },
  });
}

/** Under the lock, before something else in the same hold of it. */
export function writeNow(write: Write, open: OpenTab): void {
  for (const step of stepsOf([write])) {
    step.check(open);
    step.write(open);
  }
  SpreadsheetApp.flush();
}

/** New rows, below everything in the tab. */
export function insertRows<T extends Table>(table: T, rows: readonly Row<T>[]): Write {
  if (rows.length === 0) return NO_WRITE;
  return toWrite({
    check: (open) => open(table).assertHas(columnNames(table)),
    write(open) {
      const tab = open(table);
      const { sheet, header } = tab;
      tab.makeRoom(partsNeeded(table, rows));
      const cells = rows.map((row) => toLine(tab, row));
      blockAt(sheet, sheet.getLastRow() + 1, rows.length, header.width).setValues(cells);
    },
  });
}

/** Changes one row by a pure function of its current state. */
export function updateRow<T extends Table>(
  table: T,
  id: string,
  change: (row: Row<T>) => Partial<Row<T>>,
): Write {
  return toWrite({
    check: (open) => open(table).assertHas(columnNames(table)),
    write(open) {
      const tab = open(table);
      const found = findRow(tab, id);
      if (!found) throw new UserError(`The ${table.name} tab has no row "${id}".`);
      const patch = change(parseRow(tab, found));
      tab.makeRoom(partsNeeded(table, [patch]));
      for (const [first, run] of runsOf(toCells(tab, patch)))
        tab.sheet.getRange(found.row, first + 1, 1, run.length).setValues([run]);
    },
  });
}
