import { toStorable } from '../../src/tables/schema/storable';
import { execute, query } from '../database/sql';
import { seal, tryOpen } from './seal';

type Official = GoogleAppsScript.Cache.Cache;

/**
 * Entries of all hosts. They expire by the database's clock, which all hosts share. Some hold secrets, so all are sealed where
 * there is a key.
 */
export const CACHE_TABLE = `create table if not exists cache (
  key text primary key,
  value text not null,
  expires_at timestamptz not null)`;

const READ = 'select key, value from cache where key = any($1) and expires_at > now()';
const WRITE = `insert into cache (key, value, expires_at)
  select key, value, now() + $3::float8 * interval '1 second'
  from unnest($1::text[], $2::text[]) as entry (key, value)
  on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`;
const REMOVE = 'delete from cache where key = any($1)';
const REMOVE_ALL = 'delete from cache';
const REMOVE_EXPIRED = `delete from cache where key in
  (select key from cache where expires_at <= now() limit 1000)`;

/** Google's: the longest time to live, and the default. */
const MAX_TTL_S = 21_600;
const DEFAULT_TTL_S = 600;

const cache = {
  get: (key) => readAll([key])[key] ?? null,
  getAll: readAll,
  put: (key: string, value: string, seconds?: number) => writeAll({ [key]: value }, seconds),
  putAll: writeAll,
  remove: (key) => removeAll([key]),
  removeAll,
} satisfies Official;

export const CacheService = {
  getScriptCache: () => cache,
} satisfies Partial<GoogleAppsScript.Cache.CacheService>;

/** Removes expired entries, for maintenance. */
export function removeExpiredEntries(): void {
  while (execute(REMOVE_EXPIRED) > 0);
}

export function removeAllEntries(): void {
  execute(REMOVE_ALL);
}

function readAll(keys: string[]): Record<string, string> {
  const rows = query<{ key: string; value: string }>(READ, [keys.map(toStorable)]);
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    keys.flatMap((key) => {
      const stored = values.get(toStorable(key));
      // An entry that was sealed with another key counts as none: what is read in its place says why, or was sealed anew.
      const value = stored === undefined ? undefined : tryOpen(toStorable(key), stored);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** Writes entries in the same order for all, so that two who write the same ones at once do not deadlock. */
function writeAll(values: object, seconds = DEFAULT_TTL_S): void {
  // A key may contain whatever a caller has put into an address; values are made by the code itself.
  const entries = Object.entries(values)
    .map(([key, value]) => [toStorable(key), String(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) return;
  const ttlS = seconds > 0 ? Math.min(seconds, MAX_TTL_S) : DEFAULT_TTL_S;
  execute(WRITE, [entries.map(([key]) => key), entries.map(([key, value]) => seal(key, value)), ttlS]);
}

function removeAll(keys: string[]): void {
  if (keys.length > 0) execute(REMOVE, [keys.map(toStorable)]);
}
