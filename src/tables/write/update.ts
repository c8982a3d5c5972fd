import { withScriptLock } from '../../platform/platform';
import { rowsAreMoving } from '../../platform/user-error';
import { findNear, MAX_ATTEMPTS, rowsOfTexts } from '../grid/locate';
import { type Found, findAt, parseRow, partsNeeded, runsOf, searchableCell, toCells } from '../grid/rows';
import { OpenTabs, Tab } from '../grid/tab';
import { columnsChanged } from '../read/kept-columns';
import { withMark } from '../schema/cell-text';
import type { Cell } from '../schema/column';
import { type Row, type Table, tabColumns } from '../schema/table';
import { assertVersion, nextVersion } from '../schema/version';
import type { Write } from '../schema/write';
import { writeNow } from './write-all';

export interface UpdateOptions<T extends Table> {
  /** Version that is changed, or one of these; no other is. */
  ifVersion?: number | readonly number[];
  /** Written elsewhere before the row changes, in the same hold of the lock. */
  first?: (next: Row<T>) => readonly Write[];
  /** The tables that `first` writes into as a rule: their headers are read before the lock. */
  opens?: readonly Table[];
}

/**
 * Changes one row by a pure function of its current state, which may run twice, and counts its column `version` up, if any.
 * Undefined where there is no such row. Where the function changes nothing, nothing is written, and the version stays.
 */
export function update<T extends Table>(
  table: T,
  id: string,
  patch: (row: Row<T>) => Partial<Row<T>>,
  { ifVersion, first, opens = [] }: UpdateOptions<T> = {},
): Row<T> | undefined {
  const tabs = new OpenTabs();
  for (const other of opens) tabs.open(other);
  let changed = { names: [] as readonly string[], row: 0 };
  const updated = withLockedRow(table, id, (tab, found, hasWaited) => {
    const row = parseRow(tab, found);
    assertVersion(row, ifVersion);
    const patched: Partial<Row<T>> = { ...patch(row), ...nextVersion(row) };
    const next = { ...row, ...patched };
    const writeFirst = () => {
      const writes = first?.(next) ?? [];
      if (writes.length === 0) return;
      tabs.refresh(hasWaited);
      writeNow(writes, tabs.open);
    };
    changed = { names: writeChanges(tab, found, { patched, writeFirst }), row: found.row };
    return changed.names.length > 0 ? next : row;
  });
  columnsChanged(table, changed.names, [changed.row]);
  return updated;
}

/**
 * Does something to the row with this id under the lock, where it has just been read. It is looked for in the whole tab
 * outside the lock. Undefined where there is none.
 */
export function withLockedRow<T extends Table, R>(
  table: T,
  id: string,
  work: (tab: Tab<T>, found: Found, hasWaited: boolean) => R,
): R | undefined {
  if (id === '') return undefined;
  const ahead = new Tab(table);
  let row: number | undefined;
  for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt++) {
    const done = withScriptLock((hasWaited) => {
      SpreadsheetApp.flush();
      const tab = attempt > 1 ? new Tab(table) : ahead.current(hasWaited);
      const found = row === undefined ? findNear(tab, id) : findAt(tab, id, row);
      if (!found) return undefined;
      const result = work(tab, found, hasWaited);
      SpreadsheetApp.flush();
      return { result };
    });
    if (done) return done.result;
    SpreadsheetApp.flush();
    [row] = rowsOfTexts(ahead, table.key, [id]);
    if (row === undefined) return undefined;
  }
  throw rowsAreMoving(table.name);
}

/** Writes under the lock. Returns the columns that change; none where everything is there already, but for the version. */
function writeChanges<T extends Table>(
  opened: Tab<T>,
  { row, cells }: Found,
  { patched, writeFirst }: { patched: Partial<Row<T>>; writeFirst: () => void },
): string[] {
  const tab = opened.withRoom(partsNeeded(opened.schema, [patched]));
  const [present = []] = tab === opened ? [cells] : tab.rows(row, row);
  const changed = changedCells(tab, present, patched);
  const names = Object.keys(patched).filter((name) =>
    tab.header.positions(name).some((at) => changed.has(at)),
  );
  if (names.length > 0) writeFirst();
  const runs = changedRuns(tab, present, changed);
  for (const [position, run] of runs) tab.sheet.getRange(row, position + 1, 1, run.length).setValues([run]);
  return names;
}

/**
 * The cells of a row that change, by position, and the one by which `q` finds it where a person has changed others; none where
 * only the version would.
 */
export function changedCells<T extends Table>(
  tab: Tab<T>,
  present: readonly Cell[],
  patched: Partial<Row<T>>,
): ReadonlyMap<number, Cell> {
  const isChanged = ([position, cell]: [number, Cell]) => !isSame(cell, present[position] ?? '');
  const changed = [...toCells(tab, patched)].filter(isChanged);
  const isVersionOnly = changed.every(([position]) => position === tab.header.find('version'));
  return new Map([
    ...(isVersionOnly ? [] : changed),
    ...searchableCell(tab, patched, present).filter(isChanged),
  ]);
}

/**
 * The changed cells in as few runs as can be: a write costs more than the table's own cells in between, which are written
 * as they are. Columns of the owner's own are left alone.
 */
function changedRuns(
  { schema, header }: Tab,
  present: readonly Cell[],
  changed: ReadonlyMap<number, Cell>,
): Map<number, Cell[]> {
  const own = new Set(Object.keys(tabColumns(schema)).flatMap((name) => header.positions(name)));
  const between = present
    .map((cell, position): [number, Cell] => [position, asWritten(cell)])
    .filter(([position]) => own.has(position) && !isError(present[position]));
  const needed = new Map<number, Cell[]>();
  for (const [first, run] of runsOf(new Map([...between, ...changed]))) {
    // Cells from the first changed one to the last.
    const places = [...changed.keys()]
      .map((position) => position - first)
      .filter((at) => run[at] !== undefined);
    const [from, to] = [Math.min(...places), Math.max(...places)];
    if (places.length > 0) needed.set(first + from, run.slice(from, to + 1));
  }
  return needed;
}

function isSame(written: Cell, present: Cell): boolean {
  const there = asWritten(present);
  if (written instanceof Date && there instanceof Date) return written.getTime() === there.getTime();
  return written === there;
}

/** A cell that was read, so that writing it changes nothing. */
export function asWritten(cell: Cell): Cell {
  return typeof cell === 'string' && cell !== '' ? withMark(cell) : cell;
}

/** Tells whether a cell shows the error of a formula; as a text it would stay when the trouble is over. */
function isError(cell: Cell | undefined): boolean {
  return typeof cell === 'string' && /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ERROR!)$/.test(cell);
}
