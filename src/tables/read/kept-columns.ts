import { MAX_CACHED_BYTES } from '../../platform/bytes';
import * as cache from '../../platform/cache';
import { idIn, readCellsAt, readColumns, readRowsAt, toWholeColumn, type WholeColumn } from '../grid/rows';
import type { Tab } from '../grid/tab';
import type { Cell } from '../schema/column';
import type { Table } from '../schema/table';

/** A column as it was read lately. Its cells have few different values, so that all of them fit a cache entry. */
interface Kept {
  /** The column's version before it was read. */
  version: string;
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
/** Rows that were allocated may still be written among the last ones, which are read each time. */
const UNSETTLED_ROWS = 300;
const MAX_NEW_ROWS = 1_000;
const MAX_VALUES = 500;
const FIRST_CHARACTER = 0x23;

/**
 * Whole columns, to find rows by and to count them. Those by which the table has totals come from the cache while nobody has
 * changed them, but for the newest rows: a list reads its page from the sheet in any case, and sees whether the rows are the same.
 */
export function lookUpColumns(tab: Tab, names: readonly string[]): WholeColumn[] {
  const { schema, sheet } = tab;
  const some = keepable(schema).filter((name) => names.includes(name));
  if (some.length === 0) return readColumns(schema, names);
  const last = sheet.getLastRow();
  if (last < MIN_ROWS) return readColumns(schema, names);
  const all = keepable(schema).map((name) => versionOf(schema, name));
  const found = cache.getTexts([...all, ...some.map((name) => cellsOf(schema, name))]);
  const kept = readOn(tab, last, findCurrent(schema, some, found));
  const others = names.filter((name) => !kept.some((column) => column.name === name));
  if (others.length === 0) return kept;
  // Before the reading: a change meanwhile finds a version to renew.
  const versions = { ...renew(all.filter((key) => found[key] === undefined)), ...found };
  const end = last - UNSETTLED_ROWS;
  const lastId = readRowsAt(tab, [end], [])?.[0]?.id ?? '';
  const read = readColumns(schema, others);
  const entries = read.flatMap(({ name, cells }): [string, string][] => {
    const version = versions[versionOf(schema, name)];
    const isKept = version !== undefined && lastId !== '' && some.includes(name);
    const packed = isKept && pack(cells.slice(0, end - 1), { version, lastId });
    return packed ? [[cellsOf(schema, name), packed]] : [];
  });
  if (entries.length > 0) cache.setTexts(Object.fromEntries(entries), TTL_S);
  return [...kept, ...read];
}

/** Makes what is kept of these columns out of date. Call it after the change has reached the sheet. */
export function columnsChanged(table: Table, names: Iterable<string>): void {
  const changed = new Set(names);
  const keys = keepable(table).flatMap((name) => (changed.has(name) ? [versionOf(table, name)] : []));
  if (keys.length === 0) return;
  renew(Object.keys(cache.getTexts(keys)));
}

/** The same for all columns, where rows were removed, or a person has edited the tab. */
export function rowsChanged(table: Table): void {
  columnsChanged(table, keepable(table));
}

/** The columns that are kept once a list has read them. */
export function keepable({ lookups }: Table): readonly string[] {
  return lookups?.totals ?? [];
}

/** Gives these columns versions that they never had. */
function renew(keys: readonly string[]): Record<string, string> {
  const versions = Object.fromEntries(keys.map((key) => [key, Utilities.getUuid()]));
  if (keys.length > 0) cache.setTexts(versions, cache.MAX_TTL_S);
  return versions;
}

interface Begun {
  name: string;
  lastId: string;
  cells: Cell[];
}

function findCurrent(
  table: Table,
  names: readonly string[],
  found: Partial<Record<string, string>>,
): Begun[] {
  return names.flatMap((name) => {
    const packed = found[cellsOf(table, name)];
    if (packed === undefined) return [];
    const { version, lastId, values, rows } = cache.unpack<Kept>(packed);
    if (version !== found[versionOf(table, name)]) return [];
    const cells = Array.from(rows, (one) => values[one.charCodeAt(0) - FIRST_CHARACTER] ?? '');
    return [{ name, lastId, cells }];
  });
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

/** Undefined where the cells have too many different values to fit an entry, or dates, which JSON has as texts. */
function pack(cells: readonly Cell[], as: Pick<Kept, 'version' | 'lastId'>): string | undefined {
  const values = [...new Set(cells)];
  if (values.length > MAX_VALUES || values.some((cell) => cell instanceof Date)) return undefined;
  const places = new Map(values.map((cell, place) => [cell, String.fromCharCode(FIRST_CHARACTER + place)]));
  const rows = cells.map((cell) => places.get(cell)).join('');
  const packed = cache.pack({ ...as, values, rows } satisfies Kept);
  return packed.length <= MAX_CACHED_BYTES ? packed : undefined;
}

function versionOf({ name }: Table, column: string): string {
  return `version ${name}.${column}`;
}

function cellsOf({ name }: Table, column: string): string {
  return `column ${name}.${column}`;
}
