import { boundSpreadsheet } from '../../platform/spreadsheet';
import { UserError } from '../../platform/user-error';
import { fromTextCells, isFull } from '../schema/cell-text';
import { type Cell, textOf } from '../schema/column';
import { type Columned, columnNames, type Table } from '../schema/table';
import { Header, letter } from './header';
import { rowReader } from './rows';
import { rangeOf, type Tabs } from './tabs';

/** A row as it was read; `row` is the number that the sheet shows. */
export interface Found {
  row: number;
  cells: Cell[];
}

/** Some cells of a row, each at its column's position. */
export interface RowAt {
  row: number;
  id: string;
  cells: Cell[];
}

/** A read costs as much as so many cells of one (platform facts 11.2). */
const READ_IN_CELLS = 80 / 0.009;

/** Columns of a tab as one read brought them: their header, and the rows below it, from row 2 on. */
export interface Block {
  header: Header;
  rows: Cell[][];
}

/** The row with this id if it stands there. */
export function findAt(
  tabs: Tabs,
  table: Table,
  { id, row }: { id: string; row: number },
): Found | undefined {
  const [cells = []] = cellsWithinGrid(tabs, table, row, row);
  return idIn(cells[keyOf(tabs, table)]) === id ? { row, cells } : undefined;
}

/** None where the rows lie outside the tab. */
export function cellsWithinGrid(tabs: Tabs, table: Table, from: number, to: number): Cell[][] {
  try {
    return cellsOf(tabs, table, from, to);
  } catch (error) {
    if (error instanceof UserError) throw error;
    return [];
  }
}

/** All cells of rows that stand next to each other. */
export function cellsOf(tabs: Tabs, table: Table, from: number, to: number): Cell[][] {
  const last = letter(tabs.open(table).header.width - 1);
  return rangeOf(tabs.spreadsheet, table.name, `A${from}:${last}${to}`).getValues();
}

export function keyOf(tabs: Tabs, table: Table): number {
  return tabs.open(table).header.get(table.key);
}

export function idIn(cell: Cell = ''): string {
  return textOf(fromTextCells([cell]));
}

/**
 * The cells of these rows that some columns and the key need, in as few reads as pay. Undefined where the tab has
 * become shorter.
 */
export function readRowsAt(
  tabs: Tabs,
  table: Table,
  { rows, names }: { rows: readonly number[]; names: readonly string[] },
): RowAt[] | undefined {
  const { header } = tabs.open(table);
  const positions = [table.key, ...names].flatMap((name) => header.positions(name));
  const [left, right] = [Math.min(...positions), Math.max(...positions)];
  const spans = spansOf(rows, READ_IN_CELLS / (right - left + 1));
  const address = ([from, to]: [number, number]) => `${letter(left)}${from}:${letter(right)}${to}`;
  const blocks = spans.map((span) => cellsAt(tabs, table, address(span)));
  if (!blocks.every((block) => block !== undefined)) return undefined;
  const key = keyOf(tabs, table);
  return rows.map((row) => {
    const index = spans.findIndex(([from, to]) => from <= row && row <= to);
    const read = blocks[index]?.[row - (spans[index]?.[0] ?? 0)] ?? [];
    const cells = [...Array<Cell>(left).fill(''), ...read];
    return { row, id: idIn(cells[key]), cells };
  });
}

function cellsAt({ spreadsheet }: Tabs, { name }: Table, address: string): Cell[][] | undefined {
  try {
    return rangeOf(spreadsheet, name, address).getValues();
  } catch (error) {
    if (error instanceof UserError) throw error;
    return undefined;
  }
}

/**
 * Whole columns in one read, found where they are expected to stand. They bring their own headers along: where
 * those are others, somebody has moved columns, and the header row tells where to. The same where a text goes on
 * in other columns.
 */
export function readBlock(schema: Columned, names: readonly string[]): Block {
  const expected = columnNames(schema);
  const block = tryToRead(
    schema,
    names.map((name) => expected.indexOf(name)),
  );
  if (block && isWhole(block, names)) return block;
  const header = new Header(schema, cellsIn(schema.name, '1:1')[0] ?? []);
  return readSpan(
    schema,
    names.flatMap((name) => header.positions(name)),
  );
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

function isWhole({ header, rows }: Block, names: readonly string[]): boolean {
  if (!names.every((name) => header.has(name))) return false;
  const positions = names.map((name) => header.get(name));
  return !rows.some((cells) => positions.some((position) => isFull(cells[position])));
}

/** Undefined where the tab has fewer columns than expected. */
function tryToRead(schema: Columned, positions: readonly number[]): Block | undefined {
  try {
    return readSpan(schema, positions);
  } catch (error) {
    if (error instanceof UserError) throw error;
    return undefined;
  }
}

function readSpan(schema: Columned, positions: readonly number[]): Block {
  const [left, right] = [Math.min(...positions), Math.max(...positions)];
  const [first = [], ...rows] = cellsIn(schema.name, `${letter(left)}:${letter(right)}`);
  return { header: new Header(schema, first, left), rows };
}

function cellsIn(tab: string, address: string): Cell[][] {
  return rangeOf(boundSpreadsheet(), tab, address).getValues();
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
