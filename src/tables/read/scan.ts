import { untilStill } from '../grid/locate';
import { idIn, READ_IN_CELLS, readBlock, readColumns, rowReader, spansOf } from '../grid/rows';
import { findRange, type Tab } from '../grid/tab';
import type { Cell } from '../schema/column';
import { letter } from '../schema/header';
import { type ColumnName, columnNames, columnOf, type Row, type Table } from '../schema/table';
import { filtersOf, type Where } from '../schema/where';

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

/** Number of rows that one call of Google brings safely, with long texts in them. */
const MAX_ROWS_AT_ONCE = 10_000;
/** Matching rows no farther apart than this come in one read. */
const REACH = 1_000;

/**
 * Maps each row that meets the filters, from top to bottom: for reports over more rows than `list` may read at once. Of the
 * columns named only the matching rows are read. A row that is changed meanwhile comes as it was or as it is.
 */
export function mapRows<T extends Table, C extends ColumnName<T>, R>(
  table: T,
  { where, columns }: { where: Where<T>; columns: readonly C[] },
  map: (row: Pick<Row<T>, C>) => R,
): R[] {
  const filters = filtersOf(table, where);
  return untilStill(table, (tab) => {
    const read = readColumns(table, [table.key, ...filters.map(({ column }) => column)]);
    const valuesOf = (name: string) => read.find((one) => one.name === name)?.values ?? [];
    const ids = read.find(({ name }) => name === table.key)?.cells.map(idIn) ?? [];
    const tests = filters.map(({ column, matches }) => {
      const values = valuesOf(column);
      return (index: number) => matches(values[index]);
    });
    const passes = ids.map((id, index) => id !== '' && tests.every((test) => test(index)));
    const parse = rowReader(table, tab.header, columns);
    const mapped: R[] = [];
    for (const [from, to] of blocksOf(passes)) {
      const rows = readStill(tab, { from, to, columns }, ids);
      if (!rows) return undefined;
      rows.forEach((cells, index) => {
        if (passes[from - 2 + index]) mapped.push(map(parse(cells, from + index)));
      });
    }
    return mapped;
  });
}

/** First and last of the rows to be read together, by whether each row from 2 on passes. */
function blocksOf(passes: readonly boolean[]): [number, number][] {
  const rows = passes.flatMap((isPassing, index) => (isPassing ? [index + 2] : []));
  return spansOf(rows, REACH).flatMap(([from, to]) => {
    const count = Math.ceil((to - from + 1) / MAX_ROWS_AT_ONCE);
    return Array.from({ length: count }, (_, block): [number, number] => {
      const first = from + block * MAX_ROWS_AT_ONCE;
      return [first, Math.min(to, first + MAX_ROWS_AT_ONCE - 1)];
    });
  });
}

interface Block {
  from: number;
  to: number;
  columns: readonly string[];
}

/** Reads each group of columns once; undefined where rows were moved before the last of them. */
function readStill(tab: Tab, { from, to, columns }: Block, ids: readonly string[]): Cell[][] | undefined {
  const { schema, header } = tab;
  const key = header.get(schema.key);
  const height = to - from + 1;
  const positions = columns.flatMap((name) => header.positions(name));
  const groups = spansOf([key, ...positions], Math.max(1, READ_IN_CELLS / height));
  const hasSeveral = groups.length > 1;
  const rows = Array.from({ length: height }, (): Cell[] => []);
  for (const [left, right] of hasSeveral ? [...groups, [key, key] as const] : groups) {
    const read: Cell[][] | undefined = findRange(
      schema,
      `${letter(left)}${from}:${letter(right)}${to}`,
    )?.getValues();
    if (!read) return undefined;
    read.forEach((cells, index) => {
      cells.forEach((cell, at) => {
        (rows[index] as Cell[])[left + at] = cell;
      });
    });
    const isStill =
      left > key || right < key || rows.every((cells, index) => idIn(cells[key]) === ids[from - 2 + index]);
    if (!isStill) return undefined;
  }
  return rows;
}
