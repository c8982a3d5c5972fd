import type { Cell } from './columns';
import { underScriptLock } from './lock';
import { fromCells, partsNeeded, toCells } from './rows';
import { letter } from './select';
import type { Row, Table } from './table';
import { blockAt, rangeOf, type Tab, Tabs, widen } from './tabs';
import { UserError } from './user-error';

/** One step of a commit; it runs under the lock, and what it wrote has reached the sheet before the next begins. */
export type Change = (tabs: Tabs) => void;

/**
 * The only writer. Changes take effect in the given order; an execution that dies in between leaves those
 * before, never a part of one row.
 */
export function commit(...changes: Change[]): void {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  underScriptLock(() => {
    SpreadsheetApp.flush();
    const tabs = new Tabs(spreadsheet);
    for (const change of changes) {
      change(tabs);
      SpreadsheetApp.flush();
    }
  });
}

/** New rows, below all others. */
export function insert<T extends Table>(table: T, rows: readonly Row<T>[]): Change {
  return (tabs) => {
    if (rows.length === 0) return;
    const tab = tabs.open(table);
    widen(tab, partsNeeded(table, rows));
    const cells = rows.map((row) => toLine(toCells(table, tab.header, row), tab.header.width));
    blockAt(tab.sheet, tab.sheet.getLastRow() + 1, rows.length, tab.header.width).setValues(cells);
  };
}

/** Gives one column of many rows the same value. Rows that are gone are left out. */
export function fill<T extends Table, C extends keyof Row<T> & string>(
  table: T,
  ids: readonly string[],
  column: C,
  value: Row<T>[C],
): Change {
  return (tabs) => {
    if (ids.length === 0) return;
    const { sheet, header } = tabs.open(table);
    const at = letter(header.get(column));
    const rows = rowsOf(tabs, table, new Set(ids));
    const cell = table.columns[column]?.toCell(value) ?? '';
    if (rows.size > 0) sheet.getRangeList([...rows.values()].map((row) => `${at}${row}`)).setValue(cell);
  };
}

/** Changes one row by a pure function of what stands there now. */
export function update<T extends Table>(
  table: T,
  id: string,
  change: (row: Row<T>) => Partial<Row<T>>,
): Change {
  return (tabs) => {
    const tab = tabs.open(table);
    const row = rowsOf(tabs, table, new Set([id])).get(id);
    if (row === undefined) throw new UserError(`The tab ${table.name} has no row "${id}".`);
    const cells = tab.sheet.getRange(row, 1, 1, tab.header.width).getValues()[0] ?? [];
    const patch = change(fromCells(table, tab.header, cells));
    widen(tab, partsNeeded(table, [patch]));
    writeRuns(tab, row, toCells(table, tab.header, patch));
  };
}

/** Where the rows with these ids stand now, read under the lock: positions are hints, ids are truth. */
function rowsOf(tabs: Tabs, table: Table, ids: ReadonlySet<string>): Map<string, number> {
  const at = letter(tabs.open(table).header.get(table.key));
  const cells = rangeOf(tabs.spreadsheet, table.name, `${at}:${at}`).getValues();
  const rows = new Map<string, number>();
  cells.forEach(([cell], index) => {
    const id = String(cell);
    if (ids.has(id) && !rows.has(id)) rows.set(id, index + 1);
  });
  return rows;
}

function toLine(cells: ReadonlyMap<number, Cell>, width: number): Cell[] {
  return Array.from({ length: width }, (_, position) => cells.get(position) ?? '');
}

/** Writes neighbouring cells together and leaves all others alone. */
function writeRuns({ sheet }: Tab, row: number, cells: ReadonlyMap<number, Cell>): void {
  for (const [first, run] of runsOf(cells)) sheet.getRange(row, first + 1, 1, run.length).setValues([run]);
}

function runsOf(cells: ReadonlyMap<number, Cell>): Map<number, Cell[]> {
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
