import { type Cell, textOf } from '../../../src/tables/schema/column';
import { type ColumnName, columnNames, type Table } from '../../../src/tables/schema/table';
import { scan } from './tables';

export { columnNames, textOf };

export const TEXT_MARK = 'textMark';

export function useTextMark(): void {}

/** The rows as a sheet would have them. */
export function readCells<T extends Table, C extends ColumnName<T>>(table: T, names: readonly C[]) {
  return scan(table).map((row, index) => {
    const cells = names.map((name) => [name, table.columns[name]?.toCell(row[name] as never) ?? '']);
    return {
      row: index + 2,
      cells: Object.fromEntries(cells) as Record<C, Cell>,
      addressOf: (name: C) => `${table.name}!${name}${index + 2}`,
    };
  });
}

export function readTexts<T extends Table, C extends ColumnName<T>>(table: T, names: readonly C[]) {
  return readCells(table, names).map((row) => ({
    ...row,
    cells: Object.fromEntries(names.map((name) => [name, textOf(row.cells[name])])) as Record<C, string>,
  }));
}
