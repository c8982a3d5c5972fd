import { casesOf, errorOf, GAS_FAKES, INFERRED, MAIL_SPIKES, QUOTAS, REFERENCE } from './case';

type Cache = GoogleAppsScript.Cache.Cache;

const documented = casesOf('cache', `${REFERENCE}/cache/cache`);
const measured = casesOf(
  'cache',
  'measured: https://justin.poehnelt.com/posts/exploring-apps-script-cacheservice-limits/',
);

export const CACHE = [
  documented('kinds.are-apart', ['script', 'user', null], () =>
    inCache((cache) => {
      const user = CacheService.getUserCache();
      cache.put('case.a', 'script');
      user.put('case.a', 'user');
      const values = [cache.get('case.a'), user.get('case.a')];
      user.remove('case.a');
      return [...values, CacheService.getDocumentCache()?.get('case.a')];
    }),
  ),
  casesOf('cache', GAS_FAKES)('writes.answer-null', [null, null], () =>
    inCache((cache) => [cache.put('case.a', '1'), cache.remove('case.a')]),
  ),
  measured('values.become-text', { 'case.a': '1', 'case.b': 'null', 'case.c': '[object Object]' }, () =>
    inCache((cache) => {
      cache.put('case.a', 1 as never);
      cache.putAll({ 'case.b': null, 'case.c': {} });
      return cache.getAll(['case.a', 'case.b', 'case.c', 'case.d']);
    }),
  ),
  measured('expiry.zero-or-less-is-ignored', ['1', '1'], () =>
    inCache((cache) => {
      cache.put('case.a', '1', -1);
      cache.put('case.b', '1', 0);
      return [cache.get('case.a'), cache.get('case.b')];
    }),
  ),
  measured(
    'limits.keys-of-250-characters-and-values-of-102400-bytes',
    [51_200, ...Array(4).fill('Exception')],
    () => {
      const [cache, key] = [CacheService.getScriptCache(), 'k'.repeat(250)];
      cache.put(key, 'ä'.repeat(51_200));
      const { length } = cache.get(key) ?? '';
      cache.remove(key);
      return [
        length,
        errorOf(() => cache.put('k'.repeat(251), ''), 'key'),
        errorOf(() => cache.put('case.a', 'ä'.repeat(51_201)), 'value'),
        errorOf(() => cache.put('', '1'), 'key'),
        errorOf(() => cache.get(null as never), 'key'),
      ];
    },
  ),
  measured('eviction.900-farthest-from-expiry-stay', [949, null, null, 'x'], fillBeyondLimit),
  documented('removed-is-gone', { 'case.c': '3' }, () =>
    inCache((cache) => {
      cache.putAll({ 'case.a': '1', 'case.b': '2', 'case.c': '3' });
      cache.remove('case.a');
      cache.removeAll(['case.b']);
      return cache.getAll(['case.a', 'case.b', 'case.c']);
    }),
  ),
];

const stored = casesOf('properties', `${REFERENCE}/properties/properties`);

