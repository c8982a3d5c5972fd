import { MAX_CACHED_BYTES } from '../../platform/bytes';
import * as cache from '../../platform/cache';
import { idIn, readCellsAt, readColumns, readRowsAt, toWholeColumn, type WholeColumn } from '../grid/rows';
import type { Tab } from '../grid/tab';
import type { Cell } from '../schema/column';
import type { Table } from '../schema/table';

/** Versions of a tab and of the parts of its columns, by their keys in the cache. */
type Versions = Partial<Record<string, string>>;

/** A column as it was read lately. Its cells have few different values, so that all of them fit a cache entry. */
interface Kept {
  /** The versions before it was read. */
  versions: Versions;
  /** The id of the last row that is kept: where it is elsewhere, rows above it were inserted or deleted by hand. */
  lastId: string;
  values: Cell[];
  /** A character for each row from 2 on, by the place of its cell among `values`. */
  rows: string;
}

/** Changes by hand that run no trigger onEdit, such as an undone one, are noticed that late. */
const TTL_S = 600;
/** Shorter columns are read in about the time that it takes to cache them. */
const MIN_ROWS = 20_000;
/** A change puts a part of so many rows out of date, which takes little longer to read than its one cell. */
const PART_ROWS = 5_000;
/** A column of which more is out of date is read in one call. */
const MAX_STALE = 1 / 4;
/** Rows that were allocated may still be written among the last ones, which are read each time. */
export const UNSETTLED_ROWS = 300;
/** Up to this many new rows are read to bring what is known up to date; beyond it all is read anew. */
export const MAX_NEW_ROWS = 1_000;
const MAX_VALUES = 500;
const FIRST_CHARACTER = 0x23;

/**
 * Whole columns, to find rows by and to count them. Those by which the table has totals come from the cache, but for the parts
 * that have changed and the newest rows: a list reads its page from the sheet in any case, and sees whether the rows are the same.
 */
export function lookUpColumns(tab: Tab, names: readonly string[]): WholeColumn[] {
  const { schema, sheet } = tab;
  const some = keepable(schema).filter((name) => names.includes(name));
  const last = some.length > 0 ? sheet.getLastRow() : 0;
  if (last < MIN_ROWS) return readColumns(schema, names);
  const keys = [versionOf(schema), ...some.flatMap((name) => versionsOf(schema, name, last))];
  const found = cache.getTexts([...keys, ...some.map((name) => cellsOf(schema, name))]);
  // Before the reading: a change meanwhile finds a version to renew.
  const versions = { ...renew(keys.filter((key) => found[key] === undefined)), ...found };
  const begun = some.flatMap((name) =>
    findKept(tab, { name, packed: found[cellsOf(schema, name)], versions }),
  );
  const kept = readOn(tab, last, begun);
  const others = names.filter((name) => !kept.some((column) => column.name === name));
  const end = last - UNSETTLED_ROWS;
  const isNew = others.some((name) => some.includes(name));
  const lastId = (isNew && readRowsAt(tab, [end], [])?.[0]?.id) || '';
  const read = others.length > 0 ? readColumns(schema, others) : [];
  const whole = read.filter(({ name }) => lastId !== '' && some.includes(name));
  keep(schema, versions, [
    ...begun.filter(({ name, isRenewed }) => isRenewed && !others.includes(name)),
    ...whole.map(({ name, cells }) => ({ name, lastId, cells: cells.slice(0, end - 1) })),
  ]);
  return [...kept, ...read];
}

/** Makes what is kept of these columns in these rows out of date. Call it after the change has reached the sheet. */
export function columnsChanged(table: Table, names: Iterable<string>, rows: readonly number[]): void {
  const changed = new Set(names);
  const parts = [...new Set(rows.map(partOf))];
  const kept = keepable(table).filter((name) => changed.has(name));
  renewPresent(kept.flatMap((name) => parts.map((part) => versionOf(table, name, part))));
}

/** The same for all of the table, where rows were removed, or a person has edited the tab. */
export function rowsChanged(table: Table): void {
  if (keepable(table).length > 0) renewPresent([versionOf(table)]);
}

/** The columns that are kept once a list has read them. */
export function keepable({ lookups }: Table): readonly string[] {
  return lookups?.totals ?? [];
}

/** A key without a version gets one from the list that first keeps something by it. */
function renewPresent(keys: readonly string[]): void {
  if (keys.length > 0) renew(Object.keys(cache.getTexts(keys)));
}

