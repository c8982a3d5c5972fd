/**
 * The script's cache, which every execution shares and which may lose any entry at any time. An entry that is empty
 * counts as none.
 */
import { isWithin, MAX_CACHED_BYTES } from './bytes';
import { perExecution } from './execution';

/** The longest that Google keeps an entry. */
export const MAX_TTL_S = 21_600;
/** The clocks of two machines may differ by as much. */
const SKEW_MS = 2_000;

/** Entries that were read ahead, and the time of it in epoch ms. */
const ahead = perExecution(() => ({ readAt: 0, texts: new Map<string, string | undefined>() }));
/** Time for which an entry counts as just read. */
const AHEAD_MS = 1_000;

/** Something that a part of the desk has read of the sheet. */
interface Cached<V> {
  /** Epoch ms before anything of it was read. */
  readAt: number;
  value: V;
}

interface Entry {
  key: string;
  ttlS: number;
  /** The keys under which markChanged says that it is out of date. */
  changes: readonly string[];
}

export function get<T>(key: string): T | undefined {
  const text = getText(key);
  return text === undefined ? undefined : JSON.parse(text);
}

export function set(key: string, value: unknown, ttlS: number): void {
  setText(key, JSON.stringify(value), ttlS);
}

/** Returns the cached value, or else caches and returns what `read` returns. */
export function getOrSet<T>(key: string, ttlS: number, read: () => T): T {
  const cached = get<T>(key);
  if (cached !== undefined) return cached;
  const value = read();
  set(key, value, ttlS);
  return value;
}

export function invalidate(key: string): void {
  ahead.current.texts.delete(key);
  scriptCache().remove(key);
}

/** Several entries in one call. */
export function invalidateAll(keys: readonly string[]): void {
  for (const key of keys) ahead.current.texts.delete(key);
  scriptCache().removeAll([...keys]);
}

export function getText(key: string): string | undefined {
  return isAhead([key]) ? ahead.current.texts.get(key) : scriptCache().get(key) || undefined;
}

/** Several entries in one call. */
export function getTexts(keys: readonly string[]): Partial<Record<string, string>> {
  if (!isAhead(keys)) return scriptCache().getAll([...keys]);
  return Object.fromEntries(keys.map((key) => [key, ahead.current.texts.get(key)]));
}

/** Reads in one call what several callers are about to ask for, each for itself. */
export function readAhead(keys: readonly string[]): void {
  if (isAhead(keys)) return;
  const [readAt, found] = [Date.now(), scriptCache().getAll([...keys])];
  ahead.current = { readAt, texts: new Map(keys.map((key) => [key, found[key] || undefined])) };
}

function isAhead(keys: readonly string[]): boolean {
  const { readAt, texts } = ahead.current;
  return Date.now() - readAt < AHEAD_MS && keys.every((key) => texts.has(key));
}

/** A text that is too large is not cached. */
export function setText(key: string, text: string, ttlS: number): void {
  if (isWithin(text, MAX_CACHED_BYTES)) {
    ahead.current.texts.delete(key);
    scriptCache().put(key, text, ttlS);
  } else invalidate(key);
}

/** Several entries in one call, none of which is too large. */
export function setTexts(texts: Readonly<Record<string, string>>, ttlS: number): void {
  for (const key of Object.keys(texts)) ahead.current.texts.delete(key);
  scriptCache().putAll({ ...texts }, ttlS);
}

/** Makes all that was read before now out of date. Call it after the change has reached the sheet. */
export function markChanged(key: string): void {
  setText(key, String(Date.now()), MAX_TTL_S);
}

/** Tells whether nothing has changed since `readAt`, by the entries that markChanged has made. */
export function isCurrent(readAt: number, ...changes: readonly (string | undefined)[]): boolean {
  return changes.every((changedAt) => readAt > Number(changedAt ?? 0) + SKEW_MS);
}

/** Returns what `read` returned lately, unless that has changed since. One call of the cache. */
export function getOrRead<V>(entry: Entry, read: () => V): V {
  const cached = findCurrent<V>(entry);
  if (cached) return cached.value;
  const readAt = Date.now();
  const value = read();
  setText(entry.key, pack({ readAt, value }), entry.ttlS);
  return value;
}

/** Changes what getOrRead has cached. It counts as read when it was. */
export function amend<V>(entry: Entry, change: (value: V) => V): void {
  const cached = findCurrent<V>(entry);
  if (cached) setText(entry.key, pack({ ...cached, value: change(cached.value) }), entry.ttlS);
}

function findCurrent<V>({ key, changes }: Entry): Cached<V> | undefined {
  const found = getTexts([key, ...changes]);
  const cached = found[key] === undefined ? undefined : unpack<Cached<V>>(found[key]);
  const isFresh = cached && isCurrent(cached.readAt, ...changes.map((change) => found[change]));
  return isFresh ? cached : undefined;
}

/** Compressing less than this costs more than it saves. */
const MIN_PACKED = 1_000;

/** Compressed, a menu of two hundred items is a tenth of its JSON. */
export function pack(value: object): string {
  const json = JSON.stringify(value);
  if (json.length < MIN_PACKED) return json;
  return Utilities.base64Encode(Utilities.gzip(Utilities.newBlob(json)).getBytes());
}

export function unpack<V>(packed: string): V {
  if (packed.startsWith('{')) return JSON.parse(packed) as V;
  const blob = Utilities.newBlob(Utilities.base64Decode(packed), 'application/x-gzip');
  return JSON.parse(Utilities.ungzip(blob).getDataAsString()) as V;
}

function scriptCache(): GoogleAppsScript.Cache.Cache {
  return CacheService.getScriptCache();
}
