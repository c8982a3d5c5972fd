import { extent } from '../harness/extent';
import { type Realm, startRealm } from '../harness/realm';

// Sources: platform facts 5.2 and 10; developers.google.com/apps-script/reference/utilities/utilities and
// developers.google.com/apps-script/reference/base/blob. Golden values were computed with Python's hashlib, hmac,
// base64 and zoneinfo.
describe('Utilities', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  test.each([
    ['MD5', '/uQNwk0K1qkMYIBSqk6eZg=='],
    ['SHA_1', 'zVbLCsRWkHMa/td/9mZV39+Fdto='],
    ['SHA_256', 'goXRrYTGtuR107UNv5A4nIx6B6J42a5G1WmMvocuODQ='],
    ['SHA_384', 'PLBDOkA3nOlauHtwKHeRsX90yr7MvrCqtBoPAYL75arQQ4YJPwGYgKWFk3uFbsmW'],
    ['SHA_512', 'lnmp+7P9sfbJUH04NmelTzIYnQv/XJniQQdMAxNpoM1yva2gU7ntxiX3MOa7CcfchPCTDUuAYGvupOAc0jK0/w=='],
  ] as const)('computeDigest with %s of UTF-8 text', async (algorithm, digest) => {
    const compute = (name: 'MD5') =>
      Utilities.base64Encode(
        Utilities.computeDigest(Utilities.DigestAlgorithm[name], 'grüße', Utilities.Charset.UTF_8),
      );
    expect(await realm.run(compute, algorithm as 'MD5')).toBe(digest);
  });

  test.each([
    ['HMAC_MD5', 'BhwOnddfPCdx69kb/ZXETA=='],
    ['HMAC_SHA_1', 'Lx/I1N9OsnkCt8soYHwWq9Q7OSs='],
    ['HMAC_SHA_256', 'jCGQuULE5rRjKvdFJEImIH2xi5bz6WZfqx+KbJ/zHvo='],
  ] as const)('computeHmacSignature with %s', async (algorithm, signature) => {
    const compute = (name: 'HMAC_MD5') =>
      Utilities.base64Encode(Utilities.computeHmacSignature(Utilities.MacAlgorithm[name], 'grüße', 'key'));
    expect(await realm.run(compute, algorithm as 'HMAC_MD5')).toBe(signature);
  });

  test('an algorithm that is not there is an invalid argument', async () => {
    const run = realm.run(() => Utilities.computeDigest(undefined as never, 'a'));
    await expect(run).rejects.toMatchObject({ name: 'Exception', message: 'Invalid argument: undefined' });
  });

  test('computeHmacSha256Signature answers 32 signed bytes', async () => {
    const signature = await realm.run(() => Utilities.computeHmacSha256Signature('grüße', 'key'));
    expect(signature).toHaveLength(32);
    expect(Math.min(...signature)).toBeLessThan(0);
    expect(Math.max(...signature)).toBeLessThan(128);
  });

  test('base64 is padded, and web-safe base64 is read without padding too', async () => {
    const results = await realm.run(() => [
      Utilities.base64Encode('grüße?>'),
      Utilities.base64EncodeWebSafe('ÿ?~>>'),
      Utilities.base64Encode([-1, 0, 255, 128]),
      Utilities.newBlob(Utilities.base64DecodeWebSafe('w78_fj4-')).getDataAsString(),
      Utilities.newBlob(Utilities.base64DecodeWebSafe('Z3LDvA')).getDataAsString(),
      Utilities.newBlob(Utilities.base64Decode('Z3LDvA==')).getDataAsString(),
    ]);
    expect(results).toEqual(['Z3LDvMOfZT8+', 'w78_fj4-', '/wD/gA==', 'ÿ?~>>', 'grü', 'grü']);
  });

  test('text that is not base64 is refused', async () => {
    const run = realm.run(() => Utilities.base64Decode('a*b='));
    await expect(run).rejects.toMatchObject({ name: 'Exception', message: 'Could not decode string.' });
  });

  test('a blob takes bytes of either sign and gives signed ones', async () => {
    const bytes = await realm.run(() => Utilities.newBlob([200, -56, 127, 0]).getBytes());
    expect(bytes).toEqual([-56, -56, 127, 0]);
  });

  test('a blob of text is UTF-8, also outside the basic plane', async () => {
    const results = await realm.run(() => {
      const blob = Utilities.newBlob('a€😀', 'text/plain', 'note.txt');
      return [blob.getBytes(), blob.getDataAsString(), blob.getName(), blob.copyBlob().getContentType()];
    });
    expect(results).toEqual([[97, -30, -126, -84, -16, -97, -104, -128], 'a€😀', 'note.txt', 'text/plain']);
  });

  test.each([
    ['windows-1252', [-128, 101], '€e'],
    ['ISO-8859-1', [-28, 98], 'äb'],
    ['Shift_JIS', [-126, -96], 'あ'],
    ['UTF-8', [97, -1, 98], 'a\ufffdb'],
    ['UTF-8', [-19, -96, -128], '\ufffd\ufffd\ufffd'],
  ])('getDataAsString reads %s bytes %j', async (charset, bytes, text) => {
    const decode = (data: number[], name: string) => Utilities.newBlob(data).getDataAsString(name);
    expect(await realm.run(decode, bytes, charset)).toBe(text);
  });

  test('a charset that nobody knows is an invalid argument', async () => {
    const run = realm.run(() => Utilities.newBlob('a').getDataAsString('x-unknown'));
    await expect(run).rejects.toMatchObject({ name: 'Exception', message: 'Invalid argument: x-unknown' });
  });

  test('the content type follows the extension when asked to', async () => {
    const type = () =>
      Utilities.newBlob('a', undefined as never, 'a.pdf')
        .setContentTypeFromExtension()
        .getContentType();
    expect(await realm.run(type)).toBe('application/pdf');
  });

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

  const MOMENT = Date.UTC(2026, 2, 29, 1, 30, 5, 7);
  test.each([
    ['yyyy-MM-dd HH:mm:ss.SSS', 'UTC', '2026-03-29 01:30:05.007'],
    ["yyyy-MM-dd'T'HH:mm:ssXXX", 'Europe/Berlin', '2026-03-29T03:30:05+02:00'],
    ["EEE, d MMM yyyy h:mm a 'o''clock' Z", 'America/New_York', "Sat, 28 Mar 2026 9:30 PM o'clock -0400"],
    ['EEEE MMMM D u yy k K w', 'Asia/Kolkata', 'Sunday March 88 7 26 7 7 14'],
    ['X XX', 'UTC', 'Z Z'],
    ['HH:mm', 'GMT+05:45', '07:15'],
    ['HH:mm', 'Nowhere/Land', '01:30'],
  ])('formatDate of %s in %s', async (format, zone, text) => {
    const run = (time: number, inZone: string, pattern: string) =>
      Utilities.formatDate(new Date(time), inZone, pattern);
    expect(await realm.run(run, MOMENT, zone, format)).toBe(text);
  });

  test('formatDate refuses what is no date', async () => {
    const run = realm.run(() => Utilities.formatDate('2026' as never, 'UTC', 'yyyy'));
    await expect(run).rejects.toThrow(
      "The parameters (String,String,String) don't match the method signature for Utilities.formatDate.",
    );
  });

  test.each([
    ['%s has %d', ['a', 3], 'a has 3'],
    ['%05.1f|%-5s|%+d|%x', [3.14, 'ab', 7, 255], '003.1|ab   |+7|ff'],
    ['%2$s %1$s 100%%', ['a', 'b'], 'b a 100%'],
  ])('formatString of %s', async (template, values, text) => {
    const run = (pattern: string, list: unknown[]) => Utilities.formatString(pattern, ...list);
    expect(await realm.run(run, template, values)).toBe(text);
  });

  test('parseCsv reads quoted cells with breaks, quotes and delimiters', async () => {
    const rows = await realm.run(() => [
      ...Utilities.parseCsv('a,"b,\n""c"""\r\n1,,'),
      ...Utilities.parseCsv('x;y', ';'),
    ]);
    expect(rows).toEqual([
      ['a', 'b,\n"c"'],
      ['1', '', ''],
      ['x', 'y'],
    ]);
  });

  test('parseCsv refuses a quote that never ends', async () => {
    await expect(realm.run(() => Utilities.parseCsv('a,"b'))).rejects.toThrow('Could not parse text.');
  });

  test('gzip and ungzip are each other’s inverse', async () => {
    const results = await realm.run(() => {
      const zipped = Utilities.gzip(Utilities.newBlob('grüße', 'text/plain', 'a.txt'));
      const again = Utilities.ungzip(zipped);
      return [zipped.getName(), zipped.getBytes().slice(0, 2), again.getDataAsString(), again.getName()];
    });
    expect(results).toEqual(['a.txt.gz', [31, -117], 'grüße', 'a.txt']);
  });

  test('an enum value is its name in text and JSON', async () => {
    const texts = await realm.run(() => [
      JSON.stringify({ charset: Utilities.Charset.UTF_8 }),
      String(Utilities.MacAlgorithm.HMAC_SHA_256),
      typeof Utilities.Charset.UTF_8,
    ]);
    expect(texts).toEqual(['{"charset":"UTF_8"}', 'HMAC_SHA_256', 'object']);
  });

  test('getUuid is a version 4, another one each time', async () => {
    const [first, second] = await realm.run(() => [Utilities.getUuid(), Utilities.getUuid()]);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(second).not.toBe(first);
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

  test('a sleep of more than five minutes is refused', async () => {
    await expect(realm.run(() => Utilities.sleep(300_001))).rejects.toThrow('Invalid argument: 300001');
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
