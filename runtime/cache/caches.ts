import type { CacheScope } from './calls';

export interface CacheItem {
  value: string;
  expires: number;
}

export type CacheItems = Map<string, CacheItem>;

/** Caches live in memory: a restart empties them, and Google may do so at any time. */
export class Caches {
  private readonly caches = new Map<string, CacheItems>();

  open(scope: CacheScope, scriptId: string): CacheItems {
    const key = `${scope} ${scriptId}`;
    const items = this.caches.get(key) ?? new Map<string, CacheItem>();
    this.caches.set(key, items);
    return items;
  }
}
