import {
  casesOf,
  errorOf,
  GAS_FAKES,
  INFERRED,
  type Json,
  MAIL_SPIKES,
  PUBLIC_SCRIPTS,
  REFERENCE,
  tableOf,
} from './case';

// Digests, signatures and times were computed with Python's hashlib, hmac and zoneinfo.
const DIGESTS = {
  MD5: '/uQNwk0K1qkMYIBSqk6eZg==',
  SHA_1: 'zVbLCsRWkHMa/td/9mZV39+Fdto=',
  SHA_256: 'goXRrYTGtuR107UNv5A4nIx6B6J42a5G1WmMvocuODQ=',
  SHA_384: 'PLBDOkA3nOlauHtwKHeRsX90yr7MvrCqtBoPAYL75arQQ4YJPwGYgKWFk3uFbsmW',
  SHA_512: 'lnmp+7P9sfbJUH04NmelTzIYnQv/XJniQQdMAxNpoM1yva2gU7ntxiX3MOa7CcfchPCTDUuAYGvupOAc0jK0/w==',
};

const SIGNATURES = {
  HMAC_MD5: 'BhwOnddfPCdx69kb/ZXETA==',
  HMAC_SHA_1: 'Lx/I1N9OsnkCt8soYHwWq9Q7OSs=',
  HMAC_SHA_256: 'jCGQuULE5rRjKvdFJEImIH2xi5bz6WZfqx+KbJ/zHvo=',
};

const MOMENT = Date.UTC(2026, 2, 29, 1, 30, 5, 7);
const FORMATTED: [format: string, zone: string, text: string, at?: number][] = [
  ['yyyy-MM-dd HH:mm:ss.SSS', 'UTC', '2026-03-29 01:30:05.007'],
  ["yyyy-MM-dd'T'HH:mm:ssXXX", 'Europe/Berlin', '2026-03-29T03:30:05+02:00'],
  ["EEE, d MMM yyyy h:mm a 'o''clock' Z", 'America/New_York', "Sat, 28 Mar 2026 9:30 PM o'clock -0400"],
  ['EEEE MMMM D u yy k K w', 'Asia/Kolkata', 'Sunday March 88 7 26 7 7 14'],
  ['X XX', 'UTC', 'Z Z'],
  ['HH:mm', 'GMT+05:45', '07:15'],
  ['z zzzz', 'Europe/Berlin', 'CEST Central European Summer Time'],
  ['z', 'Asia/Tokyo', 'JST'],
  ['z X', 'GMT+2', 'GMT+02:00 +02'],
  ['G y', 'UTC', 'BC 3', -62_200_000_000_000],
  // Names of zones are case-sensitive, and hours end at 23: the rest is GMT.
  ...['Nowhere/Land', 'GMT+25', 'europe/berlin', 'EUROPE/BERLIN'].map((zone): [string, string, string] => [
    'HH:mm',
    zone,
    '01:30',
  ]),
];