/** Gives these keys versions that they never had. */
function renew(keys: readonly string[]): Record<string, string> {
  const versions = Object.fromEntries(keys.map((key) => [key, Utilities.getUuid()]));
  if (keys.length > 0) cache.setTexts(versions, cache.MAX_TTL_S);
  return versions;
}

interface Begun {
  name: string;
  lastId: string;
  cells: Cell[];
  /** Tells whether cells are newer than those of the cache. */
  isRenewed: boolean;
}

/** Takes a column from the cache and reads its changed parts again; none where that would be too much. */
function findKept(
  tab: Tab,
  { name, packed, versions }: { name: string; packed: string | undefined; versions: Versions },
): Begun[] {
  const { schema, header } = tab;
  if (packed === undefined) return [];
  const { versions: earlier, lastId, values, rows } = cache.unpack<Kept>(packed);
  if (versions[versionOf(schema)] !== earlier[versionOf(schema)]) return [];
  const cells = Array.from(rows, (one) => values[one.charCodeAt(0) - FIRST_CHARACTER] ?? '');
  const isStale = versionsOf(schema, name, cells.length + 1).map((key) => versions[key] !== earlier[key]);
  const stale = cells.flatMap((_, index) => (isStale[partOf(index + 2)] ? [index + 2] : []));
  if (stale.length > cells.length * MAX_STALE) return [];
  const renewed = readCellsAt(tab, stale, [name]);
  for (const row of stale) cells[row - 2] = renewed?.get(row)?.[header.get(name)] ?? '';
  return renewed ? [{ name, lastId, cells, isRenewed: stale.length > 0 }] : [];
}

/** Adds the rows below, in one read for all; a column is left out where rows have moved, or too many have come. */
function readOn(tab: Tab, last: number, begun: readonly Begun[]): WholeColumn[] {
  const { schema, header } = tab;
  const ends = begun.map(({ cells }) => cells.length + 1);
  const from = Math.min(...ends);
  if (begun.length === 0 || Math.max(...ends) > last || last - from > MAX_NEW_ROWS) return [];
  const rows = Array.from({ length: last - from + 1 }, (_, index) => from + index);
  const newer = readCellsAt(tab, rows, [schema.key, ...begun.map(({ name }) => name)]);
  const cellAt = (row: number, name: string) => newer?.get(row)?.[header.get(name)] ?? '';
  return begun.flatMap(({ name, lastId, cells }) => {
    const end = cells.length + 1;
    if (idIn(cellAt(end, schema.key)) !== lastId) return [];
    const below = rows.slice(end + 1 - from).map((row) => cellAt(row, name));
    return [toWholeColumn(schema, name, { header, cells: cells.concat(below) })];
  });
}

function keep(
  table: Table,
  versions: Versions,
  columns: readonly Pick<Begun, 'name' | 'lastId' | 'cells'>[],
): void {
  const entries = columns.flatMap(({ name, lastId, cells }): [string, string][] => {
    const own = [versionOf(table), ...versionsOf(table, name, cells.length + 1)];
    const packed = pack(cells, {
      versions: Object.fromEntries(own.map((key) => [key, versions[key]])),
      lastId,
    });
    return packed ? [[cellsOf(table, name), packed]] : [];
  });
  if (entries.length > 0) cache.setTexts(Object.fromEntries(entries), TTL_S);
}

/** Undefined where the cells have too many different values to fit an entry, or dates, which JSON has as texts. */
function pack(cells: readonly Cell[], as: Pick<Kept, 'versions' | 'lastId'>): string | undefined {
  const values = [...new Set(cells)];
  if (values.length > MAX_VALUES || values.some((cell) => cell instanceof Date)) return undefined;
  const places = new Map(values.map((cell, place) => [cell, String.fromCharCode(FIRST_CHARACTER + place)]));
  const rows = cells.map((cell) => places.get(cell)).join('');
  const packed = cache.pack({ ...as, values, rows } satisfies Kept);
  return packed.length <= MAX_CACHED_BYTES ? packed : undefined;
}

function partOf(row: number): number {
  return Math.floor(row / PART_ROWS);
}

/** The keys for all parts of a column, down to the last row. */
function versionsOf(table: Table, column: string, last: number): string[] {
  return Array.from({ length: partOf(last) + 1 }, (_, part) => versionOf(table, column, part));
}

function versionOf({ name }: Table, ...part: [] | [column: string, part: number]): string {
  return ['version', name, ...part].join(' ');
}

function cellsOf({ name }: Table, column: string): string {
  return `column ${name}.${column}`;
}
