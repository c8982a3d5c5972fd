import { toTextCells } from './cell-text';
import type { Cell, Column } from './columns';
import type { Change } from './commit';
import { rangeOf } from './tabs';
import { UserError } from './user-error';

// biome-ignore lint/suspicious/noExplicitAny: a setting's value type is known only to its tab.
type Entries = Record<string, Column<any>>;

/** A tab of settings: a key in the first column, its value in the second. */
export interface KeyValues<E extends Entries = Entries> {
  name: string;
  entries: E;
  /** The keys whose values the sheet's owner may change by hand. */
  edited: readonly string[];
}

export type Values<K extends KeyValues> = {
  [N in keyof K['entries'] & string]: K['entries'][N] extends Column<infer V> ? V : never;
};

export function keyValues<E extends Entries>(
  definition: KeyValues<E> & { edited: readonly (keyof E & string)[] },
): KeyValues<E> {
  return definition;
}

/** All settings; a key whose row is missing has the value of an empty cell. */
export function readValues<K extends KeyValues>(tab: K): Values<K> {
  const cells = new Map(readCells(tab).map(([key, value]) => [String(key), value]));
  const entries = Object.entries(tab.entries).map(([name, entry]) => [
    name,
    entry.fromCell(cells.get(name) ?? ''),
  ]);
  return Object.fromEntries(entries);
}

/** Sets some of the values; the rows are found by their keys under the lock. */
export function set<K extends KeyValues>(tab: K, values: Partial<Values<K>>): Change {
  return ({ spreadsheet }) => {
    const rows = readCells(tab);
    const wanted = new Map(
      Object.entries(values).map(([key, value]) => [rowOf(tab, rows, key), cellOf(tab, key, value)]),
    );
    if (wanted.size === 0) return;
    const [first, last] = [Math.min(...wanted.keys()), Math.max(...wanted.keys())];
    const block = rows
      .slice(first, last + 1)
      .map(([, value], index) => [wanted.get(first + index) ?? protect(value)]);
    rangeOf(spreadsheet, tab.name, `B${first + 1}:B${last + 1}`).setValues(block);
  };
}

function readCells(tab: KeyValues): [Cell, Cell][] {
  const values = rangeOf(SpreadsheetApp.getActiveSpreadsheet(), tab.name, 'A:B').getValues();
  return values as [Cell, Cell][];
}

function rowOf(tab: KeyValues, rows: readonly [Cell, Cell][], key: string): number {
  const row = rows.findIndex(([name]) => name === key);
  if (row < 0) throw new UserError(`The tab ${tab.name} has no row "${key}". Run Set up from the menu.`);
  return row;
}

function cellOf(tab: KeyValues, key: string, value: unknown): Cell {
  return protect(tab.entries[key]?.toCell(value) ?? '');
}

function protect(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  const [first = '', ...rest] = toTextCells(cell);
  if (rest.length > 0) throw new UserError('A setting may have at most 49,000 characters.');
  return first;
}
