import { readBlock } from '../grid/rows';
import { readSequence } from '../grid/sequence';
import { rangeIn } from '../grid/tab';
import { fromTextCells } from '../schema/cell-text';
import { type Cell, textOf } from '../schema/column';
import { Header } from '../schema/header';
import { type Columned, type ColumnName, columnNames, isOwn, type Table } from '../schema/table';

/**
 * Rows of a tab as its cells hold them, formulas as values, every column in its order. Those of the owner are empty unless they
 * are named: nobody needs them, and a formula in them may have another value each time.
 */
export interface RawRows {
  header: Cell[];
  rows: Cell[][];
}

/** Reads at most `count` rows from `from` on; fewer where the tab ends. `own` names the owner's columns that come along. */
export function readRawRows(
  table: Table,
  { from, count, own = [] }: { from: number; count: number; own?: readonly string[] },
): RawRows {
  const first = rangeIn(table, '1:1');
  const [texts = []]: Cell[][] = first.getValues();
  const sheet = first.getSheet();
  const height = Math.min(sheet.getLastRow(), from + count - 1) - from + 1;
  const rows: Cell[][] = height > 0 ? sheet.getRange(from, 1, height, texts.length).getValues() : [];
  const header = new Header(table, texts);
  const columns = columnNames(table).filter((name) => !isOwn(table, name));
  const added = [...header.own()].filter(([text]) => own.includes(text)).map(([, position]) => position);
  const known = new Set([...columns.flatMap((name) => header.positions(name)), ...added]);
  return { header: texts, rows: rows.map((cells) => cells.map((cell, at) => (known.has(at) ? cell : ''))) };
}

/** The row number of the last cell with content; 1 where only the header has any. */
export function lastRowOf(table: Columned): number {
  return rangeIn(table, '1:1').getSheet().getLastRow();
}

/** The number of the next row's id; 1 where none was ever given. */
export function nextNumberOf({ name }: Table): number {
  return readSequence(name)?.next ?? 1;
}

/** Cells of a row as people typed them. */
export interface RowCells<C extends string, V> {
  /** The number that the sheet shows. */
  row: number;
  cells: Record<C, V>;
  /** `Scoring!C7` */
  addressOf(column: C): string;
}

/** Reads a few columns of every row, blank ones too, with the addresses of the cells for error messages. */
export function readCells<T extends Table, C extends ColumnName<T>>(
  table: T,
  names: readonly C[],
): RowCells<C, Cell>[] {
  const { header, rows } = readBlock(table, names);
  return rows.map((cells, index) => ({
    row: index + 2,
    cells: mapCells(names, (name) => fromTextCells([cells[header.get(name)] ?? ''])),
    addressOf: (name) => header.addressOf(name, index + 2),
  }));
}

/** The same as texts. */
export function readTexts<T extends Table, C extends ColumnName<T>>(
  table: T,
  names: readonly C[],
): RowCells<C, string>[] {
  return readCells(table, names).map((row) => ({
    ...row,
    cells: mapCells(names, (name) => textOf(row.cells[name])),
  }));
}

function mapCells<C extends string, V>(names: readonly C[], cellOf: (name: C) => V): Record<C, V> {
  return Object.fromEntries(names.map((name) => [name, cellOf(name)])) as Record<C, V>;
}
