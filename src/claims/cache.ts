import { type Claim, listClaims, refusal } from './claim';
import { CACHE_LIMITS, REFERENCE } from './sources';

type Cache = GoogleAppsScript.Cache.Cache;

export const CACHE: Claim[] = listClaims(`${REFERENCE}/cache/cache`, [
  {
    id: 'cache.expiry.negative-keeps-nothing',
    source: CACHE_LIMITS,
    isInferred: true,
    expected: null,
    run: () =>
      inCache((cache) => {
        cache.put('claim.a', '1', -5);
        return cache.get('claim.a');
      }),
  },
  {
    id: 'cache.kinds.are-apart',
    expected: ['script', 'user', null],
    run: () =>
      inCache((cache) => {
        const user = CacheService.getUserCache();
        cache.put('claim.a', 'script');
        user.put('claim.a', 'user');
        const values = [cache.get('claim.a'), user.get('claim.a')];
        user.remove('claim.a');
        return [...values, CacheService.getDocumentCache()?.get('claim.a')];
      }),
  },
  {
    id: 'cache.values.become-text',
    source: CACHE_LIMITS,
    expected: { 'claim.a': 'null', 'claim.b': '[object Object]' },
    run: () =>
      inCache((cache) => {
        cache.putAll({ 'claim.a': null, 'claim.b': {} });
        return cache.getAll(['claim.a', 'claim.b', 'claim.c']);
      }),
  },
  {
    id: 'cache.keys.null-is-refused',
    source: CACHE_LIMITS,
    expected: 'Exception: Invalid argument: key',
    run: () => refusal(() => CacheService.getScriptCache().get(null as never)),
  },
  {
    id: 'cache.keys.251-characters-are-refused',
    source: CACHE_LIMITS,
    expected: 'Exception: Argument too large: key',
    run: () => refusal(() => CacheService.getScriptCache().put('k'.repeat(251), '')),
  },
  {
    id: 'cache.values.102402-bytes-are-refused',
    source: CACHE_LIMITS,
    expected: 'Exception: Argument too large: value',
    run: () => refusal(() => CacheService.getScriptCache().put('claim.a', 'ä'.repeat(51_201))),
  },
  {
    id: 'cache.limits.fit',
    expected: 51_200,
    run: () => {
      const [cache, key] = [CacheService.getScriptCache(), 'k'.repeat(250)];
      cache.put(key, 'ä'.repeat(51_200));
      const value = cache.get(key);
      cache.remove(key);
      return value?.length;
    },
  },
  {
    id: 'cache.eviction.900-farthest-from-expiry-stay',
    source: CACHE_LIMITS,
    expected: [949, null, null, 'x'],
    run: fillBeyondLimit,
  },
  {
    id: 'cache.removed-is-gone',
    expected: { 'claim.c': '3' },
    run: () =>
      inCache((cache) => {
        cache.putAll({ 'claim.a': '1', 'claim.b': '2', 'claim.c': '3' });
        cache.remove('claim.a');
        cache.removeAll(['claim.b']);
        return cache.getAll(['claim.a', 'claim.b', 'claim.c']);
      }),
  },
]);

function inCache<R>(work: (cache: Cache) => R): R {
  const cache = CacheService.getScriptCache();
  try {
    return work(cache);
  } finally {
    cache.removeAll(['claim.a', 'claim.b', 'claim.c']);
  }
}

function fillBeyondLimit(): unknown {
  const cache = CacheService.getScriptCache();
  const keys = Array.from({ length: 1_049 }, (_, index) => `claim.${index}`);
  const values = (from: number, to?: number) =>
    Object.fromEntries(keys.slice(from, to).map((key) => [key, 'x']));
  cache.removeAll(keys);
  cache.put('claim.short', 'x', 60);
  cache.putAll(values(0, 999), 600);
  cache.putAll(values(999), 600);
  const left = cache.getAll(keys);
  cache.removeAll([...keys, 'claim.short']);
  return [
    Object.keys(left).length,
    left['claim.short'] ?? null,
    left['claim.0'] ?? null,
    left['claim.1048'] ?? null,
  ];
}
