import type { Cell } from '../../src/tables/schema/column';
import { textOf } from '../../src/tables/schema/column';
import { letter } from '../../src/tables/schema/header';
import { type ColumnName, columnNames, type Table } from '../../src/tables/schema/table';
import type { RowCells } from '../../src/tables/sheet';
import { layoutOf, storedColumn } from './layout';
import { forEachBlock } from './read';
import { toCell } from './rows';

/** Exports what desks know of tables as the owner sees them, for those that are edited in a sheet and come from there. */

export { textOf } from '../../src/tables/schema/column';
export { columnNames, tabColumns } from '../../src/tables/schema/table';

/** The cache has no entry of this name: how a sheet marks texts is nothing to a database. */
export const TEXT_MARK = 'textMark';

export function useTextMark(_cached: string | undefined): void {}

/** Reads columns of every row, with the addresses that their cells have in the sheet. */
export function readCells<T extends Table, C extends ColumnName<T>>(
  table: T,
  names: readonly C[],
): RowCells<C, Cell>[] {
  const layout = layoutOf(table);
  const all = columnNames(table);
  const read: RowCells<C, Cell>[] = [];
  forEachBlock(table, { where: {}, columns: names }, (rows) => {
    for (const stored of rows) {
      const row = read.length + 2;
      const cells = names.map((name) => [name, toCell(stored[storedColumn(layout, name).storedAs] ?? null)]);
      const addressOf = (name: C) => `${table.name}!${letter(all.indexOf(name))}${row}`;
      read.push({ row, cells: Object.fromEntries(cells) as Record<C, Cell>, addressOf });
    }
  });
  return read;
}

/** The same as texts. */
export function readTexts<T extends Table, C extends ColumnName<T>>(
  table: T,
  names: readonly C[],
): RowCells<C, string>[] {
  return readCells(table, names).map((row) => ({
    ...row,
    cells: Object.fromEntries(names.map((name) => [name, textOf(row.cells[name])])) as Record<C, string>,
  }));
}
