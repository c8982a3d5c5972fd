import { rowsAreMoving } from '../../platform/user-error';
import { contentsOf, fromTextCells } from '../schema/cell-text';
import { type Cell, textOf } from '../schema/column';
import type { Table } from '../schema/table';
import { type Found, findAt, idIn, toFound } from './rows';
import { findRange, Tab } from './tab';

/** How often rows are looked for while they are being moved. */
export const MAX_ATTEMPTS = 3;

/**
 * Reads again, from a tab opened anew, as long as rows are being moved: `read` returns undefined where the parts that it has
 * read do not fit together.
 * @throws BusyError after three attempts
 */
export function untilStill<R>(table: Table, read: (tab: Tab) => R | undefined): R {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const result = read(new Tab(table));
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

/** Rows read on each side of the expected one. Not more, since each may hold 40 kB. */
const MARGIN = 1;
/** Where rows are short, more of them are read on each side of the corrected one, up to so many characters in all. */
const MAX_MARGIN = 48;
const MAX_CHARACTERS = 60_000;

/**
 * Where ids count upwards: one read about where counting from the tab's first row leads, whatever the size of the
 * tab, and one more where the rows read there tell how many are gone. Undefined where the owner has sorted the tab.
 */
export function findNear(tab: Tab, id: string): Found | undefined {
  const { schema, header, first } = tab;
  const wanted = numberIn(schema, id);
  const begin = numberIn(schema, idIn(first[header.get(schema.key)]));
  if (!wanted || !begin) return undefined;
  const about = rowsAbout(tab, 2 + wanted - begin, MARGIN);
  const found = about.find((one) => one.id === id);
  if (found) return found;
  const row = correctedRow(schema, about, { wanted, begin });
  return row === undefined ? undefined : rowsAbout(tab, row, marginFor(about)).find((one) => one.id === id);
}

function rowsAbout(tab: Tab, row: number, margin: number): Found[] {
  const from = Math.max(2, row - margin);
  return tab.findRows(from, row + margin).map((cells, index) => toFound(tab, from + index, cells));
}

/** Rows that were removed one here and one there leave the corrected row off by a few. */
function marginFor(neighbours: readonly Found[]): number {
  const characters = neighbours.reduce((sum, { cells }) => sum + cells.join().length, 0);
  const most = Math.floor((MAX_CHARACTERS * neighbours.length) / characters / 2);
  return Math.min(MAX_MARGIN, Math.max(MARGIN, most));
}

/** As many rows from the nearest one as numbers lie between, less what is gone of those above. */
function correctedRow(
  table: Table,
  about: readonly Found[],
  { wanted, begin }: { wanted: number; begin: number },
): number | undefined {
  const numbers = about.map(({ id }) => numberIn(table, id));
  const known = numbers.filter(Boolean);
  const [low, high] = [known[0] ?? 0, known[known.length - 1] ?? 0];
  const isAscending = known.every((number, index) => index === 0 || number > (known[index - 1] ?? 0));
  if (known.length < 2 || !isAscending || (low <= wanted && wanted <= high)) return undefined;
  const nearest = wanted < low ? low : high;
  const row = about[numbers.indexOf(nearest)]?.row ?? 2;
  const share = nearest > begin ? Math.min(1, (row - 2) / (nearest - begin)) : 1;
  return Math.max(2, row + Math.round((wanted - nearest) * share));
}

/** From so many rows on the sheet itself looks faster than its column is read (platform facts 11.2). */
const MANY_ROWS = 44_000;

/** The rows that have just one of these texts in a column, from top to bottom, as the whole column says it. */
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

/** Ids that lie so far apart in a tab are looked for in its whole column. */
const MAX_SPAN = 5_000;
/** Rows that were removed or inserted have moved the others by no more than this, as a rule. */
const SPAN_MARGIN = 200;

/**
 * The rows that have these ids, from top to bottom; those that are gone are missing. One read of the ids about where
 * counting leads, and one of the whole column where that does not find them all.
 */
export function rowsOfIds(tab: Tab, ids: readonly string[]): number[] {
  const wanted = new Set(ids);
  const [from, near] = readIdsNear(tab, ids);
  const isThere = new Set(near.filter((id) => wanted.has(id)));
  const [first, all] = isThere.size === wanted.size ? [from, near] : [2, readIds(tab)];
  return all.flatMap((id, index) => (wanted.has(id) ? [first + index] : []));
}

/** The first of the rows that were read, and their ids. */
function readIdsNear({ schema, header, first }: Tab, ids: readonly string[]): [number, string[]] {
  const numbers = ids.map((id) => numberIn(schema, id));
  const begin = numberIn(schema, idIn(first[header.get(schema.key)]));
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  if (!begin || !low || high - low > MAX_SPAN) return [2, []];
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

/** Whether the rows' ids count down, as the newest are first; always where ids have no numbers. */
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