const PARSED: [text: string, zone: string, pattern: string, instant: string][] = [
  ['2023-01-01T12:00:00Z', 'GMT', "yyyy-MM-dd'T'HH:mm:ss'Z'", '2023-01-01T12:00:00.000Z'],
  ['1.7.2026 9:30', 'Europe/Berlin', 'd.M.yyyy H:mm', '2026-07-01T07:30:00.000Z'],
  ['Sunday, 29 march 26 3:05 PM', 'America/New_York', 'EEEE, d MMMM yy h:mm a', '2026-03-29T19:05:00.000Z'],
  ['20261122 12 +0200', 'UTC', 'yyyyMMdd HH Z', '2026-11-22T10:00:00.000Z'],
  ['2026-13-32', 'UTC', 'yyyy-MM-dd', '2027-02-01T00:00:00.000Z'],
  // A time that the clocks skip, and one that they pass twice (OpenJDK, sun.util.calendar.ZoneInfo).
  ['2026-03-08 02:30', 'America/New_York', 'yyyy-MM-dd HH:mm', '2026-03-08T07:30:00.000Z'],
  ['2026-11-01 01:30', 'America/New_York', 'yyyy-MM-dd HH:mm', '2026-11-01T06:30:00.000Z'],
  ['2026-03-29 02:30', 'Europe/Berlin', 'yyyy-MM-dd HH:mm', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25 02:30', 'Europe/Berlin', 'yyyy-MM-dd HH:mm', '2026-10-25T01:30:00.000Z'],
];

const STRINGS: [template: string, values: Json[], text: string][] = [
  ['%s has %d', ['a', 3], 'a has 3'],
  ['%05.1f|%-5s|%+d|%x', [3.14, 'ab', 7, 255], '003.1|ab   |+7|ff'],
  ['%2$s %1$s 100%%', ['a', 'b'], 'b a 100%'],
];

/** Calls that are refused, with what stands in the message. */
const REFUSED: [name: string, call: () => unknown, ...marks: string[]][] = [
  ['unknown algorithm', () => Utilities.computeDigest(undefined as never, 'a'), 'Utilities.computeDigest'],
  ['key that is no PEM', () => Utilities.computeRsaSha256Signature('a', 'b'), 'key'],
  ['text that is no base64', () => Utilities.base64Decode('a*b=')],
  ['date that is none', () => Utilities.formatDate('2026' as never, 'UTC', 'yyyy'), 'Utilities.formatDate'],
  ['invalid date', () => Utilities.formatDate(new Date(Number.NaN), 'UTC', 'yyyy'), 'date'],
  ['unknown letter of a pattern', () => Utilities.formatDate(new Date(0), 'UTC', 'b'), 'b'],
  ['open quote of a pattern', () => Utilities.formatDate(new Date(0), 'UTC', "yyyy'T")],
  ['date that does not fit', () => Utilities.parseDate('invalid date', 'GMT', 'yyyy'), 'invalid date'],
  ['open quote of CSV', () => Utilities.parseCsv('a,"b')],
  ['two delimiters', () => Utilities.parseCsv('a', 'bc'), 'bc'],
  ['file without a name', () => Utilities.zip([Utilities.newBlob('a')])],
  ['files of one name', () => Utilities.zip([named('a'), named('a')]), 'a.txt'],
  ['no archive', () => Utilities.unzip(Utilities.newBlob('a')), 'blob'],
  ['more than a byte', () => Utilities.newBlob([300]).getBytes(), '300'],
  ['sleep of more than five minutes', () => Utilities.sleep(300_001), '300001'],
  ['sleep below zero', () => Utilities.sleep(-1), '-1'],
];

const documented = casesOf('utilities', `${REFERENCE}/utilities/utilities`);
const measured = casesOf('utilities', GAS_FAKES);
const inferred = casesOf('utilities', INFERRED);

export const UTILITIES = [
  documented('digest', DIGESTS, () => {
    const { DigestAlgorithm, Charset } = Utilities;
    return mapOf(DIGESTS, (name) => Utilities.computeDigest(DigestAlgorithm[name], 'grüße', Charset.UTF_8));
  }),
  documented('signature', SIGNATURES, () => {
    const { MacAlgorithm, Charset } = Utilities;
    return mapOf(SIGNATURES, (name) =>
      Utilities.computeHmacSignature(MacAlgorithm[name], 'grüße', 'key', Charset.UTF_8),
    );
  }),
  measured('digest.without-charset-is-ascii', Array(3).fill('6gP8uMR4Irzncs9sB9Druw=='), () => {
    const { MD5 } = Utilities.DigestAlgorithm;
    const digests = ['€🙂', '??'].map((text) => Utilities.computeDigest(MD5, text));
    return [...digests, Utilities.computeDigest(MD5, '€🙂', Utilities.Charset.US_ASCII)].map((bytes) =>
      Utilities.base64Encode(bytes),
    );
  }),
  measured(
    'signature.without-charset-is-ascii-and-bytes-are-signed',
    [32, [-125, 73, -127, -128], [76, -16, 35, 99]],
    () => {
      const ascii = Utilities.computeHmacSha256Signature('café', '€🙂');
      const utf8 = Utilities.computeHmacSha256Signature('café', '€🙂', Utilities.Charset.UTF_8);
      return [ascii.length, ascii.slice(0, 4), utf8.slice(0, 4)];
    },
  ),
  inferred('base64.encode', ['Z3LDvMOfZT8+', 'w78_fj4-', '/wD/gA=='], () => [
    Utilities.base64Encode('grüße?>'),
    Utilities.base64EncodeWebSafe('ÿ?~>>'),
    Utilities.base64Encode([-1, 0, 255, 128]),
  ]),
  casesOf('utilities', MAIL_SPIKES)('base64.decode-needs-no-padding', ['ÿ?~>>', 'grü', 'grü'], () =>
    [
      Utilities.base64DecodeWebSafe('w78_fj4-'),
      Utilities.base64DecodeWebSafe('Z3LDvA'),
      Utilities.base64Decode('Z3LDvA=='),
    ].map((bytes) => Utilities.newBlob(bytes).getDataAsString()),
  ),
  documented(
    'format-date',
    Object.fromEntries(FORMATTED.map(([format, zone, text]) => [`${format} ${zone}`, text])),
    () =>
      Object.fromEntries(
        FORMATTED.map(([format, zone, , at = MOMENT]) => [
          `${format} ${zone}`,
          Utilities.formatDate(new Date(at), zone, format),
        ]),
      ),
  ),
  documented(
    'parse-date',
    tableOf(PARSED, ([, , , instant]) => instant),
    () => tableOf(PARSED, ([text, zone, pattern]) => Utilities.parseDate(text, zone, pattern)),
  ),
  documented(
    'format-string',
    tableOf(STRINGS, ([, , text]) => text),
    () => tableOf(STRINGS, ([template, values]) => Utilities.formatString(template, ...values)),
  ),
  casesOf('utilities', PUBLIC_SCRIPTS)(
    'refused',
    tableOf(REFUSED, () => 'Exception'),
    () => tableOf(REFUSED, ([, call, ...marks]) => errorOf(call, ...marks)),
  ),
  documented(
    'parse-csv.quotes-breaks-and-delimiters',
    [
      ['a', 'b,\n"c"'],
      ['1', '', ''],
      ['x', 'y'],
    ],
    () => [...Utilities.parseCsv('a,"b,\n""c"""\r\n1,,'), ...Utilities.parseCsv('x;y', ';')],
  ),
  inferred('parse-csv.nothing-is-no-row', [], () => Utilities.parseCsv('')),
  measured(
    'zip.names-types-and-contents',
    [
      ['archive.zip', 'application/zip'],
      ['y.zip', 'application/zip'],
      ['a.txt', 'text/plain', 'a'],
      ['b/a.html', 'text/html', 'b/a'],
    ],
    () => {
      const files = [named('a'), Utilities.newBlob('b/a', 'text/plain', 'b/a.html')];
      const zip = Utilities.zip(files);
      const unpacked = Utilities.unzip(zip).map((file) => [...kindOf(file), file.getDataAsString()]);
      return [kindOf(zip), kindOf(Utilities.zip(files, 'y.zip')), ...unpacked];
    },
  ),
  measured(
    'gzip.without-a-name-is-an-archive',
    [
      ['archive.gz', 'application/x-gzip'],
      ['archive', null],
      ['named', null],
    ],
    () => {
      const zipped = Utilities.gzip(Utilities.newBlob('a'));
      const named = Utilities.gzip(Utilities.newBlob('a'), 'named');
      return [zipped, Utilities.ungzip(zipped), Utilities.ungzip(named)].map(kindOf);
    },
  ),
  inferred('gzip.and-back', ['a.txt.gz', [31, -117], 'grüße', 'a.txt'], () => {
    const zipped = Utilities.gzip(Utilities.newBlob('grüße', 'text/plain', 'a.txt'));
    const again = Utilities.ungzip(zipped);
    return [zipped.getName(), zipped.getBytes().slice(0, 2), again.getDataAsString(), again.getName()];
  }),
  casesOf('utilities', 'https://developers.google.com/apps-script/guides/v8-runtime/migration')(
    'enum.is-its-name',
    ['{"charset":"UTF_8"}', 'HMAC_SHA_256', 'object'],
    () => [
      JSON.stringify({ charset: Utilities.Charset.UTF_8 }),
      String(Utilities.MacAlgorithm.HMAC_SHA_256),
      typeof Utilities.Charset.UTF_8,
    ],
  ),
  documented('uuid.is-random', [true, true], () => {
    const [first, second] = [Utilities.getUuid(), Utilities.getUuid()];
    const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    return [version4.test(first), first !== second];
  }),
  inferred('logger.lines-have-a-time', [true, ''], () => {
    Logger.clear();
    const log = Logger.log({ a: 1 }).getLog();
    Logger.clear();
    return [/^\w{3} \w{3} \d\d \d\d:\d\d:\d\d \S+ \d{4} INFO: \{a=1\.0\}\n$/.test(log), Logger.getLog()];
  }),
];

function named(name: string): GoogleAppsScript.Base.Blob {
  return Utilities.newBlob(name, 'text/plain', `${name}.txt`);
}

function kindOf(blob: GoogleAppsScript.Base.Blob): unknown[] {
  return [blob.getName(), blob.getContentType()];
}

/** Maps the names of a record to results in Base64. */
function mapOf<N extends string>(record: Record<N, string>, compute: (name: N) => number[]): unknown {
  const names = Object.keys(record) as N[];
  return Object.fromEntries(names.map((name) => [name, Utilities.base64Encode(compute(name))]));
}
