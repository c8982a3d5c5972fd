import {
  CACHE_LIMITS,
  type Claim,
  GAS_FAKES,
  listClaims,
  MAIL_SPIKES,
  QUOTAS,
  REFERENCE,
  refusal,
} from './case';

type Cache = GoogleAppsScript.Cache.Cache;

export const CACHE: Claim[] = listClaims(`${REFERENCE}/cache/cache`, [
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
    id: 'cache.writes.answer-null',
    source: GAS_FAKES,
    isInferred: true,
    expected: true,
    run: () => inCache((cache) => (cache.put('claim.a', '1') as unknown) === null),
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
    id: 'cache.values.null-and-objects-are-put',
    source: CACHE_LIMITS,
    expected: { 'claim.a': 'null', 'claim.b': '[object Object]' },
    run: () =>
      inCache((cache) => {
        cache.put('claim.a', null as unknown as string);
        cache.put('claim.b', {} as unknown as string);
        return cache.getAll(['claim.a', 'claim.b']);
      }),
  },
  {
    id: 'cache.expiry.negative-is-ignored',
    source: CACHE_LIMITS,
    expected: '1',
    run: () =>
      inCache((cache) => {
        cache.put('claim.a', '1', -1);
        return cache.get('claim.a');
      }),
  },
  {
    id: 'cache.expiry.zero-is-ignored',
    source: CACHE_LIMITS,
    isInferred: true,
    expected: '1',
    run: () =>
      inCache((cache) => {
        cache.put('claim.a', '1', 0);
        return cache.get('claim.a');
      }),
  },
  {
    id: 'cache.keys.null-is-refused',
    source: CACHE_LIMITS,
    expected: 'Exception: Invalid argument: key',
    run: () => refusal(() => CacheService.getScriptCache().get(null as never)),
  },
  {
    id: 'cache.keys.empty-is-refused',
    source: CACHE_LIMITS,
    expected: 'Exception: Invalid argument: key',
    run: () => refusal(() => CacheService.getScriptCache().put('', '1')),
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

export const PROPERTIES: Claim[] = listClaims(`${REFERENCE}/properties/properties`, [
  {
    id: 'properties.absent-is-null',
    expected: null,
    run: () => PropertiesService.getScriptProperties().getProperty('claim.never'),
  },
  {
    id: 'properties.undefined-is-refused',
    source: MAIL_SPIKES,
    expected: 'Exception: Invalid argument: value',
    run: () =>
      refusal(() => PropertiesService.getScriptProperties().setProperty('claim.a', undefined as never)),
  },
  {
    id: 'properties.values.9216-bytes-are-the-most',
    source: QUOTAS,
    isInferred: true,
    expected: [9_216, 'Exception: Argument too large: value'],
    run: () => {
      const properties = PropertiesService.getScriptProperties();
      properties.setProperty('claim.a', 'x'.repeat(9_216));
      const length = properties.getProperty('claim.a')?.length;
      const refused = refusal(() => properties.setProperty('claim.a', 'x'.repeat(9_217)));
      properties.deleteProperty('claim.a');
      return [length, refused];
    },
  },
  {
    id: 'properties.values.are-counted-in-bytes',
    source: QUOTAS,
    isInferred: true,
    expected: 'Exception: Argument too large: value',
    run: () =>
      refusal(() => PropertiesService.getScriptProperties().setProperty('claim.a', 'ä'.repeat(4_609))),
  },
  {
    id: 'properties.null-is-refused',
    isInferred: true,
    expected: 'Exception: Invalid argument: value',
    run: () =>
      refusal(() => PropertiesService.getScriptProperties().setProperties({ 'claim.a': null as never })),
  },
  {
    id: 'properties.kinds.are-apart',
    expected: ['script', 'user', null],
    run: () => {
      const [script, user] = [PropertiesService.getScriptProperties(), PropertiesService.getUserProperties()];
      script.setProperty('claim.a', 'script');
      user.setProperty('claim.a', 'user');
      const document = PropertiesService.getDocumentProperties()?.getProperty('claim.a');
      const values = [script.getProperty('claim.a'), user.getProperty('claim.a'), document];
      script.deleteProperty('claim.a');
      user.deleteProperty('claim.a');
      return values;
    },
  },
]);

export const LOCK: Claim[] = listClaims(`${REFERENCE}/lock/lock-service`, [
  {
    id: 'lock.kinds.do-not-exclude-each-other',
    expected: [true, true],
    run: () => {
      const locks = [LockService.getScriptLock(), LockService.getUserLock()];
      const taken = locks.map((lock) => lock.tryLock(5_000));
      for (const lock of locks) lock.releaseLock();
      return taken;
    },
  },
  {
    id: 'lock.held-may-be-taken-again',
    source: MAIL_SPIKES,
    expected: [true, true, false],
    run: () => {
      const [lock, same] = [LockService.getScriptLock(), LockService.getScriptLock()];
      const taken = [lock.tryLock(5_000), lock.tryLock(0)];
      lock.releaseLock();
      return [...taken, same.hasLock()];
    },
  },
  {
    id: 'lock.time.below-zero-takes-nothing',
    source: GAS_FAKES,
    expected: [false, false, true],
    run: () => {
      const lock = LockService.getScriptLock();
      const taken = lock.tryLock(-100);
      const refused = refusal(() => lock.waitLock(-100));
      return [taken, lock.hasLock(), /Lock timeout/.test(refused)];
    },
  },
  {
    id: 'lock.document.is-there-for-bound-scripts',
    source:
      'measured: https://tanaikech.github.io/2021/09/15/benchmark-concurrent-writing-to-google-spreadsheet-using-form/',
    expected: [true, true, true],
    run: () =>
      [
        LockService.getDocumentLock(),
        CacheService.getDocumentCache(),
        PropertiesService.getDocumentProperties(),
      ].map((service) => service !== null),
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
