import { type Realm, startRealm } from './harness/realm';

// Sources: platform facts 7 (Cache) and 11.2; developers.google.com/apps-script/reference/cache/cache
describe('CacheService', () => {
  let realm: Realm;
  beforeEach(() => {
    realm = startRealm();
  });
  afterEach(() => realm.close());

  const get = (key: string) => CacheService.getScriptCache().get(key);

  test('keeps a value for 600 seconds unless said, and for at most six hours', async () => {
    await realm.run(() => {
      CacheService.getScriptCache().put('short', '1');
      CacheService.getScriptCache().put('long', '1', 100_000);
    });
    const { scheduler } = realm;
    const start = scheduler.now();
    /** What there is so many ms after both were put. */
    const getAfter = async (ms: number, key: string) => {
      await scheduler.advance(start + ms - scheduler.now());
      return realm.run(get, key);
    };
    expect(await getAfter(599_000, 'short')).toBe('1');
    expect(await getAfter(600_000, 'short')).toBeNull();
    expect(await getAfter(21_599_000, 'long')).toBe('1');
    expect(await getAfter(21_600_000, 'long')).toBeNull();
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
