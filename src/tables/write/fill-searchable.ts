import { withScriptLock } from '../../platform/platform';
import { readCellsAt, searchableCell } from '../grid/rows';
import { rangeIn, Tab } from '../grid/tab';
import { SEARCHABLE } from '../schema/searchable';
import type { Table } from '../schema/table';

/** Number of rows that are written in one hold of the lock, of half a second. */
const ROWS_AT_ONCE = 2_000;

/** Fills the column by which `q` finds rows, for those that were made before there was one. It may be repeated. */
export function fillSearchable(table: Table): void {
  const { sheet } = new Tab(table);
  const last = sheet.getLastRow();
  for (let from = 2; from <= last; from += ROWS_AT_ONCE)
    withScriptLock(() => {
      const tab = new Tab(table);
      const to = Math.min(last, from + ROWS_AT_ONCE - 1);
      const rows = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      // Rows that are deleted meanwhile leave fewer; those that have moved up were filled or are found by their cells.
      const found = readCellsAt(tab, rows, table.lookups?.search ?? []);
      if (!found) return;
      const [at] = tab.header.letters(SEARCHABLE);
      const cells = rows.map((row) => searchableCell(tab, {}, found.get(row)).map(([, cell]) => cell));
      rangeIn(table, `${at}${from}:${at}${to}`).setValues(cells);
      SpreadsheetApp.flush();
    });
}
