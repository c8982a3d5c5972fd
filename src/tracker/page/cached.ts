import type { BellItem } from './answers';

/** What the page asks for often and only a check changes; a check that stores mail sees to it. */
export interface Cached {
  /** Only as long as nothing is told or seen. */
  bell: { items: BellItem[]; through: number; since: number };
  /** By case number's number. */
  emailCounts: number[];
}

type Key = keyof Cached;

const LIFE_S = 3_600;
/** The platform's limit for a value is 100 kB. */
const MOST_CHARACTERS = 90_000;

/** Undefined where it was never kept, or is forgotten. */
export function recall<K extends Key>(key: K): Cached[K] | undefined {
  const text = CacheService.getScriptCache().get(key);
  return text ? (JSON.parse(text) as Cached[K]) : undefined;
}

/** Keeps values, and forgets those that are undefined. */
export function keep(values: { [K in Key]?: Cached[K] | undefined }): void {
  const texts = Object.entries(values).map(([key, value]) => [key, toText(value)]);
  CacheService.getScriptCache().putAll(Object.fromEntries(texts), LIFE_S);
}

function toText(value: object | undefined): string {
  const text = value === undefined ? '' : JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? '' : text;
}
