import { boundSpreadsheet } from '../../platform/spreadsheet';
import { rowsAreMoving } from '../../platform/user-error';
import { contentsOf, fromTextCells } from '../schema/cell-text';
import { type Cell, textOf } from '../schema/column';
import type { Place } from '../schema/cursor';
import type { Table } from '../schema/table';
import { type Found, findAt, idIn, readBlock, toFound } from './rows';
import { findRange, Tab } from './tab';

/** Number of times that rows are looked for while they are being moved. */
export const MAX_ATTEMPTS = 3;

/**
 * Reads again, from a tab opened anew, as long as rows are being moved: `read` returns undefined where the parts that it has
 * read do not fit together, and is told when it is asked for the last time.
 * @throws BusyError after three attempts
 */
export function untilStill<R>(table: Table, read: (tab: Tab, isLast: boolean) => R | undefined): R {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const result = read(new Tab(table), attempt === MAX_ATTEMPTS);
    if (result !== undefined) return result;
    SpreadsheetApp.flush();
  }
  throw rowsAreMoving(table.name);
}

/** The row with this id and all its cells, undefined where there is none: where counting leads, else by its id's column. */
export function findRow(tab: Tab, id: string): Found | undefined {
  if (id === '') return undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const near = findNear(tab, id);
    if (near) return near;
    const [row] = rowsOfTexts(tab, tab.schema.key, [id]);
    if (row === undefined) return undefined;
    const found = findAt(tab, id, row);
    if (found) return found;
    SpreadsheetApp.flush();
  }
  throw rowsAreMoving(tab.schema.name);
}

/** After so many reads that did not find the row, the whole column of ids is searched. */
const MAX_PROBES = 3;
/** Short rows on each side of the expected one are read with it: up to so many, and so many characters. */
const MAX_MARGIN = 48;
const MAX_CHARACTERS = 60_000;
/** A first probe knows only the tab's first row, and others may be longer. */
const FIRST_MARGIN = 2;
/** Rows that are missing at the end of a tab lie no farther beyond it, as a rule. */
const MAX_BEYOND = 5_000;

/**
 * Finds a row whose ids count upwards: one read of the row to which counting from the tab's first row leads, whatever the size of
 * the tab. Where rows have moved, the id read there tells by how much. Undefined where the owner has sorted the tab.
 */
export function findNear(tab: Tab, id: string): Found | undefined {
  const { schema, header, first } = tab;
  const wanted = numberIn(schema, id);
  const begin = numberIn(schema, idIn(first[header.get(schema.key)]));
  if (!wanted || !begin) return undefined;
  let row = Math.max(2, 2 + wanted - begin);
  let margin = Math.min(FIRST_MARGIN, marginFor(first));
  let distance = Number.POSITIVE_INFINITY;
  for (let probe = 0; probe < MAX_PROBES; probe++) {
    const rows = rowsAbout(tab, row, margin);
    const nearest =
      nearestTo(schema, rows, wanted) ?? (probe === 0 ? lastRow(tab, { expected: row, wanted }) : undefined);
    if (nearest?.id === id) return nearest;
    // Each read has to lead nearer, or the ids are in no order.
    if (!nearest || Math.abs(nearest.distance) > distance / 2) return undefined;
    distance = Math.abs(nearest.distance);
    row = nearest.row + nearest.distance;
    margin = marginFor(nearest.cells);
    if (row < 2) return undefined;
  }
  return undefined;
}

/** One row, and how many numbers lie between it and the wanted one. */
interface Neighbour extends Found {
  distance: number;
}

function rowsAbout(tab: Tab, row: number, margin: number): Found[] {
  const from = Math.max(2, row - margin);
  return tab.findRows(from, row + margin).map((cells, index) => toFound(tab, from + index, cells));
}

function nearestTo(table: Table, rows: readonly Found[], wanted: number): Neighbour | undefined {
  return rows
    .filter(({ id }) => numberIn(table, id))
    .map((found): Neighbour => ({ ...found, distance: wanted - numberIn(table, found.id) }))
    .sort((a, b) => Math.abs(a.distance) - Math.abs(b.distance))[0];
}

/** Finds the last row, for one that is expected beyond the end of the tab, since others above it are gone. */
function lastRow(
  tab: Tab,
  { expected, wanted }: { expected: number; wanted: number },
): Neighbour | undefined {
  const last = tab.sheet.getLastRow();
  if (last < 2 || expected <= last || expected - last > MAX_BEYOND) return undefined;
  return nearestTo(tab.schema, rowsAbout(tab, last, 0), wanted);
}

function marginFor(cells: readonly Cell[]): number {
  const rows = MAX_CHARACTERS / Math.max(1, cells.join().length);
  return Math.max(0, Math.min(MAX_MARGIN, Math.floor((rows - 1) / 2)));
}

/** Number of rows from which a search by the sheet itself is faster than reading the column (platform facts 11.2). */
const MANY_ROWS = 44_000;

