import { sql } from 'kysely';
import { readingsOf, SEARCHABLE } from '../../src/tables/schema/searchable';
import type { Table } from '../../src/tables/schema/table';
import { eb } from '../database/builder';
import { type Condition, rowsWhere, unique } from './conditions';
import { layoutOf, ROW_ORDER } from './layout';

/** Looks for words in the column that each row has for it, as the sheet does. */

const words = sql.ref(SEARCHABLE);

/**
 * All pairs of neighbouring characters, those that begin at an odd place and those at an even one: rows are found by their index
 * in any script, with functions that every database has. It takes far longer to make them of a text than to look into it.
 */
export const PAIRS = sql`string_to_array(
  regexp_replace(${words}, '(..)', '\\1' || chr(31), 'g') || chr(31) ||
  regexp_replace(substr(${words}, 2), '(..)', '\\1' || chr(31), 'g'), chr(31))`;

/** Rows in which all words of one reading of `q` are. */
export function containing(q: string): Condition {
  return eb.or(readingsOf(q).map(hasAll));
}

/** Tells if the index knows a part of what is looked for: one character is no pair. */
export function isIndexed(q: string): boolean {
  return readingsOf(q).every((reading) => reading.some((word) => pairsOf(word).length > 0));
}

interface WordSearch {
  q: string;
  /** Conditions that the rows have to meet too. */
  conditions: readonly Condition[];
  /** Columns that are needed of them, beside their order. */
  columns: readonly string[];
}

/**
 * The same rows, found by the index of pairs before any other condition is looked at: the database would make the pairs of
 * every row that another index finds, if it might use one.
 */
export function rowsContaining(table: Table, { q, conditions, columns }: WordSearch) {
  const { name } = layoutOf(table);
  const isFound = readingsOf(q).map((reading) => {
    const pairs = unique(reading.flatMap(pairsOf));
    const hasPairs = eb(PAIRS, '@>', sql`${pairs}::text[]`);
    // A word of two characters is its pair: no text has to be looked into.
    if (reading.every((word) => pairsOf(word).join() === word)) return hasPairs;
    // The cheaper one comes first, for databases without an index.
    return eb.and([hasAll(reading), hasPairs]);
  });
  const withoutIndex = conditions.map((one) => sql<boolean>`(${one}) is true`);
  const rows = rowsWhere(table, [eb.or(isFound), ...withoutIndex]);
  return rows
    .select(unique([ROW_ORDER, ...columns]))
    .offset(sql.lit(0))
    .as(name);
}

function hasAll(reading: readonly string[]): Condition {
  const patterns = reading.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return eb(SEARCHABLE, 'like', sql`all(${patterns}::text[])`);
}

/** Makes them of code points, as the database counts characters. */
function pairsOf(word: string): string[] {
  const characters = [...word];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}
