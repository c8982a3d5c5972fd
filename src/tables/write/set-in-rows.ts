import { readRowsAt, rowReader, spansOf, toCells } from '../grid/rows';
import { letter } from '../schema/header';
import { type ColumnName, columnNames, type Row, type Table } from '../schema/table';
import type { Write } from '../schema/write';
import { extentOf, visitRows } from './visit-rows';

/** The most cells that are read under the lock at once, those of the rows between included. */
const MAX_CELLS = 120_000;

export interface SetOptions<T extends Table, C extends ColumnName<T>> {
  /** None may need more than one cell. */
  values: Partial<Row<T>>;
  /** What `onSet` gets for each row, as it is then. */
  columns: readonly C[];
  /** Called several times where the rows lie far apart. */
  onSet: (rows: Pick<Row<T>, C>[]) => void;
  /** Called with ids that no row has, before anything is written, unless a row goes at that very moment. */
  onMissing: (ids: readonly string[]) => never;
}

/**
 * Sets the same values in several rows, wherever they lie, and touches no other cell: in all of them, or in none where one
 * is gone. Of neighbours it is one write a column.
 */
export function setInRows<T extends Table, C extends ColumnName<T>>(
  table: T,
  ids: readonly string[],
  { values, columns, onSet, onMissing }: SetOptions<T, C>,
): Write {
  const places = [table.key, ...columns].map((name) => columnNames(table).indexOf(name));
  const width = Math.max(...places) - Math.min(...places) + 1;
  return visitRows(table, ids, {
    needs: columnNames(table),
    maxRows: () => MAX_CELLS / width,
    msFor: (_, rows) => 100 + extentOf(rows) * width * 0.009 + Object.keys(values).length * 90,
    visit(tab, rows) {
      const found = readRowsAt(tab, [...rows.values()], columns);
      if (!found?.every(({ id, row }) => rows.get(id) === row)) return false;
      const spans = spansOf([...rows.values()], 1);
      for (const [position, cell] of toCells(tab, values)) {
        const at = letter(position);
        tab.sheet.getRangeList(spans.map(([from, to]) => `${at}${from}:${at}${to}`)).setValue(cell);
      }
      const parse = rowReader(table, tab.header, columns);
      onSet(found.map(({ cells, row }) => ({ ...parse(cells, row), ...values })));
      return true;
    },
    onMissing,
  });
}
