import { type Realm, startRealm } from './harness/realm';

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

  // Source: test/teststores.js of github.com/brucemcpherson/gas-fakes, which is written against Google
  test('writes answer null, and getAll leaves out what is missing', async () => {
    const answers = await realm.run(() => {
      const cache = CacheService.getScriptCache();
      const put = cache.put('a', '1');
      return [put, cache.getAll(['a', 'b']), cache.remove('a'), cache.get('a')];
    });
    expect(answers).toEqual([null, { a: '1' }, null, null]);
  });
});
