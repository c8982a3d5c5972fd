import { rowsAreMoving } from '../../platform/user-error';
import { fromTextCells, isFull, toTextCells } from '../schema/cell-text';
import { type Cell, type Column, type OwnValues, text, textOf } from '../schema/column';
import { Header, letter } from '../schema/header';
import { ownNeeds, readOwn, writeOwn } from '../schema/own-columns';
import { SEARCHABLE, toSearchable } from '../schema/searchable';
import {
  type Columned,
  type ColumnName,
  columnNames,
  columnOf,
  isOwn,
  type Row,
  type Table,
  tabColumns,
} from '../schema/table';
import { findRange, rangeIn, type Tab, wholeRows } from './tab';

/** A row, or some of its cells, each at its column's position; `row` is the number that the sheet shows. */
export interface Found {
  row: number;
  id: string;
  cells: Cell[];
}

/** A read costs as much as so many cells of one (platform facts 11.2). */
export const READ_IN_CELLS = 80 / 0.009;

/** Columns of a tab as one read brought them: their header, and the rows below it, from row 2 on. */
export interface Block {
  header: Header;
  rows: Cell[][];
}

/** A column from row 2 on: its cells, and what they mean. */
export interface WholeColumn {
  name: string;
  cells: Cell[];
  values: unknown[];
}

/** The cells of a row by position; a long text fills its continuations, and clears those it does not need. */
export function toCells<T extends Table>(
  { schema, header }: Tab<T>,
  row: Partial<Row<T>>,
): Map<number, Cell> {
  const cells = new Map<number, Cell>();
  for (const [name, value] of Object.entries(row)) {
    const column = columnOf(schema, name);
    if (column.isOwn)
      for (const [position, cell] of writeOwn(header.own(), value as OwnValues)) cells.set(position, cell);
    if (column.isOwn) continue;
    const written = writeValue(column, value);
    header.positions(name).forEach((position, part) => {
      cells.set(position, written[part] ?? '');
    });
  }
  return cells;
}

/** Counts the cells that each value of these rows needs at most, for the columns that need more than one. */
export function partsNeeded<T extends Table>(
  table: T,
  rows: readonly Partial<Row<T>>[],
): Map<string, number> {
  const needed = new Map<string, number>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const column = columnOf(table, name);
      if (column.isOwn) for (const added of ownNeeds(name, value as OwnValues)) needed.set(added, 1);
      if (column.isOwn) continue;
      const { length } = writeValue(column, value);
      if (length > (needed.get(name) ?? 1)) needed.set(name, length);
    }
  }
  return needed;
}

/** Reads rows below this header; `row` is the number that the sheet shows. */
export function rowReader<T extends Table, C extends ColumnName<T>>(
  table: T,
  header: Header,
  names: readonly C[],
): (cells: readonly Cell[], row: number) => Pick<Row<T>, C> {
  const columns = names.map((name) => ({
    name,
    column: columnOf(table, name),
    positions: header.positions(name),
    own: isOwn(table, name) ? header.own() : undefined,
  }));
  return (cells, row) => {
    const read: Record<string, unknown> = {};
    for (const { name, column, positions, own: added } of columns) {
      const own = positions.map((position) => cells[position] ?? '');
      read[name] = added ? readOwn(added, cells) : readValue(column, own, () => header.addressOf(name, row));
    }
    return read as Pick<Row<T>, C>;
  };
}

/** Parses all cells of a row. @throws LayoutError where the tab lacks a column */
export function parseRow<T extends Table>({ schema, header }: Tab<T>, { cells, row }: Found): Row<T> {
  return rowReader(schema, header, columnNames(schema))(cells, row) as Row<T>;
}

/** The cells that a value needs, as they have to be written. */
export function writeValue<T>(column: Column<T>, value: T): Cell[] {
  const cell = column.toCell(value);
  return typeof cell === 'string' ? toTextCells(cell) : [cell];
}

/** The value in these cells. An invalid one stops nothing: it is logged and reads as empty. */
export function readValue<T>(column: Column<T>, cells: readonly Cell[], addressOf: () => string): T {
  const value = parseValue(column, cells);
  if (value !== undefined) return value;
  console.warn(`${addressOf()} must be ${column.holds}. It is treated as empty until it is fixed.`);
  return column.empty;
}

function parseValue<T>(column: Column<T>, cells: readonly Cell[]): T | undefined {
  const cell = fromTextCells(cells);
  return cell === '' ? column.empty : column.fromCell(cell);
}

