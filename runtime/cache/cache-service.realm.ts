import { emulated } from '../realm/emulated';
import { caller } from '../realm/host';
import type { CacheCalls, CacheScope } from './calls';

const call = caller<CacheCalls>();

export const cacheService = emulated<GoogleAppsScript.Cache.CacheService>('Cache.CacheService', {
  getScriptCache: () => cache('script'),
  getUserCache: () => cache('user'),
  getDocumentCache: () => cache('document'),
} satisfies GoogleAppsScript.Cache.CacheService);

/** Methods that write answer null: test/teststores.js of github.com/brucemcpherson/gas-fakes. */
function cache(scope: CacheScope): GoogleAppsScript.Cache.Cache {
  return emulated('Cache.Cache', {
    get: (key) => call('cache.get', scope, key),
    getAll: (keys) => call('cache.getAll', scope, keys),
    put(key: string, value: unknown, seconds?: number) {
      call('cache.put', scope, key, String(value), toLifetime(seconds));
      return null;
    },
    putAll(values: object, seconds?: number) {
      const texts = Object.entries(values).map(([key, value]) => [key, String(value)]);
      call('cache.putAll', scope, Object.fromEntries(texts), toLifetime(seconds));
      return null;
    },
    remove(key) {
      call('cache.remove', scope, key);
      return null;
    },
    removeAll(keys) {
      call('cache.removeAll', scope, keys);
      return null;
    },
  } satisfies GoogleAppsScript.Cache.Cache);
}

const DEFAULT_SECONDS = 600;

/**
 * An entry that expires in negative time stays, nobody says for how long:
 * justin.poehnelt.com/posts/exploring-apps-script-cacheservice-limits. The default, also for zero, is inferred.
 */
function toLifetime(seconds = DEFAULT_SECONDS): number {
  return seconds > 0 ? seconds : DEFAULT_SECONDS;
}
