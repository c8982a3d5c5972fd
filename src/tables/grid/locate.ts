import { boundSpreadsheet } from '../../platform/spreadsheet';
import { rowsAreMoving, UserError } from '../../platform/user-error';
import { contentsOf, fromTextCells } from '../schema/cell-text';
import { type Cell, textOf } from '../schema/column';
import type { Table } from '../schema/table';
import { cellsWithinGrid, type Found, findAt, idIn, keyOf } from './read-cells';
import { rangeOf, Tabs } from './tabs';

type Range = GoogleAppsScript.Spreadsheet.Range;

/** From so many rows on the sheet itself looks faster than its column is read (platform facts 11.2). */
const MANY_ROWS = 44_000;

/** Rows read on each side of where one should stand: what is deleted and inserted moves it by less, mostly. */
const MARGIN = 48;

/** Rows that stand together, with the numbers in their ids; 0 where there is none. */
interface Window {
  rows: readonly Found[];
  numbers: readonly number[];
}

export const MAX_ATTEMPTS = 3;

/** Where the rows with these ids stand now, read under the lock: positions are hints, ids are truth. */
export function locate(tabs: Tabs, table: Table, ids: ReadonlySet<string>): Map<string, number> {
  const [at] = tabs.open(table).header.letters(table.key);
  const cells = rangeOf(tabs.spreadsheet, table.name, `${at}:${at}`).getValues();
  const rows = new Map<string, number>();
  cells.forEach(([cell = ''], index) => {
    const id = idIn(cell);
    if (index > 0 && ids.has(id) && !rows.has(id)) rows.set(id, index + 1);
  });
  return rows;
}

/** The row with this id and all its cells, undefined where there is none. */
export function findRow(tabs: Tabs, table: Table, id: string): Found | undefined {
  if (id === '') return undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const near = findNear(tabs, table, id);
    if (near) return near;
    const [row] = rowsOfTexts(tabs, table, table.key, [id]);
    if (row === undefined) return undefined;
    const found = findAt(tabs, table, { id, row });
    if (found) return found;
    SpreadsheetApp.flush();
  }
  throw rowsAreMoving(table.name);
}

/** The same for a row that has to be there. */
export function readRow(tabs: Tabs, table: Table, id: string): Found {
  const found = findRow(tabs, table, id);
  if (!found) throw new UserError(`The tab ${table.name} has no row "${id}".`);
  return found;
}

/**
 * Where ids count upwards: one read about where counting from the tab's first row leads, whatever the size of the
 * tab, and one more where the rows read there tell how many are gone. Undefined where the owner has sorted the tab.
 */
export function findNear(tabs: Tabs, table: Table, id: string): Found | undefined {
  const wanted = numberIn(table, id);
  const begin = numberIn(table, idIn(tabs.open(table).first[keyOf(tabs, table)]));
  if (!wanted || !begin) return undefined;
  const [window, found] = lookAbout(tabs, table, { id, row: 2 + wanted - begin });
  if (found) return found;
  const row = correctedRow(window, { wanted, begin });
  return row === undefined ? undefined : lookAbout(tabs, table, { id, row })[1];
}

function lookAbout(
  tabs: Tabs,
  table: Table,
  { id, row }: { id: string; row: number },
): [Window, Found | undefined] {
  const position = keyOf(tabs, table);
  const from = Math.max(2, row - MARGIN);
  const rows = cellsWithinGrid(tabs, table, from, from + 2 * MARGIN).map((cells, index) => ({
    row: from + index,
    cells,
  }));
  const ids = rows.map(({ cells }) => idIn(cells[position]));
  const numbers = ids.map((one) => numberIn(table, one));
  return [{ rows, numbers }, rows[ids.indexOf(id)]];
}

/** As many rows from the nearest one as numbers lie between, less what is gone of those above. */
function correctedRow(
  { rows, numbers }: Window,
  { wanted, begin }: { wanted: number; begin: number },
): number | undefined {
  const known = numbers.filter(Boolean);
  const [low, high] = [known[0] ?? 0, known[known.length - 1] ?? 0];
  const isAscending = known.every((number, index) => index === 0 || number > (known[index - 1] ?? 0));
  if (known.length < 2 || !isAscending || (low <= wanted && wanted <= high)) return undefined;
  const nearest = wanted < low ? low : high;
  const row = rows[numbers.indexOf(nearest)]?.row ?? 2;
  const share = nearest > begin ? Math.min(1, (row - 2) / (nearest - begin)) : 1;
  return Math.max(2, row + Math.round((wanted - nearest) * share));
}

/** The ids of a tab from row 2 on, blank where a row has none; the whole column in one call. */
export function readIds(tabs: Tabs, table: Table): string[] {
  const [at] = tabs.open(table).header.letters(table.key);
  const cells = rangeOf(tabs.spreadsheet, table.name, `${at}:${at}`).getValues();
  return cells.slice(1).map(([cell = '']) => idIn(cell));
}

/** The number in an id; 0 where ids have none, and for what somebody typed there. */
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

/** The rows that have just one of these texts in a column, from top to bottom, as the whole column says it. */
export function rowsOfTexts(tabs: Tabs, table: Table, column: string, texts: readonly string[]): number[] {
  const [at] = tabs.open(table).header.letters(column);
  const cells = rangeOf(tabs.spreadsheet, table.name, `${at}:${at}`);
  const isLong = texts.length === 1 && cells.getNumRows() >= MANY_ROWS;
  const rows = isLong ? texts.flatMap((text) => findText(cells, text)) : readThrough(cells, texts);
  return rows.filter((row) => row > 1);
}

function readThrough(cells: Range, texts: readonly string[]): number[] {
  const isWanted = (cell: Cell) => texts.includes(textOf(fromTextCells([cell])));
  return cells.getValues().flatMap(([cell = ''], index) => (isWanted(cell) ? [index + 1] : []));
}

function findText(cells: Range, text: string): number[] {
  const found = contentsOf(text).flatMap((content) =>
    cells.createTextFinder(content).matchCase(true).matchEntireCell(true).findAll(),
  );
  return found.map((cell) => cell.getRow()).sort((a, b) => a - b);
}

/**
 * Reads again, with headers read anew, as long as somebody is moving rows: `read` answers undefined where the parts that it
 * has read do not fit together.
 * @throws BusyError after three attempts
 */
export function untilStill<R>(table: Table, read: (tabs: Tabs) => R | undefined): R {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const result = read(new Tabs(boundSpreadsheet()));
    if (result !== undefined) return result;
    SpreadsheetApp.flush();
  }
  throw rowsAreMoving(table.name);
}
