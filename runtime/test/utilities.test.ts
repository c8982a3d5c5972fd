import { generateKeyPairSync, verify } from 'node:crypto';
import { extent } from './harness/extent';
import { type Realm, type Step, startRealm } from './harness/realm';

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

  test('an RSA signature is what the public key verifies; another text is no key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const sign = (key: string) => {
      const { RSA_SHA_1 } = Utilities.RsaAlgorithm;
      return [
        Utilities.computeRsaSha256Signature('grüße', key, Utilities.Charset.UTF_8),
        Utilities.computeRsaSignature(RSA_SHA_1, 'a', key),
        Utilities.computeRsaSha1Signature('a', key),
      ];
    };
    const [signatures, refused] = await realm.runEach(sign, [[pem], ['b']]);
    const [sha256 = [], sha1 = [], again] = signatures as number[][];
    expect(verify('sha256', Buffer.from('grüße'), publicKey, Buffer.from(sha256))).toBe(true);
    expect(verify('sha1', Buffer.from('a'), publicKey, Buffer.from(sha1))).toBe(true);
    expect(again).toEqual(sha1);
    expect(refused).toContain('Invalid argument: key');
  });

  const REFUSED: [string, () => unknown, string][] = [
    [
      'a file without a name in an archive',
      () => Utilities.zip([Utilities.newBlob('a')]),
      'Blob object must have non-null name for this operation.',
    ],
    ['unpacking what is no archive', () => Utilities.unzip(Utilities.newBlob('a')), 'Invalid argument: blob'],
    ['bytes beyond a byte', () => Utilities.newBlob([300]).getBytes(), 'Cannot convert 300 to byte.'],
    ['a sleep below zero', () => Utilities.sleep(-1), 'Invalid argument: -1'],
    ['a sleep of more than five minutes', () => Utilities.sleep(300_001), 'Invalid argument: 300001'],
    [
      'an unknown letter in a pattern',
      () => Utilities.formatDate(new Date(0), 'UTC', 'b'),
      "Illegal pattern character 'b'",
    ],
    [
      'an open quote in a pattern',
      () => Utilities.formatDate(new Date(0), 'UTC', "yyyy'T"),
      'Unterminated quote',
    ],
    [
      'a date that is none',
      () => Utilities.formatDate(new Date(Number.NaN), 'UTC', 'yyyy'),
      'Invalid argument: date',
    ],
    [
      'a text that does not fit its pattern',
      () => Utilities.parseDate('invalid date', 'GMT', 'yyyy'),
      'Unparseable date: "invalid date"',
    ],
    ['%d of a word', () => Utilities.formatString('%d', 'a'), 'formatString of a as %d is not emulated here'],
    [
      '%d of a boolean',
      () => Utilities.formatString('%d', true),
      'formatString of true as %d is not emulated here',
    ],
    ['%d beyond JavaScript', () => Utilities.formatString('%d', 1e21), 'as %d is not emulated here'],
    ['a flag #', () => Utilities.formatString('%#x', 255), 'as %#x is not emulated here'],
    ['a precision of %d', () => Utilities.formatString('%.3d', 7), 'as %.3d is not emulated here'],
    [
      'a precision of 101',
      () => Utilities.formatString('%.101f', 7),
      'the precision 101 is not emulated here',
    ],
    ['a missing value', () => Utilities.formatString('%s %s', 'a'), 'as %s is not emulated here'],
    [
      'the end of all time',
      () => Utilities.formatDate(new Date(8.64e15), 'Asia/Tokyo', 'yyyy'),
      'is not emulated here',
    ],
    [
      'a charset that only Google writes',
      () => Utilities.newBlob('').setDataFromString('a', 'Shift_JIS'),
      'Text in the charset Shift_JIS exists on Google, and is not emulated here.',
    ],
    [
      'a conversion',
      () => Utilities.newBlob('a').getAs('application/pdf'),
      'Blob.getAs from text/plain to application/pdf exists on Google, and is not emulated here.',
    ],
    [
      'MD2',
      () => Utilities.computeDigest(Utilities.DigestAlgorithm.MD2, 'a'),
      'MD2 exists on Google, and is not',
    ],
    [
      'the long name of a zone in winter',
      () => Utilities.formatDate(new Date(0), 'Europe/Berlin', 'zzzz'),
      'the long name of Europe/Berlin is not emulated here.',
    ],
    ['two delimiters', () => Utilities.parseCsv('a', 'bc'), 'Cannot convert bc to char.'],
  ];

  test('what Google refuses, and what is not emulated, is refused', async () => {
    const told = await realm.runAll(...REFUSED.map(([, snippet]): Step => [snippet]));
    expect(told.map((error, at) => [REFUSED[at]?.[0], error])).toEqual(
      REFUSED.map(([what, , message]) => [what, expect.stringContaining(message)]),
    );
  });
});
