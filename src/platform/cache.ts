/**
 * The script's cache, which every execution shares and which may lose any entry at any time. An entry that is empty
 * counts as none.
 */

/** The longest that Google keeps an entry. */
export const MAX_TTL_S = 21_600;
/** Google takes 100 kB in one entry. */
const MAX_CHARACTERS = 90_000;
/** The clocks of two machines may differ by as much. */
const SKEW_MS = 2_000;

export function get<T>(key: string): T | undefined {
  const text = getText(key);
  return text === undefined ? undefined : JSON.parse(text);
}

export function set(key: string, value: unknown, ttlS: number): void {
  setText(key, JSON.stringify(value), ttlS);
}

/** What is cached, or else what `read` returns, which is cached then. */
export function getOrSet<T>(key: string, ttlS: number, read: () => T): T {
  const cached = get<T>(key);
  if (cached !== undefined) return cached;
  const value = read();
  set(key, value, ttlS);
  return value;
}

export function invalidate(key: string): void {
  scriptCache().remove(key);
}

/** Several entries in one call. */
export function invalidateAll(keys: readonly string[]): void {
  scriptCache().removeAll([...keys]);
}

export function getText(key: string): string | undefined {
  return scriptCache().get(key) || undefined;
}

/** Several entries in one call. */
export function getTexts(keys: readonly string[]): Partial<Record<string, string>> {
  return scriptCache().getAll([...keys]);
}

/** A text that is too large is not cached. */
export function setText(key: string, text: string, ttlS: number): void {
  if (text.length <= MAX_CHARACTERS) scriptCache().put(key, text, ttlS);
  else invalidate(key);
}

/** Several entries in one call. */
export function setTexts(texts: Readonly<Record<string, string>>, ttlS: number): void {
  scriptCache().putAll({ ...texts }, ttlS);
}

/** Whatever was read before now is out of date. Call it after the change has reached the sheet. */
export function markChanged(key: string): void {
  setText(key, String(Date.now()), MAX_TTL_S);
}

/** Whether nothing has changed since `readAt`, by the entries that markChanged has made. */
export function isCurrent(readAt: number, ...changes: readonly (string | undefined)[]): boolean {
  return changes.every((changedAt) => readAt > Number(changedAt ?? 0) + SKEW_MS);
}

function scriptCache(): GoogleAppsScript.Cache.Cache {
  return CacheService.getScriptCache();
}
