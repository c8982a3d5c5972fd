import { readBlock, rowReader } from '../grid/rows';
import { type ColumnName, columnNames, columnOf, type Row, type Table } from '../schema/table';

/**
 * All rows, or some of their columns, from top to bottom: for small tables. Blank rows are left out. It is one read, and
 * one more for each column of long texts that lies between those that are asked for. Where a person sorts the tab between
 * two of these, a row is answered with values of another one: fit to be shown, but not to be written by.
 */
export function scan<T extends Table, C extends ColumnName<T> = ColumnName<T>>(
  table: T,
  names: readonly C[] = columnNames(table) as C[],
): Pick<Row<T>, C>[] {
  let height: number | undefined;
  const blocks = betweenLongTexts(table, names).map((group) => {
    const { header, rows } = readBlock(table, group, height);
    height = rows.length;
    const positions = group.map((name) => header.get(name));
    const read = rowReader(table, header, group);
    const isBlank = (index: number) => positions.every((position) => rows[index]?.[position] === '');
    return { length: rows.length, isBlank, read: (index: number) => read(rows[index] ?? [], index + 2) };
  });
  const length = Math.min(...blocks.map((block) => block.length));
  const selected: Pick<Row<T>, C>[] = [];
  for (let index = 0; index < length; index++) {
    if (blocks.every(({ isBlank }) => isBlank(index))) continue;
    selected.push(Object.assign({}, ...blocks.map(({ read }) => read(index))));
  }
  return selected;
}

/** Columns in groups that one read each can bring without long texts that nobody has asked for. */
function betweenLongTexts<T extends Table, C extends ColumnName<T>>(table: T, names: readonly C[]): C[][] {
  const groups: C[][] = [];
  let isApart = true;
  for (const name of columnNames(table) as C[]) {
    if (!names.includes(name)) {
      isApart ||= columnOf(table, name).isLong === true;
      continue;
    }
    if (isApart) groups.push([]);
    groups[groups.length - 1]?.push(name);
    isApart = false;
  }
  return groups;
}
