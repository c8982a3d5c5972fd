import { wordsOf } from './faults';

/** What the page asks for often and only a check changes: kept until the next check that stores mail. */
const KEYS = ['bell', 'emailCounts'] as const;
type Key = (typeof KEYS)[number];

const LIFE_S = 600;
/** The platform's limit for a value is 100 kB. */
const MOST_CHARACTERS = 90_000;

/** Undefined where it was never kept, or is forgotten. */
export function recall<T>(key: Key): T | undefined {
  const text = CacheService.getScriptCache().get(key);
  return text === null ? undefined : (JSON.parse(text) as T);
}

export function keep<T>(key: Key, value: T): T {
  const text = JSON.stringify(value);
  if (text.length <= MOST_CHARACTERS) CacheService.getScriptCache().put(key, text, LIFE_S);
  return value;
}

/** A page that is told the old for ten minutes more is no reason for a check to fail. */
export function forget(keys: readonly Key[] = KEYS): void {
  try {
    CacheService.getScriptCache().removeAll([...keys]);
  } catch (error) {
    console.warn(`The page may lag behind for ten minutes: ${wordsOf(error)}`);
  }
}
