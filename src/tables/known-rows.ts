import { isNewestFirst } from './ids';
import type { Table } from './table';

/** What was seen of a tab when its ids were last read. */
export interface KnownRows {
  /** A row with an id, above which nothing is being made any more. */
  last: number;
  lastId: string;
  /** The rows above it that have no id. */
  blank: readonly number[];
  /** Whether the ids count upwards from the top. */
  isInOrder: boolean;
}

const KEPT_S = 600;

/** Rows that were reserved may still be written among the last ones. */
const UNSETTLED_ROWS = 300;
const MOST_BLANK = 1_000;

export function recallRows(table: Table): KnownRows | undefined {
  const stored = cache().get(nameOf(table));
  return stored === null ? undefined : JSON.parse(stored);
}

export function forgetRows(table: Table): void {
  cache().remove(nameOf(table));
}

/** Ids from row 2 on. */
export function rememberRows(table: Table, ids: readonly string[]): void {
  const known = toKnown(table, ids);
  if (known.blank.length <= MOST_BLANK) cache().put(nameOf(table), JSON.stringify(known), KEPT_S);
}

function toKnown(table: Table, ids: readonly string[]): KnownRows {
  const end = ids.map(Boolean).lastIndexOf(true) + 1;
  const from = Math.max(0, end - UNSETTLED_ROWS);
  const gap = ids.slice(from, end).indexOf('');
  const settled = ids.slice(0, gap < 0 ? end : from + gap);
  const blank = settled.flatMap((id, index) => (id ? [] : [index + 2]));
  const isInOrder = isNewestFirst(table, settled.filter(Boolean).reverse());
  return { last: settled.length + 1, lastId: settled[settled.length - 1] ?? '', blank, isInOrder };
}

function nameOf({ name }: Table): string {
  return `rows ${name}`;
}

function cache(): GoogleAppsScript.Cache.Cache {
  return CacheService.getScriptCache();
}
