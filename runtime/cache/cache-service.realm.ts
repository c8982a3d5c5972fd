import { emulated } from '../realm/emulated';
import { call, exception } from '../realm/host';
import type { CacheScope } from './calls';

const DEFAULT_SECONDS = 600;

export const cacheService = emulated<GoogleAppsScript.Cache.CacheService>('Cache.CacheService', {
  getScriptCache: () => cache('script'),
  getUserCache: () => cache('user'),
  getDocumentCache: () => cache('document'),
} satisfies GoogleAppsScript.Cache.CacheService);

/** What writes answers null: test/teststores.js of github.com/brucemcpherson/gas-fakes. */
function cache(scope: CacheScope): GoogleAppsScript.Cache.Cache {
  return emulated('Cache.Cache', {
    get: (key) => call('cache.get', scope, toKey(key)),
    getAll: (keys) => call('cache.getAll', scope, keys.map(toKey)),
    put(key: string, value: string, seconds?: number) {
      call('cache.put', scope, toKey(key), String(value), seconds ?? DEFAULT_SECONDS);
      return null;
    },
    putAll(values: object, seconds?: number) {
      const texts = Object.entries(values).map(([key, value]) => [key, String(value)]);
      call('cache.putAll', scope, Object.fromEntries(texts), seconds ?? DEFAULT_SECONDS);
      return null;
    },
    remove(key) {
      call('cache.remove', scope, toKey(key));
      return null;
    },
    removeAll(keys) {
      call('cache.removeAll', scope, keys.map(toKey));
      return null;
    },
  } satisfies GoogleAppsScript.Cache.Cache);
}

/** A null key is refused, while a null value is stored as the text "null" (facts 7). */
function toKey(key: unknown): string {
  if (key === null || key === undefined) throw exception('Invalid argument: key');
  return String(key);
}
