import { type Realm, type Step, startRealm } from './harness/realm';

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

  const FACTS: [fact: string, snippet: () => unknown, answer: unknown][] = [
    // Source: test/teststores.js of github.com/brucemcpherson/gas-fakes, which is written against Google
    [
      'writes answer null, and getAll leaves out what is missing',
      () => {
        const cache = CacheService.getScriptCache();
        const put = cache.put('a', '1');
        return [put, cache.getAll(['a', 'b']), cache.remove('a'), cache.get('a')];
      },
      [null, { a: '1' }, null, null],
    ],
    // Source: justin.poehnelt.com/posts/exploring-apps-script-cacheservice-limits, measured
    [
      'values become text, null too, and what should expire in negative time stays',
      () => {
        const cache = CacheService.getScriptCache();
        const values = { a: 1, b: null, c: { d: 1 } } as unknown as Record<string, string>;
        for (const [key, value] of Object.entries(values)) cache.put(key, value);
        cache.put('e', '1', -1);
        return cache.getAll(['a', 'b', 'c', 'e']);
      },
      { a: '1', b: 'null', c: '[object Object]', e: '1' },
    ],
  ];

  test('what was put is answered as text, and nothing of what is missing', async () => {
    const told = await realm.runAll(...FACTS.map(([, snippet]): Step => [snippet]));
    expect(told.map((answer, at) => [FACTS[at]?.[0], answer])).toEqual(
      FACTS.map(([fact, , answer]) => [fact, answer]),
    );
  });
});
