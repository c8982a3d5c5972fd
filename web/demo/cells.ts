import { type Cell, textOf } from '../../src/tables/schema/column';
import {
  type ColumnName,
  columnNames,
  type Row,
  type Table,
  tabColumns,
} from '../../src/tables/schema/table';
import type { Write } from '../../src/tables/schema/write';
import { findAll, scan, stepOf, writeAll } from './tables';
import * as write from './writes';

export { keyValues } from '../../src/tables/schema/key-values';
export { columnNames, tabColumns, textOf };

/** What `src/tables/sheet.ts` does in a sheet, as far as the code of the demo asks for it. */

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

/** The demo has settings of its own. */
export const readValues = () => ({});

interface Setting<T extends Table> {
  values: Partial<Row<T>>;
  onSet: (rows: Row<T>[]) => void;
}

/** Nobody deletes a row meanwhile. */
export function setInRows<T extends Table>(
  table: T,
  ids: readonly string[],
  { values, onSet }: Setting<T>,
): Write {
  return stepOf(() => {
    writeAll(write.update(table, new Map(ids.map((id) => [id, () => values]))));
    onSet(findAll(table, table.key as ColumnName<T>, ids));
  });
}

/** Its tabs are as this release wants them. */
export const migrate = () => false;
