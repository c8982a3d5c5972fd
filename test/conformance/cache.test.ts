import { type Realm, startRealm } from '../harness/realm';

// Sources: platform facts 7 (Cache) and 11.2; developers.google.com/apps-script/reference/cache/cache
describe('CacheService', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const get = (key: string) => CacheService.getScriptCache().get(key);

  test('keeps a value for 600 seconds unless said', async () => {
    await realm.run(() => CacheService.getScriptCache().put('a', '1'));
    await realm.scheduler.advance(599_000);
    expect(await realm.run(get, 'a')).toBe('1');
    await realm.scheduler.advance(1_000);
    expect(await realm.run(get, 'a')).toBeNull();
  });

  test('keeps a value for at most six hours', async () => {
    await realm.run(() => CacheService.getScriptCache().put('a', '1', 100_000));
    await realm.scheduler.advance(21_599_000);
    expect(await realm.run(get, 'a')).toBe('1');
    await realm.scheduler.advance(1_000);
    expect(await realm.run(get, 'a')).toBeNull();
  });

  test('a negative time to live is accepted and keeps nothing', async () => {
    await realm.run(() => CacheService.getScriptCache().put('a', '1', -5));
    expect(await realm.run(get, 'a')).toBeNull();
  });

  test('the three caches are apart', async () => {
    const values = await realm.run(() => {
      CacheService.getScriptCache().put('a', 'script');
      CacheService.getUserCache().put('a', 'user');
      return [CacheService.getScriptCache().get('a'), CacheService.getDocumentCache()?.get('a')];
    });
    expect(values).toEqual(['script', null]);
  });

  test('null and objects are kept as their text', async () => {
    const values = await realm.run(() => {
      const cache = CacheService.getScriptCache();
      cache.putAll({ none: null, object: {} });
      return cache.getAll(['none', 'object', 'absent']);
    });
    expect(values).toEqual({ none: 'null', object: '[object Object]' });
  });

  test.each<[string, () => unknown, string]>([
    ['a null key', () => CacheService.getScriptCache().get(null as never), 'Invalid argument: key'],
    ['a long key', () => CacheService.getScriptCache().put('k'.repeat(251), ''), 'Argument too large: key'],
    [
      'a large value',
      () => CacheService.getScriptCache().put('k', 'ä'.repeat(51_201)),
      'Argument too large: value',
    ],
  ])('%s is refused', async (_, snippet, message) => {
    await expect(realm.run(snippet)).rejects.toMatchObject({ name: 'Exception', message });
  });

  test('key and value may be as long as the limit', async () => {
    await realm.run(() => CacheService.getScriptCache().put('k'.repeat(250), 'ä'.repeat(51_200)));
    expect(await realm.run(get, 'k'.repeat(250))).toHaveLength(51_200);
  });

  test('past 1,000 items the 900 farthest from expiry stay', async () => {
    const left = await realm.run(() => {
      const cache = CacheService.getScriptCache();
      const values = (from: number, to: number) =>
        Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`k${from + index}`, 'x']));
      cache.put('short', 'x', 60);
      cache.putAll(values(0, 999), 600);
      cache.putAll(values(999, 1_049), 600);
      const keys = Array.from({ length: 1_049 }, (_, index) => `k${index}`);
      return [
        Object.keys(cache.getAll(keys)).length,
        cache.get('short'),
        cache.get('k0'),
        cache.get('k1048'),
      ];
    });
    expect(left).toEqual([949, null, null, 'x']);
  });

  test('removed values are gone', async () => {
    const values = await realm.run(() => {
      const cache = CacheService.getScriptCache();
      cache.putAll({ a: '1', b: '2', c: '3' });
      cache.remove('a');
      cache.removeAll(['b']);
      return cache.getAll(['a', 'b', 'c']);
    });
    expect(values).toEqual({ c: '3' });
  });

  test('getAll and putAll are one call each, with a little for every key', async () => {
    const { calls } = await realm.execute(() => {
      CacheService.getScriptCache().putAll({ a: '1', b: '2' });
      CacheService.getScriptCache().getAll(['a', 'b', 'c', 'd']);
      CacheService.getScriptCache().get('a');
    });
    expect(calls.map(({ method, ms }) => [method, ms])).toEqual([
      ['cache.putAll', 60.1],
      ['cache.getAll', 5.2],
      ['cache.get', 5],
    ]);
  });
});
