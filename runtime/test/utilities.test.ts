import { extent } from './harness/extent';
import { type Realm, startRealm } from './harness/realm';

describe('Utilities', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  test('many MB pass through bytes, base64 and blob unchanged', async () => {
    const megabytes = extent({ usual: 3, long: 21 });
    const lengths = await realm.run((times: number) => {
      const bytes = Utilities.newBlob('0123456789'.repeat(times)).getBytes();
      const encoded = Utilities.base64Encode(bytes);
      const text = Utilities.newBlob(Utilities.base64Decode(encoded)).getDataAsString();
      return [bytes.length, encoded.length, text === '0123456789'.repeat(times)];
    }, megabytes * 100_000);
    expect(lengths).toEqual([megabytes * 1_000_000, (megabytes / 3) * 4_000_000, true]);
  });

  test('sleep moves the clock of its execution and lets others go on meanwhile', async () => {
    const sleeper = realm.run(() => {
      const before = Date.now();
      Utilities.sleep(10_000);
      const seen = PropertiesService.getScriptProperties().getProperty('slept');
      return [Date.now() - before, seen];
    });
    const other = realm.run(() => {
      Utilities.sleep(5_000);
      PropertiesService.getScriptProperties().setProperty('slept', 'yes');
    });
    expect(await sleeper).toEqual([10_030, 'yes']);
    await other;
  });

  test('what does not leave the script costs nothing and is not counted', async () => {
    const execution = await realm.execute(() => {
      Utilities.computeDigest(Utilities.DigestAlgorithm.MD5, 'a');
      return Utilities.newBlob('a').getDataAsString('UTF-16');
    });
    expect(execution.count()).toBe(0);
    expect(execution.elapsed).toBe(450);
  });
});
