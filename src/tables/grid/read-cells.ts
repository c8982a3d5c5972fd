import { fromTextCells, isFull } from '../schema/cell-text';
import { type Cell, textOf } from '../schema/column';
import { type Columned, columnNames, type Table } from '../schema/table';
import { Header, letter } from './header';
import { rowReader } from './rows';
import { findRange, rangeIn, type Tab } from './tab';

/** A row, or some of its cells, each at its column's position; `row` is the number that the sheet shows. */
export interface Found {
  row: number;
  id: string;
  cells: Cell[];
}

/** The id in a cell, as text: Sheets may have taken it for a number. */
export function idIn(cell: Cell = ''): string {
  return textOf(fromTextCells([cell]));
}

export function toFound({ schema, header }: Tab, row: number, cells: Cell[]): Found {
  return { row, id: idIn(cells[header.get(schema.key)]), cells };
}

/** The row with this id if it stands there. */
export function findAt(tab: Tab, id: string, row: number): Found | undefined {
  const found = toFound(tab, row, tab.findRows(row, row)[0] ?? []);
  return found.id === id ? found : undefined;
}

/** A read costs as much as so many cells of one (platform facts 11.2). */
const READ_IN_CELLS = 80 / 0.009;

/**
 * The cells of these rows that some columns and the key need, in as few reads as pay. Undefined where the tab has
 * become shorter.
 */
export function readRowsAt(tab: Tab, rows: readonly number[], names: readonly string[]): Found[] | undefined {
  const { schema, header } = tab;
  const positions = [schema.key, ...names].flatMap((name) => header.positions(name));
  const [left, right] = [Math.min(...positions), Math.max(...positions)];
  const found = new Map<number, Found>();
  for (const [from, to] of spansOf(rows, READ_IN_CELLS / (right - left + 1))) {
    const range = findRange(schema, `${letter(left)}${from}:${letter(right)}${to}`);
    if (!range) return undefined;
    range.getValues().forEach((read: Cell[], index) => {
      found.set(from + index, toFound(tab, from + index, [...Array<Cell>(left).fill(''), ...read]));
    });
  }
  return rows.map((row) => found.get(row) ?? { row, id: '', cells: [] });
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

/** Columns of a tab as one read brought them: their header, and the rows below it, from row 2 on. */
export interface Block {
  header: Header;
  rows: Cell[][];
}

/**
 * Whole columns in one read, found where they are expected to stand. They bring their own headers along: where those are
 * others, somebody has moved columns, and the header row tells where to. The same where a text goes on in other columns.
 */
export function readBlock(schema: Columned, names: readonly string[]): Block {
  const expected = columnNames(schema);
  const positions = names.map((name) => expected.indexOf(name));
  // The tab may have fewer columns than expected.
  const range = findRange(schema, addressOf(positions));
  const block = range && toBlock(schema, range, positions);
  if (block && isWhole(block, names)) return block;
  const header = new Header(schema, rangeIn(schema, '1:1').getValues()[0] ?? []);
  const actual = names.flatMap((name) => header.positions(name));
  return toBlock(schema, rangeIn(schema, addressOf(actual)), actual);
}

function addressOf(positions: readonly number[]): string {
  return `${letter(Math.min(...positions))}:${letter(Math.max(...positions))}`;
}

function toBlock(
  schema: Columned,
  range: GoogleAppsScript.Spreadsheet.Range,
  positions: readonly number[],
): Block {
  const [header = [], ...rows]: Cell[][] = range.getValues();
  return { header: new Header(schema, header, Math.min(...positions)), rows };
}

function isWhole({ header, rows }: Block, names: readonly string[]): boolean {
  if (!names.every((name) => header.has(name))) return false;
  const positions = names.map((name) => header.get(name));
  return !rows.some((cells) => positions.some((position) => isFull(cells[position])));
}

/** A column from row 2 on: its cells, and what they mean. */
export interface WholeColumn {
  name: string;
  cells: Cell[];
  values: unknown[];
}

/** Whole columns; those that stand side by side come in one read, since what stands between others may be long. */
export function readColumns(table: Table, names: readonly string[]): WholeColumn[] {
  const groups: string[][] = [];
  const expected = columnNames(table);
  expected.forEach((name, index) => {
    if (!names.includes(name)) return;
    const group = groups[groups.length - 1];
    if (group && group[group.length - 1] === expected[index - 1]) group.push(name);
    else groups.push([name]);
  });
  return groups.flatMap((group) => {
    const { header, rows } = readBlock(table, group);
    return group.map((name) => {
      const [read, position] = [rowReader(table, header, [name]), header.get(name)];
      return {
        name,
        cells: rows.map((cells) => cells[position] ?? ''),
        values: rows.map((cells, index) => read(cells, index + 2)[name]),
      };
    });
  });
}
