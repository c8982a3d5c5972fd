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
});