/** The rows that have exactly one of these texts in a column, from top to bottom, as the whole column says. */
export function rowsOfTexts(tab: Tab, name: string, texts: readonly string[]): number[] {
  const column = tab.column(name);
  if (texts.length === 1 && column.getNumRows() >= MANY_ROWS) {
    const found = texts
      .flatMap(contentsOf)
      .flatMap((content) => column.createTextFinder(content).matchCase(true).matchEntireCell(true).findAll());
    const rows = found.map((cell) => cell.getRow()).sort((a, b) => a - b);
    return rows.filter((row) => row > 1);
  }
  const isWanted = (cell: Cell) => texts.includes(textOf(fromTextCells([cell])));
  return column.getValues().flatMap(([cell = ''], index) => (index > 0 && isWanted(cell) ? [index + 1] : []));
}

/** The rows of a table that have a text in a column. In a small tab its header comes with them, which saves a read. */
export function rowsOfText(table: Table, name: string, text: string): number[] {
  const sheet = boundSpreadsheet().getSheetByName(table.name);
  if (!sheet || sheet.getMaxRows() >= MANY_ROWS) return rowsOfTexts(new Tab(table), name, [text]);
  const { header, rows } = readBlock(table, [name]);
  return rows.flatMap((cells, index) => (idIn(cells[header.get(name)]) === text ? [index + 2] : []));
}

/** Ids that are further apart than this in a tab are looked for in its whole column. */
const MAX_SPAN = 5_000;
/** Rows that were removed or inserted have moved the others by no more than this, as a rule. */
const SPAN_MARGIN = 200;

/**
 * The rows that have these ids; those that are gone are missing, and of rows with the same id the upper one counts. One
 * read of the ids about where counting leads, and one of the whole column where that does not find them all.
 */
export function rowsOfIds(tab: Tab, ids: readonly string[]): Map<string, number> {
  const wanted = new Set(ids);
  const rowsIn = (first: number, present: readonly string[]) => {
    const rows = new Map<string, number>();
    present.forEach((id, index) => {
      if (wanted.has(id) && !rows.has(id)) rows.set(id, first + index);
    });
    return rows;
  };
  const near = rowsIn(...readIdsNear(tab, ids));
  return near.size === wanted.size ? near : rowsIn(2, readIds(tab));
}

/** Tells whether the numbers in these ids lie close together, so that a small read finds them unless the tab is sorted. */
export function areNear(table: Table, ids: readonly string[]): boolean {
  const numbers = ids.map((id) => numberIn(table, id));
  const low = Math.min(...numbers);
  return low > 0 && Math.max(...numbers) - low <= MAX_SPAN;
}

/** The first of the rows that were read, and their ids. */
function readIdsNear({ schema, header, first }: Tab, ids: readonly string[]): [number, string[]] {
  const numbers = ids.map((id) => numberIn(schema, id));
  const begin = numberIn(schema, idIn(first[header.get(schema.key)]));
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  if (!begin || !areNear(schema, ids)) return [2, []];
  const [from, to] = [low, high].map((number) => 2 + number - begin) as [number, number];
  const [top, bottom] = [Math.max(2, from - SPAN_MARGIN), Math.max(2, to + SPAN_MARGIN)];
  const [at] = header.letters(schema.key);
  const cells = findRange(schema, `${at}${top}:${at}${bottom}`)?.getValues() ?? [];
  return [top, cells.map(([cell = '']) => idIn(cell))];
}

/** The ids of a tab from row 2 on, blank where a row has none; the whole column in one call. */
export function readIds(tab: Tab): string[] {
  return tab
    .column(tab.schema.key)
    .getValues()
    .slice(1)
    .map(([cell = '']) => idIn(cell));
}

/** The number in an id; 0 where ids have none, and for other text that was typed there. */
export function numberIn({ ids }: Table, id: string): number {
  return ids?.numberOf(id) || 0;
}

/** Tells whether the rows' ids count down, as the newest are first; always where ids have no numbers. */
export function isNewestFirst(table: Table, ids: readonly string[]): boolean {
  if (!table.ids) return true;
  const numbers = ids.map((id) => numberIn(table, id));
  return numbers.every((number, index) => index === 0 || number < (numbers[index - 1] ?? 0));
}

/** The newest first: by the number in the id, else from the bottom up. */
export function byAge(table: Table, ids: readonly string[]): (a: number, b: number) => number {
  const numbers = table.ids ? ids.map((id) => numberIn(table, id)) : [];
  return (a, b) => (numbers[b - 2] ?? 0) - (numbers[a - 2] ?? 0) || b - a;
}

/**
 * Compares rows with a row that was seen before, wherever it is now: below 0 newer, above 0 older. Where it is gone, its number
 * counts, and where ids have none, the place that it had.
 */
export function byAgeTo(
  table: Table,
  ids: readonly string[],
  { id = '', order }: Place,
): (row: number) => number {
  const present = ids.indexOf(id) + 2;
  const compare = byAge(table, ids);
  if (present >= 2) return (row) => compare(row, present);
  const number = numberIn(table, id);
  return number ? (row) => number - numberIn(table, ids[row - 2] ?? '') : (row) => order - row || -1;
}
