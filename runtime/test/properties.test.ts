import { type Realm, type Step, startRealm } from './harness/realm';

// Sources: platform facts 7 (Properties) and 9 (what is per project).
describe('PropertiesService', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  test('keeps a value from one execution to the next', async () => {
    await realm.run(() => void PropertiesService.getScriptProperties().setProperty('a', '1'));
    expect(await realm.run(() => PropertiesService.getScriptProperties().getProperty('a'))).toBe('1');
  });

  const FACTS: [fact: string, snippet: () => unknown, answer: unknown][] = [
    // Source: developers.google.com/apps-script/reference/properties/properties
    [
      'writes answer the store, for chaining, and all others go when they shall',
      () => {
        const store = PropertiesService.getUserProperties();
        store.setProperties({ a: '1', b: '2' }).setProperty('c', '3').deleteProperty('a');
        const before = store.getProperties();
        return [
          before,
          store.setProperties({ d: '4' }, true).getKeys(),
          store.deleteAllProperties().getKeys(),
        ];
      },
      [{ b: '2', c: '3' }, ['d'], []],
    ],
    [
      'what is replaced does not count',
      () => {
        const values = (prefix: string) =>
          Object.fromEntries(Array.from({ length: 50 }, (_, index) => [prefix + index, 'x'.repeat(9_000)]));
        PropertiesService.getUserProperties()
          .setProperties(values('a'), true)
          .setProperties(values('b'), true)
          .deleteAllProperties();
      },
      null,
    ],
  ];

  test('writes can be chained, and replace what was there', async () => {
    const told = await realm.runAll(...FACTS.map(([, snippet]): Step => [snippet]));
    expect(told.map((answer, at) => [FACTS[at]?.[0], answer])).toEqual(
      FACTS.map(([fact, , answer]) => [fact, answer]),
    );
  });
});
