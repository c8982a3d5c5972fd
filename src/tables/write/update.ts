import { withScriptLock } from '../../platform/lock';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { rowsAreMoving } from '../../platform/user-error';
import type { Header } from '../grid/header';
import { findNear, MAX_ATTEMPTS, rowsOfTexts } from '../grid/locate';

import { cellsOf, type Found, findAt } from '../grid/read-cells';
import { partsNeeded, rowReader, runsOf, toCells } from '../grid/rows';
import { assertColumns, Tabs, withRoom } from '../grid/tabs';
import { withMark } from '../schema/cell-text';
import type { Cell } from '../schema/column';
import { columnNames, type Row, type Table } from '../schema/table';
import type { Write } from './write-all';

interface Rewriting {
  /** The cells of the row as they were read. */
  standing: readonly Cell[];
  /** What is to stand there, by position. */
  cells: ReadonlyMap<number, Cell>;
}

interface Changes<T extends Table> {
  found: Found;
  patched: Partial<Row<T>>;
  /** What has to reach the sheet before the row does. */
  first?: Write | undefined;
}

/** Somebody else has changed the row since; `row` is how it stands now. */
export class VersionConflict extends Error {
  override name = 'StaleError';
  readonly row: unknown;

  constructor(row: unknown) {
    super('The row has been changed since.');
    this.row = row;
  }
}

/**
 * Changes one row by a pure function of what stands there, which may run twice, and counts its column `version` up.
 * With `ifVersion`, only that state. Undefined where there is no such row. Where the function changes nothing, nothing
 * is written, and the version stays. `first` is what has to stand elsewhere before the row changes.
 */
export function update<T extends Table>(
  table: T,
  id: string,
  patch: (row: Row<T>) => Partial<Row<T>>,
  { ifVersion, first }: { ifVersion?: number; first?: (next: Row<T>) => Write | undefined } = {},
): Row<T> | undefined {
  return withLockedRow(table, id, (tabs, found) => {
    const row = parseRow(tabs, table, found);
    const { version } = assertVersion(row, ifVersion);
    const patched = { ...patch(row), version: version + 1 } as Partial<Row<T>>;
    const next = { ...row, ...patched };
    return writeChanges(tabs, table, { found, patched, first: first?.(next) }) ? next : row;
  });
}

/** What the cells of a row mean. */
export function parseRow<T extends Table>(tabs: Tabs, table: T, { cells, row }: Found): Row<T> {
  assertColumns(tabs, table, columnNames(table));
  return rowReader(table, tabs.open(table).header, columnNames(table))(cells, row) as Row<T>;
}

/** @throws VersionConflict */
export function assertVersion(row: object, expected: number | undefined): { version: number } {
  const { version } = row as { version: number };
  if (expected !== undefined && expected !== version) throw new VersionConflict(row);
  return { version };
}

/**
 * Does something to the row with this id under the lock, where it has just been read. It is looked for in the whole
 * tab outside the lock. Undefined where there is none.
 */
export function withLockedRow<R>(
  table: Table,
  id: string,
  work: (tabs: Tabs, found: Found) => R,
): R | undefined {
  if (id === '') return undefined;
  const ahead = new Tabs(boundSpreadsheet());
  ahead.open(table);
  let row: number | undefined;
  for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt++) {
    const done = withScriptLock((hasWaited) => {
      SpreadsheetApp.flush();
      const tabs = hasWaited || attempt > 1 ? new Tabs(ahead.spreadsheet) : ahead;
      const found = row === undefined ? findNear(tabs, table, id) : findAt(tabs, table, { id, row });
      if (!found) return undefined;
      const result = work(tabs, found);
      SpreadsheetApp.flush();
      return { result };
    });
    if (done) return done.result;
    SpreadsheetApp.flush();
    [row] = rowsOfTexts(ahead, table, table.key, [id]);
    if (row === undefined) return undefined;
  }
  throw rowsAreMoving(table.name);
}

/** Under the lock; false where everything stands already, but for the version. */
function writeChanges<T extends Table>(
  opened: Tabs,
  table: T,
  { found, patched, first }: Changes<T>,
): boolean {
  const { row } = found;
  const tabs = withRoom(opened, table, partsNeeded(table, [patched]));
  const { sheet, header } = tabs.open(table);
  const [standing = []] = tabs === opened ? [found.cells] : cellsOf(tabs, table, row, row);
  const runs = changedRuns(table, header, { standing, cells: toCells(table, header, patched) });
  if (first && runs.size > 0) {
    first.check(tabs);
    first.write(tabs);
    SpreadsheetApp.flush();
  }
  for (const [position, run] of runs) sheet.getRange(row, position + 1, 1, run.length).setValues([run]);
  return runs.size > 0;
}

/**
 * The cells of a row that change, and none where only the version would, in as few runs as can be: a write costs more
 * than the table's own cells in between, which are written as they stand. Columns of the owner's own are left alone.
 */
function changedRuns(table: Table, header: Header, rewriting: Rewriting): Map<number, Cell[]> {
  const { standing, cells } = rewriting;
  const changed = [...cells].filter(([position, cell]) => !isSame(cell, standing[position] ?? ''));
  if (changed.every(([position]) => position === header.get('version'))) return new Map();
  const own = new Set(columnNames(table).flatMap((name) => header.positions(name)));
  const between = standing
    .map((cell, position): [number, Cell] => [position, asWritten(cell)])
    .filter(([position]) => own.has(position) && !isError(standing[position]));
  const needed = new Map<number, Cell[]>();
  for (const [first, run] of runsOf(new Map([...between, ...changed]))) {
    // From its first changed cell to its last.
    const places = changed.map(([position]) => position - first).filter((at) => run[at] !== undefined);
    const [from, to] = [Math.min(...places), Math.max(...places)];
    if (places.length > 0) needed.set(first + from, run.slice(from, to + 1));
  }
  return needed;
}

function isSame(written: Cell, standing: Cell): boolean {
  const there = asWritten(standing);
  if (written instanceof Date && there instanceof Date) return written.getTime() === there.getTime();
  return written === there;
}

function asWritten(cell: Cell): Cell {
  return typeof cell === 'string' && cell !== '' ? withMark(cell) : cell;
}

/** What a formula answers that cannot be computed; as a text it would stay when the trouble is over. */
function isError(cell: Cell | undefined): boolean {
  return typeof cell === 'string' && /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ERROR!)$/.test(cell);
}
