import { boundSpreadsheet } from '../../platform/spreadsheet';
import type { Header } from '../grid/header';
import { readBlock } from '../grid/read-cells';
import { rowReader } from '../grid/rows';
import { rangeOf, Tabs } from '../grid/tabs';
import { toStorable } from '../schema/cell-text';
import type { Cell } from '../schema/column';
import { type ColumnName, columnNames, type Row, type Table } from '../schema/table';

/** Row by row what stands in one column, and whether the text searched for stands anywhere in another. */
interface Searched<V> {
  value: V;
  isMatch: boolean;
}

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

/**
 * Looks for a text in a column, letter case aside, without reading the column: long texts stay in the sheet. A text
 * that crosses from one cell to its continuation, at 49,000 characters, is not found.
 */
export function search<T extends Table, C extends ColumnName<T>>(
  table: T,
  { column, text }: { column: ColumnName<T>; text: string },
  answer: C,
): Searched<Row<T>[C]>[] {
  const { header, rows } = readBlock(table.name, columnNames(table), [answer]);
  const matches = rowsWith(table.name, column, text);
  const read = rowReader(table, header, [answer]);
  return rows.map((cells, index) => ({
    value: read(cells, index + 2)[answer],
    isMatch: matches.has(index + 2),
  }));
}

function rowsWith(tab: string, column: string, text: string): Set<number> {
  const tabs = new Tabs(boundSpreadsheet());
  const found = tabs
    .open(tab)
    .header.letters(column)
    .flatMap((at) =>
      rangeOf(tabs.spreadsheet, tab, `${at}:${at}`).createTextFinder(toStorable(text)).findAll(),
    );
  return new Set(found.map((cell) => cell.getRow()));
}
