import {
  type Claim,
  GAS_FAKES,
  type Json,
  listClaims,
  MAIL_SPIKES,
  PUBLIC_SCRIPTS,
  REFERENCE,
  refusal,
} from './case';

// Digests, signatures and times were computed with Python's hashlib, hmac and zoneinfo.
const DIGESTS = {
  MD5: '/uQNwk0K1qkMYIBSqk6eZg==',
  SHA_1: 'zVbLCsRWkHMa/td/9mZV39+Fdto=',
  SHA_256: 'goXRrYTGtuR107UNv5A4nIx6B6J42a5G1WmMvocuODQ=',
  SHA_384: 'PLBDOkA3nOlauHtwKHeRsX90yr7MvrCqtBoPAYL75arQQ4YJPwGYgKWFk3uFbsmW',
  SHA_512: 'lnmp+7P9sfbJUH04NmelTzIYnQv/XJniQQdMAxNpoM1yva2gU7ntxiX3MOa7CcfchPCTDUuAYGvupOAc0jK0/w==',
} as const;

const SIGNATURES = {
  HMAC_MD5: 'BhwOnddfPCdx69kb/ZXETA==',
  HMAC_SHA_1: 'Lx/I1N9OsnkCt8soYHwWq9Q7OSs=',
  HMAC_SHA_256: 'jCGQuULE5rRjKvdFJEImIH2xi5bz6WZfqx+KbJ/zHvo=',
} as const;

const MOMENT = Date.UTC(2026, 2, 29, 1, 30, 5, 7);
const FORMATTED: [name: string, format: string, zone: string, text: string][] = [
  ['milliseconds', 'yyyy-MM-dd HH:mm:ss.SSS', 'UTC', '2026-03-29 01:30:05.007'],
  ['offset', "yyyy-MM-dd'T'HH:mm:ssXXX", 'Europe/Berlin', '2026-03-29T03:30:05+02:00'],
  [
    'quotes',
    "EEE, d MMM yyyy h:mm a 'o''clock' Z",
    'America/New_York',
    "Sat, 28 Mar 2026 9:30 PM o'clock -0400",
  ],
  ['rare-letters', 'EEEE MMMM D u yy k K w', 'Asia/Kolkata', 'Sunday March 88 7 26 7 7 14'],
  ['utc-is-z', 'X XX', 'UTC', 'Z Z'],
  ['zone-by-offset', 'HH:mm', 'GMT+05:45', '07:15'],
  ['unknown-zone-is-utc', 'HH:mm', 'Nowhere/Land', '01:30'],
];

const STRINGS: [name: string, template: string, values: Json[], text: string][] = [
  ['text-and-integer', '%s has %d', ['a', 3], 'a has 3'],
  ['width-and-sign', '%05.1f|%-5s|%+d|%x', [3.14, 'ab', 7, 255], '003.1|ab   |+7|ff'],
  ['positions', '%2$s %1$s 100%%', ['a', 'b'], 'b a 100%'],
];