export const PROPERTIES = [
  stored('absent-is-null', null, () => PropertiesService.getScriptProperties().getProperty('case.never')),
  stored('writes.answer-the-store', [true, true], () => {
    const store = PropertiesService.getUserProperties();
    const kept = store
      .setProperties({ 'case.a': '1', 'case.b': '2' })
      .setProperty('case.c', '3')
      .deleteProperty('case.a');
    const own = kept.getKeys().filter((key) => key.startsWith('case.'));
    store.deleteProperty('case.b').deleteProperty('case.c');
    return [own.sort().join() === 'case.b,case.c', store.getProperty('case.b') === null];
  }),
  casesOf('properties', MAIL_SPIKES)('null-and-undefined-are-refused', ['Exception', 'Exception'], () => {
    const properties = PropertiesService.getScriptProperties();
    return [
      errorOf(() => properties.setProperty('case.a', undefined as never), 'value'),
      errorOf(() => properties.setProperties({ 'case.a': null as never }), 'value'),
    ];
  }),
  casesOf('properties', QUOTAS)('values.have-9216-bytes-at-most', [4_608, 'Exception'], () => {
    const properties = PropertiesService.getScriptProperties();
    properties.setProperty('case.a', 'ä'.repeat(4_608));
    const { length } = properties.getProperty('case.a') ?? '';
    const refused = errorOf(() => properties.setProperty('case.a', 'ä'.repeat(4_609)), 'value');
    properties.deleteProperty('case.a');
    return [length, refused];
  }),
  stored('kinds.are-apart', ['script', 'user', null], () => {
    const [script, user] = [PropertiesService.getScriptProperties(), PropertiesService.getUserProperties()];
    script.setProperty('case.a', 'script');
    user.setProperty('case.a', 'user');
    const document = PropertiesService.getDocumentProperties()?.getProperty('case.a');
    const values = [script.getProperty('case.a'), user.getProperty('case.a'), document];
    script.deleteProperty('case.a');
    user.deleteProperty('case.a');
    return values;
  }),
  casesOf('properties', INFERRED)(
    'names.that-objects-have-are-properties-like-others',
    ['a', null, null],
    () => {
      const store = PropertiesService.getScriptProperties().setProperty('constructor', 'a');
      const values = ['constructor', 'toString', '__proto__'].map((name) => store.getProperty(name));
      store.deleteProperty('constructor');
      return values;
    },
  ),
];

export const LOCK = [
  casesOf('lock', `${REFERENCE}/lock/lock-service`)('kinds.do-not-exclude-each-other', [true, true], () => {
    const locks = [LockService.getScriptLock(), LockService.getUserLock()];
    const taken = locks.map((lock) => lock.tryLock(5_000));
    for (const lock of locks) lock.releaseLock();
    return taken;
  }),
  casesOf('lock', MAIL_SPIKES)('held-may-be-taken-again', [true, true, false], () => {
    const [lock, same] = [LockService.getScriptLock(), LockService.getScriptLock()];
    const taken = [lock.tryLock(5_000), lock.tryLock(0)];
    lock.releaseLock();
    return [...taken, same.hasLock()];
  }),
  casesOf('lock', GAS_FAKES)('time.below-zero-takes-nothing', [false, false, 'Exception'], () => {
    const lock = LockService.getScriptLock();
    lock.releaseLock();
    return [lock.tryLock(-100), lock.hasLock(), errorOf(() => lock.waitLock(-100))];
  }),
  casesOf(
    'lock',
    'measured: https://tanaikech.github.io/2021/09/15/benchmark-concurrent-writing-to-google-spreadsheet-using-form/',
  )('document.is-there-for-bound-scripts', [true, true, true], () =>
    [
      LockService.getDocumentLock(),
      CacheService.getDocumentCache(),
      PropertiesService.getDocumentProperties(),
    ].map((service) => service !== null),
  ),
];

function inCache<R>(work: (cache: Cache) => R): R {
  const cache = CacheService.getScriptCache();
  try {
    return work(cache);
  } finally {
    cache.removeAll(['case.a', 'case.b', 'case.c']);
  }
}

function fillBeyondLimit(): unknown {
  const cache = CacheService.getScriptCache();
  const keys = Array.from({ length: 1_049 }, (_, index) => `case.${index}`);
  const values = (from: number, to?: number) =>
    Object.fromEntries(keys.slice(from, to).map((key) => [key, 'x']));
  cache.removeAll(keys);
  cache.put('case.short', 'x', 60);
  cache.putAll(values(0, 999), 600);
  cache.putAll(values(999), 600);
  const left = cache.getAll(keys);
  cache.removeAll([...keys, 'case.short']);
  const named = ['case.short', 'case.0', 'case.1048'].map((key) => left[key]);
  return [Object.keys(left).length, ...named];
}
