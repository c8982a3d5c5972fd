import { rowsAreMoving } from '../../platform/user-error';
import { letter } from '../grid/header';
import { rowsOfIds } from '../grid/locate';
import { type Found, readRowsAt, rowReader, spansOf, toCells } from '../grid/rows';
import type { Tab } from '../grid/tab';
import { type ColumnName, columnNames, type Row, type Table } from '../schema/table';
import type { Write } from '../schema/write';
import { toWrite } from './write-all';

export interface SetOptions<T extends Table, C extends ColumnName<T>> {
  /** None may need more than one cell. */
  values: Partial<Row<T>>;
  /** What `onSet` gets for each row, as it is then. */
  columns: readonly C[];
  onSet: (rows: Pick<Row<T>, C>[]) => void;
  /** Called with ids that no row has, before anything is written. */
  onMissing: (ids: readonly string[]) => never;
}

/**
 * Sets the same values in several rows, wherever they lie, and touches no other cell: in all of them, or in none where one
 * is gone. It is one write a column.
 */
export function setInRows<T extends Table, C extends ColumnName<T>>(
  table: T,
  ids: readonly string[],
  { values, columns, onSet, onMissing }: SetOptions<T, C>,
): Write {
  const locate = (tab: Tab<T>): number[] => {
    const places = rowsOfIds(tab, ids);
    const missing = ids.filter((id) => !places.has(id));
    return missing.length > 0 ? onMissing(missing) : [...places.values()];
  };
  const read = (tab: Tab<T>, rows: readonly number[]): Found[] | undefined => {
    const found = readRowsAt(tab, rows, columns);
    const wanted = new Set(ids);
    for (const { id } of found ?? []) wanted.delete(id);
    return wanted.size === 0 ? found : undefined;
  };
  let rows: number[] = [];
  return toWrite({
    check(open) {
      const tab = open(table);
      tab.assertHas(columnNames(table));
      // Outside the lock: under it only these rows are read.
      rows = locate(tab);
    },
    write(open) {
      const tab = open(table);
      const found = read(tab, rows) ?? read(tab, locate(tab));
      if (!found) throw rowsAreMoving(table.name);
      const spans = spansOf(
        found.map(({ row }) => row),
        1,
      );
      for (const [position, cell] of toCells(tab, values)) {
        const at = letter(position);
        tab.sheet.getRangeList(spans.map(([from, to]) => `${at}${from}:${at}${to}`)).setValue(cell);
      }
      const parse = rowReader(table, tab.header, columns);
      onSet(found.map(({ cells, row }) => ({ ...parse(cells, row), ...values })));
    },
  });
}