/** Neighbouring cells, by the position of the first: they are written together. */
export function runsOf(cells: ReadonlyMap<number, Cell>): Map<number, Cell[]> {
  const runs = new Map<number, Cell[]>();
  let first = -1;
  for (const [position, cell] of [...cells].sort(([a], [b]) => a - b)) {
    const run = runs.get(first);
    if (run && position === first + run.length) run.push(cell);
    else {
      first = position;
      runs.set(first, [cell]);
    }
  }
  return runs;
}

/** All cells of a row, blank where the table has no column. */
export function toLine<T extends Table>(tab: Tab<T>, row: Row<T>): Cell[] {
  const cells = new Map([...toCells(tab, row), ...searchableCell(tab, row)]);
  return Array.from({ length: tab.header.width }, (_, position) => cells.get(position) ?? '');
}

/** The cell by which `q` finds a row, at its position, where the table has one: as `searchableOf` makes it. */
export function searchableCell<T extends Table>(
  tab: Tab<T>,
  row: Partial<Row<T>>,
  present?: readonly Cell[],
): [number, Cell][] {
  if (!tab.schema.lookups?.search) return [];
  const [cell = ''] = writeValue(text(), searchableOf(tab, row, present));
  return [[tab.header.get(SEARCHABLE), cell]];
}

/** The words by which `q` finds a row: those of the row, and of its present cells where it has no other value. */
export function searchableOf<T extends Table>(
  { schema, header }: Tab<T>,
  row: Partial<Row<T>>,
  present: readonly Cell[] = [],
): string {
  const values: Readonly<Record<string, unknown>> = row;
  const cells = schema.lookups?.search?.map((name) =>
    name in row
      ? columnOf(schema, name).toCell(values[name])
      : fromTextCells(header.positions(name).map((position) => present[position] ?? '')),
  );
  return toSearchable(cells?.map(textOf) ?? []);
}

/** The id in a cell, as text: Sheets may have taken it for a number. */
export function idIn(cell: Cell = ''): string {
  return textOf(fromTextCells([cell]));
}

export function toFound({ schema, header }: Tab, row: number, cells: Cell[]): Found {
  return { row, id: idIn(cells[header.get(schema.key)]), cells };
}

/** The row with this id, if it is there. */
export function findAt(tab: Tab, id: string, row: number): Found | undefined {
  const found = toFound(tab, row, tab.findRows(row, row)[0] ?? []);
  return found.id === id ? found : undefined;
}

/** Reads these rows with their ids, and the cells that some columns need. Undefined where the tab has become shorter. */
export function readRowsAt(tab: Tab, rows: readonly number[], names: readonly string[]): Found[] | undefined {
  const found = readCellsAt(tab, rows, [tab.schema.key, ...names]);
  return found && rows.map((row) => toFound(tab, row, found.get(row) ?? []));
}

/** Reads the cells of some columns by row, each at its position, in as few reads as pay. */
export function readCellsAt(
  { schema, header }: Tab,
  rows: readonly number[],
  names: readonly string[],
): Map<number, Cell[]> | undefined {
  const positions = names.flatMap((name) => header.positions(name));
  const [left, right] = [Math.min(...positions), Math.max(...positions)];
  const found = new Map<number, Cell[]>();
  for (const [from, to] of spansOf(rows, READ_IN_CELLS / (right - left + 1))) {
    const range = findRange(schema, `${letter(left)}${from}:${letter(right)}${to}`);
    if (!range) return undefined;
    range.getValues().forEach((read: Cell[], index) => {
      found.set(from + index, [...Array<Cell>(left).fill(''), ...read]);
    });
  }
  return found;
}

/** First and last of the places that are read together: those no farther apart than `reach`. */
export function spansOf(places: readonly number[], reach: number): [number, number][] {
  const spans: [number, number][] = [];
  for (const place of [...places].sort((a, b) => a - b)) {
    const span = spans[spans.length - 1];
    if (span && place - span[1] <= reach) span[1] = place;
    else spans.push([place, place]);
  }
  return spans;
}

/**
 * Whole columns in one read, from their expected positions. Their headers come along: where those differ, columns have been
 * moved, and the header row says where to. The same where a text goes on in other columns. `height` is the number of rows
 * below the header, where it is known from another block.
 */
