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

  const FACTS: [fact: string, snippet: () => unknown, answer: unknown][] = [
    // Source: test/testutilities.js of github.com/brucemcpherson/gas-fakes, which is written against Google.
    [
      'text without a charset is digested and signed in US-ASCII, the rest as question marks',
      () => {
        const { MD5 } = Utilities.DigestAlgorithm;
        const { US_ASCII, UTF_8 } = Utilities.Charset;
        return [
          Utilities.computeDigest(MD5, '€🙂'),
          Utilities.computeDigest(MD5, '€🙂', US_ASCII),
          Utilities.computeDigest(MD5, '€🙂', UTF_8),
          Utilities.computeDigest(MD5, Utilities.newBlob('€🙂').getBytes()),
          Utilities.computeHmacSha256Signature('café', '€🙂').slice(0, 4),
          Utilities.computeHmacSha256Signature('café', '€🙂', UTF_8).slice(0, 4),
        ];
      },
      [
        [-22, 3, -4, -72, -60, 120, 34, -68, -25, 114, -49, 108, 7, -48, -21, -69],
        [-22, 3, -4, -72, -60, 120, 34, -68, -25, 114, -49, 108, 7, -48, -21, -69],
        [-71, 89, 42, -99, 35, -63, -51, -82, 83, 46, 87, -53, -35, -67, 116, -6],
        [-71, 89, 42, -99, 35, -63, -51, -82, 83, 46, 87, -53, -35, -67, 116, -6],
        [-125, 73, -127, -128],
        [76, -16, 35, 99],
      ],
    ],
    [
      'MD2 throws by name',
      () => Utilities.computeDigest(Utilities.DigestAlgorithm.MD2, 'a'),
      expect.stringContaining('MD2 exists on Google, and is not emulated here.'),
    ],
    // Source: test/testutilities.js of github.com/brucemcpherson/gas-fakes
    [
      'an archive has names, types and contents; without a name it is archive.zip or archive.gz',
      () => {
        const blobs = ['10.txt', 'b/a.html'].map((name) =>
          Utilities.newBlob(`<${name}>`, 'text/plain', name),
        );
        const zip = Utilities.zip(blobs);
        const gz = Utilities.gzip(Utilities.newBlob('x'));
        const describe = (blob: GoogleAppsScript.Base.Blob) => [blob.getName(), blob.getContentType()];
        const files = Utilities.unzip(zip).map((file) => [...describe(file), file.getDataAsString()]);
        return [
          [zip, gz, Utilities.ungzip(gz), Utilities.zip(blobs, 'y.zip')].map(describe),
          files,
          Utilities.ungzip(Utilities.gzip(Utilities.newBlob('x'), 'named')).getName(),
        ];
      },
      [
        [
          ['archive.zip', 'application/zip'],
          ['archive.gz', 'application/x-gzip'],
          ['archive', null],
          ['y.zip', 'application/zip'],
        ],
        [
          ['10.txt', 'text/plain', '<10.txt>'],
          ['b/a.html', 'text/html', '<b/a.html>'],
        ],
        'named',
      ],
    ],
    [
      'an extension that nobody knows has no type, whatever objects have by that name',
      () =>
        Utilities.newBlob('x', 'text/plain', 'a.constructor').setContentTypeFromExtension().getContentType(),
      null,
    ],
  ];

  test('what is computed is what Google computes', async () => {
    const told = await realm.runAll(...FACTS.map(([, snippet]): Step => [snippet]));
    expect(told.map((answer, at) => [FACTS[at]?.[0], answer])).toEqual(
      FACTS.map(([fact, , answer]) => [fact, answer]),
    );
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
    ['two delimiters', () => Utilities.parseCsv('a', 'bc'), 'Cannot convert bc to char.'],
  ];

  test('what Google refuses, and what is not emulated, is refused', async () => {
    const told = await realm.runAll(...REFUSED.map(([, snippet]): Step => [snippet]));
    expect(told.map((error, at) => [REFUSED[at]?.[0], error])).toEqual(
      REFUSED.map(([what, , message]) => [what, expect.stringContaining(message)]),
    );
  });

  // Source: docs.oracle.com/javase/7/docs/api/java/text/SimpleDateFormat.html, which the reference names
  const PARSED: [text: string, zone: string, pattern: string, instant: string][] = [
    ['2023-01-01T12:00:00Z', 'GMT', "yyyy-MM-dd'T'HH:mm:ss'Z'", '2023-01-01T12:00:00.000Z'],
    ['1.7.2026 9:30', 'Europe/Berlin', 'd.M.yyyy H:mm', '2026-07-01T07:30:00.000Z'],
    ['Sunday, 29 march 26 3:05 PM', 'America/New_York', 'EEEE, d MMMM yy h:mm a', '2026-03-29T19:05:00.000Z'],
    ['20261122 12 +0200', 'UTC', 'yyyyMMdd HH Z', '2026-11-22T10:00:00.000Z'],
    ['2026-13-32', 'UTC', 'yyyy-MM-dd', '2027-02-01T00:00:00.000Z'],
  ];
  // Source: OpenJDK, sun.util.calendar.ZoneInfo; inferred, conformance/utilities.ts
  const AROUND_CHANGES: typeof PARSED = [
    ['2026-03-08 02:30', 'America/New_York', 'yyyy-MM-dd HH:mm', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01 01:30', 'America/New_York', 'yyyy-MM-dd HH:mm', '2026-11-01T06:30:00.000Z'],
    ['2026-03-29 02:30', 'Europe/Berlin', 'yyyy-MM-dd HH:mm', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25 02:30', 'Europe/Berlin', 'yyyy-MM-dd HH:mm', '2026-10-25T01:30:00.000Z'],
  ];

  test('a text is parsed by its pattern, also as a time that the clocks skip or pass twice', async () => {
    const all = [...PARSED, ...AROUND_CHANGES];
    const parse = (...parts: [string, string, string]) => Utilities.parseDate(...parts).toISOString();
    const instants = await realm.runEach(
      parse,
      all.map(([text, zone, pattern]): [string, string, string] => [text, zone, pattern]),
    );
    expect(instants.map((instant, at) => [...(all[at]?.slice(0, 3) ?? []), instant])).toEqual(all);
  });

  const FORMATTED: [number, string, string, unknown][] = [
    [
      0,
      'Europe/Berlin',
      'z zzzz',
      expect.stringContaining('the long name of Europe/Berlin is not emulated here.'),
    ],
    [1_782_000_000_000, 'Europe/Berlin', 'z zzzz', 'CEST Central European Summer Time'],
    [0, 'Asia/Tokyo', 'z', 'JST'],
    [0, 'GMT+2', 'z X', 'GMT+02:00 +02'],
    [-62_200_000_000_000, 'UTC', 'G y', 'BC 3'],
    // Source: docs.oracle.com/javase/7/docs/api/java/util/TimeZone.html has hours from 0 to 23; names are case-sensitive
    ...['GMT+25', 'europe/berlin', 'Europe/berlin', 'EUROPE/BERLIN', 'asia/kolkata'].map(
      (zone): [number, string, string, string] => [0, zone, 'HH:mm', '00:00'],
    ),
  ];

  test('an instant is formatted in a zone, and in GMT where there is no such zone', async () => {
    const format = (...[at, ...rest]: [number, string, string]) =>
      Utilities.formatDate(new Date(at), ...rest);
    const texts = await realm.runEach(
      format,
      FORMATTED.map(([at, zone, pattern]): [number, string, string] => [at, zone, pattern]),
    );
    expect(texts.map((text, at) => [...(FORMATTED[at]?.slice(0, 3) ?? []), text])).toEqual(FORMATTED);
  });
});
