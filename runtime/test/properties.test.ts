import { type Realm, startRealm } from './harness/realm';

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

  // Source: developers.google.com/apps-script/reference/properties/properties
  test('writes answer the store, for chaining, and all others go when they shall', async () => {
    const left = await realm.run(() => {
      const store = PropertiesService.getUserProperties();
      store.setProperties({ a: '1', b: '2' }).setProperty('c', '3').deleteProperty('a');
      const before = store.getProperties();
      return [before, store.setProperties({ d: '4' }, true).getKeys(), store.deleteAllProperties().getKeys()];
    });
    expect(left).toEqual([{ b: '2', c: '3' }, ['d'], []]);
  });

  test('sizes are counted in bytes', async () => {
    const set = (length: number) => {
      PropertiesService.getUserProperties().setProperty('a', 'ä'.repeat(length));
    };
    expect(await realm.runEach(set, [[4_608], [4_609]])).toEqual([
      null,
      expect.stringContaining('Argument too large: value'),
    ]);
  });

  test('what is replaced does not count', async () => {
    await realm.run(() => {
      const values = (prefix: string) =>
        Object.fromEntries(Array.from({ length: 50 }, (_, index) => [prefix + index, 'x'.repeat(9_000)]));
      PropertiesService.getUserProperties().setProperties(values('a'), true).setProperties(values('b'), true);
    });
  });

  test('null is no value', async () => {
    const run = realm.run(() => {
      PropertiesService.getUserProperties().setProperties({ a: null as never });
    });
    await expect(run).rejects.toThrow('Invalid argument: value');
  });

  test('a name that objects have anyway is a property like others', async () => {
    const found = await realm.run(() => {
      const store = PropertiesService.getScriptProperties().setProperty('constructor', 'a');
      return ['constructor', 'toString', '__proto__'].map((name) => store.getProperty(name));
    });
    expect(found).toEqual(['a', null, null]);
  });
});
