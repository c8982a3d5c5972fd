import { untilStill } from '../grid/locate';
import {
  idIn,
  READ_IN_CELLS,
  readBlock,
  readColumns,
  rowReader,
  spansOf,
  type WholeColumn,
} from '../grid/rows';
import { findRange, type Tab } from '../grid/tab';
import type { Cell, Column } from '../schema/column';
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
    const [first, ...others] = blocks.map(({ read }) => read(index));
    selected.push(Object.assign(first as Pick<Row<T>, C>, ...others));
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
const MAX_LONG_ROWS = 10_000;
/** Matching rows no farther apart than this come in one read. */
const REACH = 1_000;

/**
 * Maps each row that meets the filters, from top to bottom: for reports over more rows than `list` may read at once. Of the
 * columns named only the matching rows are read, unless a filter has brought them. A row that is changed meanwhile comes as it
 * was or as it is.
 */
export function mapRows<T extends Table, C extends ColumnName<T>, R>(
  table: T,
  { where, columns }: { where: Where<T>; columns: readonly C[] },
  map: (row: Pick<Row<T>, C>) => R,
): R[] {
  const filters = filtersOf(table, where);
  const areLong = columns.some((name) => mayBeLong(columnOf(table, name)));
  return untilStill(table, (tab) => {
    const known = readColumns(table, [table.key, ...filters.map(({ column }) => column)]);
    const ids = known.find(({ name }) => name === table.key)?.cells.map(idIn) ?? [];
    const tests = filters.map(({ column, matches }) => {
      const { values = [] } = known.find(({ name }) => name === column) ?? {};
      return (index: number) => matches(values[index]);
    });
    const passes = ids.map((id, index) => id !== '' && tests.every((test) => test(index)));
    const parse = rowReader(table, tab.header, columns);
    const mapped: R[] = [];
    for (const [from, to] of blocksOf(passes, areLong ? MAX_LONG_ROWS : ids.length)) {
      const rows = readStill(tab, { from, to, columns, known, ids });
      if (!rows) return undefined;
      rows.forEach((cells, index) => {
        if (passes[from - 2 + index]) mapped.push(map(parse(cells, from + index)));
      });
    }
    return mapped;
  });
}

function mayBeLong({ isLong, type, empty }: Column<unknown>): boolean {
  return isLong === true || (type === 'text' && typeof empty === 'object');
}

/** First and last of the rows to be read together, by whether each row from 2 on passes. */
function blocksOf(passes: readonly boolean[], atOnce: number): [number, number][] {
  const rows = passes.flatMap((isPassing, index) => (isPassing ? [index + 2] : []));
  return spansOf(rows, REACH).flatMap(([from, to]) => {
    const count = Math.ceil((to - from + 1) / atOnce);
    return Array.from({ length: count }, (_, block): [number, number] => {
      const first = from + block * atOnce;
      return [first, Math.min(to, first + atOnce - 1)];
    });
  });
}

interface Block {
  from: number;
  to: number;
  columns: readonly string[];
  /** Whole columns that have been read, and the ids among them. */
  known: readonly WholeColumn[];
  ids: readonly string[];
}

/**
 * Cells of these rows by position: those of the known columns, and what one read each brings of the others. Undefined where the
 * ids have changed when all is read.
 */
function readStill(tab: Tab, { from, to, columns, known, ids }: Block): Cell[][] | undefined {
  const { schema, header } = tab;
  const key = header.get(schema.key);
  const height = to - from + 1;
  const rows = Array.from({ length: height }, (): Cell[] => []);
  for (const { name, cells } of known)
    rows.forEach((row, index) => {
      row[header.get(name)] = cells[from - 2 + index] ?? '';
    });
  const others = columns.filter((name) => !known.some((column) => column.name === name));
  const positions = others.flatMap((name) => header.positions(name));
  const groups = spansOf([key, ...positions], Math.max(1, READ_IN_CELLS / height));
  const withoutKey = groups.filter(([left, right]) => left < key || right > key);
  for (const [left, right] of groups.length === 1 ? groups : [...withoutKey, [key, key] as const]) {
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
  }
  return rows.every((cells, index) => idIn(cells[key]) === ids[from - 2 + index]) ? rows : undefined;
}