export const UTILITIES: Claim[] = listClaims(`${REFERENCE}/utilities/utilities`, [
  ...Object.entries(DIGESTS).map(([name, expected]) => ({
    id: `utilities.digest.${name.toLowerCase()}`,
    expected,
    run: () => digest(name as keyof typeof DIGESTS),
  })),
  {
    id: 'utilities.digest.without-charset-is-ascii',
    source: GAS_FAKES,
    expected: ['6gP8uMR4Irzncs9sB9Druw==', '6gP8uMR4Irzncs9sB9Druw=='],
    run: () =>
      ['€🙂', '??'].map((text) =>
        Utilities.base64Encode(Utilities.computeDigest(Utilities.DigestAlgorithm.MD5, text)),
      ),
  },
  {
    id: 'utilities.digest.unknown-algorithm',
    source: PUBLIC_SCRIPTS,
    isInferred: true,
    expected:
      "Exception: The parameters (null,String) don't match the method signature for Utilities.computeDigest.",
    run: () => refusal(() => Utilities.computeDigest(undefined as never, 'a')),
  },
  ...Object.entries(SIGNATURES).map(([name, expected]) => ({
    id: `utilities.signature.${name.toLowerCase()}`,
    expected,
    run: () => signature(name as keyof typeof SIGNATURES),
  })),
  {
    id: 'utilities.signature.key-is-pem',
    source: PUBLIC_SCRIPTS,
    isInferred: true,
    expected: 'Exception: Invalid argument: key',
    run: () => refusal(() => Utilities.computeRsaSha256Signature('a', 'b')),
  },
  {
    id: 'utilities.signature.is-signed-bytes',
    expected: [32, true, true],
    run: () => {
      const bytes = Utilities.computeHmacSha256Signature('grüße', 'key');
      return [bytes.length, Math.min(...bytes) < 0, Math.max(...bytes) < 128];
    },
  },
  {
    id: 'utilities.base64.encode',
    isInferred: true,
    expected: ['Z3LDvMOfZT8+', 'w78_fj4-', '/wD/gA=='],
    run: () => [
      Utilities.base64Encode('grüße?>'),
      Utilities.base64EncodeWebSafe('ÿ?~>>'),
      Utilities.base64Encode([-1, 0, 255, 128]),
    ],
  },
  {
    id: 'utilities.base64.decode-needs-no-padding',
    source: MAIL_SPIKES,
    expected: ['ÿ?~>>', 'grü', 'grü'],
    run: () =>
      [
        Utilities.base64DecodeWebSafe('w78_fj4-'),
        Utilities.base64DecodeWebSafe('Z3LDvA'),
        Utilities.base64Decode('Z3LDvA=='),
      ].map((bytes) => Utilities.newBlob(bytes).getDataAsString()),
  },
  {
    id: 'utilities.base64.what-is-none-is-refused',
    source: PUBLIC_SCRIPTS,
    expected: 'Exception: Could not decode string.',
    run: () => refusal(() => Utilities.base64Decode('a*b=')),
  },
  ...FORMATTED.map(([name, format, zone, expected]) => ({
    id: `utilities.format-date.${name}`,
    expected,
    run: () => Utilities.formatDate(new Date(MOMENT), zone, format),
  })),
  {
    id: 'utilities.format-date.zone-in-lower-case-is-utc',
    isInferred: true,
    expected: '01:30',
    run: () => Utilities.formatDate(new Date(MOMENT), 'europe/berlin', 'HH:mm'),
  },
  {
    id: 'utilities.format-date.what-is-no-date-is-refused',
    source: PUBLIC_SCRIPTS,
    expected:
      "Exception: The parameters (String,String,String) don't match the method signature for Utilities.formatDate.",
    run: () => refusal(() => Utilities.formatDate('2026' as never, 'UTC', 'yyyy')),
  },
  ...STRINGS.map(([name, template, values, expected]) => ({
    id: `utilities.format-string.${name}`,
    expected,
    run: () => Utilities.formatString(template, ...values),
  })),
  {
    id: 'utilities.parse-csv.quotes-breaks-and-delimiters',
    expected: [
      ['a', 'b,\n"c"'],
      ['1', '', ''],
      ['x', 'y'],
    ],
    run: () => [...Utilities.parseCsv('a,"b,\n""c"""\r\n1,,'), ...Utilities.parseCsv('x;y', ';')],
  },
  {
    id: 'utilities.parse-csv.open-quote-is-refused',
    source: PUBLIC_SCRIPTS,
    expected: 'Exception: Could not parse text.',
    run: () => refusal(() => Utilities.parseCsv('a,"b')),
  },
  {
    id: 'utilities.parse-date.fields-and-zone',
    expected: ['2026-07-01T07:30:00.000Z', '2023-01-01T12:00:00.000Z'],
    run: () => [
      Utilities.parseDate('1.7.2026 9:30', 'Europe/Berlin', 'd.M.yyyy H:mm'),
      Utilities.parseDate('2023-01-01T12:00:00Z', 'GMT', "yyyy-MM-dd'T'HH:mm:ss'Z'"),
    ],
  },
  {
    id: 'utilities.parse-date.times-at-a-change-of-clocks',
    isInferred: true,
    expected: ['2026-03-08T07:30:00.000Z', '2026-11-01T06:30:00.000Z'],
    run: () =>
      ['2026-03-08 02:30', '2026-11-01 01:30'].map((text) =>
        Utilities.parseDate(text, 'America/New_York', 'yyyy-MM-dd HH:mm'),
      ),
  },
  {
    id: 'utilities.parse-date.what-does-not-fit-is-refused',
    isInferred: true,
    expected: 'Exception: Unparseable date: "invalid date"',
    run: () => refusal(() => Utilities.parseDate('invalid date', 'GMT', 'yyyy')),
  },
  {
    id: 'utilities.parse-csv.nothing-is-no-row',
    isInferred: true,
    expected: [],
    run: () => Utilities.parseCsv(''),
  },
  {
    id: 'utilities.zip.and-back',
    source: GAS_FAKES,
    expected: ['archive.zip', 'application/zip', [['a.txt', 'text/plain', 'a']]],
    run: () => {
      const zipped = Utilities.zip([Utilities.newBlob('a', 'text/plain', 'a.txt')]);
      const files = Utilities.unzip(zipped);
      return [
        zipped.getName(),
        zipped.getContentType(),
        files.map((file) => [file.getName(), file.getContentType(), file.getDataAsString()]),
      ];
    },
  },
  {
    id: 'utilities.zip.files-need-names-of-their-own',
    source: PUBLIC_SCRIPTS,
    isInferred: true,
    expected: [
      'Exception: Blob object must have non-null name for this operation.',
      'Exception: Duplicate Filename not allowed: a.txt',
    ],
    run: () => {
      const named = () => Utilities.newBlob('a', 'text/plain', 'a.txt');
      return [
        refusal(() => Utilities.zip([Utilities.newBlob('a')])),
        refusal(() => Utilities.zip([named(), named()])),
      ];
    },
  },
  {
    id: 'utilities.zip.what-is-no-archive-is-refused',
    isInferred: true,
    expected: 'Exception: Invalid argument: blob',
    run: () => refusal(() => Utilities.unzip(Utilities.newBlob('a'))),
  },
  {
    id: 'utilities.gzip.without-a-name-is-an-archive',
    source: GAS_FAKES,
    expected: ['archive.gz', 'application/x-gzip', 'archive', null],
    run: () => {
      const zipped = Utilities.gzip(Utilities.newBlob('a'));
      const again = Utilities.ungzip(zipped);
      return [zipped.getName(), zipped.getContentType(), again.getName(), again.getContentType()];
    },
  },
  {
    id: 'utilities.gzip.and-back',
    isInferred: true,
    expected: ['a.txt.gz', [31, -117], 'grüße', 'a.txt'],
    run: () => {
      const zipped = Utilities.gzip(Utilities.newBlob('grüße', 'text/plain', 'a.txt'));
      const again = Utilities.ungzip(zipped);
      return [zipped.getName(), zipped.getBytes().slice(0, 2), again.getDataAsString(), again.getName()];
    },
  },
  {
    id: 'utilities.enum.is-its-name',
    source: 'https://developers.google.com/apps-script/guides/v8-runtime/migration',
    expected: ['{"charset":"UTF_8"}', 'HMAC_SHA_256', 'object'],
    run: () => [
      JSON.stringify({ charset: Utilities.Charset.UTF_8 }),
      String(Utilities.MacAlgorithm.HMAC_SHA_256),
      typeof Utilities.Charset.UTF_8,
    ],
  },
  {
    id: 'utilities.uuid.is-random',
    expected: [true, true],
    run: () => {
      const [first, second] = [Utilities.getUuid(), Utilities.getUuid()];
      return [
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(first),
        first !== second,
      ];
    },
  },
  {
    id: 'utilities.sleep.at-most-five-minutes',
    isInferred: true,
    expected: 'Exception: Invalid argument: 300001',
    run: () => refusal(() => Utilities.sleep(300_001)),
  },
  {
    id: 'utilities.logger.lines-have-a-time',
    source: `${REFERENCE}/base/logger`,
    isInferred: true,
    expected: [true, ''],
    run: () => {
      Logger.clear();
      const log = Logger.log({ a: 1 }).getLog();
      Logger.clear();
      return [/^\w{3} \w{3} \d\d \d\d:\d\d:\d\d \S+ \d{4} INFO: \{a=1\.0\}\n$/.test(log), Logger.getLog()];
    },
  },
]);

function digest(name: keyof typeof DIGESTS): string {
  return Utilities.base64Encode(
    Utilities.computeDigest(Utilities.DigestAlgorithm[name], 'grüße', Utilities.Charset.UTF_8),
  );
}

function signature(name: keyof typeof SIGNATURES): string {
  return Utilities.base64Encode(
    Utilities.computeHmacSignature(Utilities.MacAlgorithm[name], 'grüße', 'key', Utilities.Charset.UTF_8),
  );
}
