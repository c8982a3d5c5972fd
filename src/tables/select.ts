import { readBlock } from './block';
import type { Cell } from './cell';
import { rowReader } from './rows';
import { type ColumnName, columnNames, type Row, type Table } from './table';

/** Every row of a table, but only the columns asked for. Blank rows are left out. */
export function select<T extends Table, C extends ColumnName<T>>(
  table: T,
  names: readonly C[],
): Pick<Row<T>, C>[] {
  const { header, rows } = readBlock(table.name, columnNames(table), names);
  const positions = names.map((name) => header.get(name));
  const isBlank = (cells: readonly Cell[]) => positions.every((position) => cells[position] === '');
  const read = rowReader(table, header, names);
  return rows.flatMap((cells, index) => (isBlank(cells) ? [] : [read(cells, index + 2)]));
}