export function readBlock(schema: Columned, names: readonly string[], height?: number): Block {
  const expected = Object.keys(tabColumns(schema));
  const whole = wholeRows(schema);
  const places = names.map((name) => expected.indexOf(name));
  const spanned = whole || places.includes(-1) ? undefined : readSpan(schema, places, height);
  const block = whole ? { header: new Header(schema, whole[0] ?? []), rows: whole.slice(1) } : spanned;
  const isWhole = ({ header, rows }: Block) =>
    names.every((name) => header.has(name)) &&
    names.map((name) => header.get(name)).every((position) => !rows.some((cells) => isFull(cells[position])));
  if (block && isWhole(block)) return block;
  const header = new Header(schema, rangeIn(schema, '1:1').getValues()[0] ?? []);
  const positions = names.flatMap((name) => header.positions(name));
  // The owner may have added no column.
  const actual = readSpan(schema, positions.length > 0 ? positions : [0], height);
  if (!actual) throw rowsAreMoving(schema.name);
  return actual;
}

/**
 * A grid goes on below its last row with content, for a thousand rows in a new tab: to know where costs less than to read
 * these rows of more columns than so many.
 */
const FEW_COLUMNS = 4;

/** Undefined where the tab has fewer columns. */
function readSpan(schema: Columned, positions: readonly number[], height?: number): Block | undefined {
  const [left, right] = [Math.min(...positions), Math.max(...positions)];
  const [from, to] = [letter(left), letter(right)];
  const columns = findRange(schema, `${from}:${to}`);
  const isWide = columns && right - left >= FEW_COLUMNS;
  const last = height !== undefined ? height + 1 : isWide ? columns.getSheet().getLastRow() : undefined;
  const range = last === undefined ? columns : findRange(schema, `${from}1:${to}${Math.max(1, last)}`);
  if (!range) return undefined;
  const [header = [], ...rows]: Cell[][] = range.getValues();
  return { header: new Header(schema, header, left), rows };
}

/** Whole columns; neighbours come in one read, since the columns between others may be long. */
export function readColumns(table: Table, names: readonly string[]): WholeColumn[] {
  const own = names.filter((name) => isOwn(table, name)).map((name) => [name]);
  return [...neighboursAmong(table, names), ...own].flatMap((group) => {
    const { header, rows } = readBlock(table, group);
    return group.map((name) => {
      const [position = -1, ...more] = isOwn(table, name) ? [] : header.positions(name);
      const cells = rows.map((line) => line[position] ?? '');
      if (position >= 0 && more.length === 0) return toWholeColumn(table, name, { header, cells });
      const read = rowReader(table, header, [name]);
      return { name, cells, values: rows.map((line, index) => read(line, index + 2)[name]) };
    });
  });
}

/** The same columns, none of which is the owner's, of these neighbouring rows alone. @throws where the tab has become shorter */
export function readColumnsOf(tab: Tab, names: readonly string[], rows: readonly number[]): WholeColumn[] {
  const { schema, header } = tab;
  return neighboursAmong(schema, names).flatMap((group) => {
    const found = readCellsAt(tab, rows, group);
    if (!found) throw rowsAreMoving(schema.name);
    return group.map((name) => {
      const read = rowReader(schema, header, [name]);
      const lines = rows.map((row) => found.get(row) ?? []);
      const cells = lines.map((line) => line[header.get(name)] ?? '');
      return { name, cells, values: lines.map((line, index) => read(line, rows[index] ?? 0)[name]) };
    });
  });
}

function neighboursAmong(table: Table, names: readonly string[]): string[][] {
  const groups: string[][] = [];
  const expected = Object.keys(tabColumns(table));
  expected.forEach((name, index) => {
    if (!names.includes(name)) return;
    const group = groups[groups.length - 1];
    if (group && group[group.length - 1] === expected[index - 1]) group.push(name);
    else groups.push([name]);
  });
  return groups;
}

const MAX_KNOWN_CELLS = 1_000;

/** A column without continuations. A long one has the same cells again and again, as a rule, and each is parsed once. */
export function toWholeColumn(
  table: Table,
  name: string,
  { header, cells }: { header: Header; cells: Cell[] },
): WholeColumn {
  const column = columnOf(table, name);
  const known = new Map<Cell, unknown>([['', column.empty]]);
  const values = cells.map((cell, index) => {
    const seen = known.get(cell);
    if (seen !== undefined) return seen;
    const value = parseValue(column, [cell]);
    if (value === undefined) return readValue(column, [cell], () => header.addressOf(name, index + 2));
    if (known.size < MAX_KNOWN_CELLS) known.set(cell, value);
    return value;
  });
  return { name, cells, values };
}
