import { readBlock } from './block';
import type { Cell } from './cell';
import type { Header } from './header';
import { rowReader } from './rows';
import { type ColumnName, columnNames, type Row, type Table } from './table';

/**
 * Some columns of every row, each read whole and those that stand side by side in one call: what stands between may
 * be long. Rows in which all of them are blank are left out.
 */
export function readColumns<T extends Table, C extends ColumnName<T>>(
  table: T,
  names: readonly C[],
): Pick<Row<T>, C>[] {
  const blocks = sideBySide(table, names).map((together) => readTogether(table, together));
  const [first] = blocks;
  const isBlank = (index: number) => blocks.every(({ isBlank }) => isBlank[index]);
  return (first?.rows ?? []).flatMap((_, index) =>
    isBlank(index) ? [] : [joined(blocks.map(({ rows }) => rows[index])) as Pick<Row<T>, C>],
  );
}

function joined(parts: readonly (object | undefined)[]): object {
  const [first = {}] = parts;
  return parts.length > 1 ? Object.assign({}, ...parts) : first;
}

/** The names in groups, each of columns that are read at once. */
export function sideBySide<T extends Table, C extends ColumnName<T>>(table: T, names: readonly C[]): C[][] {
  const expected = columnNames(table);
  const groups: C[][] = [];
  for (const name of expected.filter((one): one is C => names.includes(one as C))) {
    const group = groups[groups.length - 1];
    const last = group?.[group.length - 1];
    if (group && last && expected.indexOf(name) === expected.indexOf(last) + 1) group.push(name);
    else groups.push([name]);
  }
  return groups;
}

function readTogether<T extends Table, C extends ColumnName<T>>(table: T, names: readonly C[]) {
  const { header, rows } = readBlock(table.name, columnNames(table), names);
  const read = rowReader(table, header, names);
  return {
    rows: rows.map((cells, index) => read(cells, index + 2)),
    isBlank: rows.map((cells) => areBlank(cells, header, names)),
  };
}

function areBlank(cells: readonly Cell[], header: Header, names: readonly string[]): boolean {
  return names.every((name) => cells[header.get(name)] === '');
}
