import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { testLong } from './harness/extent';
import { type Realm, startRealm } from './harness/realm';

/** What a date answers, as one text. */
function describeDate(date: Date): string {
  const fields = [date.getFullYear(), date.getMonth(), date.getDate(), date.getDay(), date.getHours()];
  const rest = [date.getMinutes(), date.getSeconds(), date.getMilliseconds(), date.getTimezoneOffset()];
  return [date.getTime(), ...fields, ...rest, date.toString()].join(' ');
}

const describeText = (date: Date) =>
  [
    ...[date.toDateString(), date.toTimeString(), date.toLocaleString(), date.toLocaleDateString()],
    ...[date.toLocaleTimeString(), date.toLocaleDateString('de-DE', { month: 'long' }), `${date}`],
    ...[date.toLocaleString('en-US', { timeZoneName: 'short' }), JSON.stringify(date), date.toUTCString()],
  ].join(' | ');

/** Thousands of dates from 1970 to 2037: every way to make, read and change one. */
function listDates(describe: (date: Date) => string, describeAll: (date: Date) => string): string[] {
  const lines: string[] = [];
  let seed = 1;
  const random = (max: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % max;
  };
  const YEAR_MS = 31_556_952_000;
  for (let index = 0; index < 1_500; index++) {
    const date = new Date(random(68 * 365) * 86_400_000 + random(86_400_000));
    lines.push(describe(date));
    const [month, hour] = [random(40) - 10, random(60) - 20];
    lines.push(
      describe(
        new Date(1970 + random(68), month, random(60) - 10, hour, random(90), random(90), random(2000)),
      ),
    );
    const setters = [
      () => date.setHours(hour),
      () => date.setHours(hour, 61, 61, 1001),
      () => date.setMinutes(random(200) - 50),
      () => date.setDate(random(80) - 20),
      () => date.setMonth(month),
      () => date.setMonth(month, 31),
      () => date.setFullYear(1970 + random(68), month, 31),
      () => date.setSeconds(random(10_000)),
      () => date.setMilliseconds(random(10_000_000)),
    ];
    lines.push(String(setters[random(setters.length)]?.()), describe(date));
  }
  // Every quarter of an hour around the days on which clocks change.
  for (const [year, month, day] of [
    [2026, 2, 29],
    [2026, 9, 25],
    [2026, 2, 8],
    [2026, 10, 1],
    [2026, 3, 5],
    [2026, 9, 4],
  ] as const) {
    for (let quarter = -8; quarter < 32; quarter++) {
      lines.push(describe(new Date(year, month, day, 0, quarter * 15)));
      lines.push(describe(new Date(Date.UTC(year, month, day - 1, 12, quarter * 60))));
    }
  }
  for (let index = 0; index < 100; index++) lines.push(describeAll(new Date(index * YEAR_MS * 0.6767)));
  const texts = [
    '2026-11-21',
    '2026-11-21T10:00',
    '2026-11-21T10:00:30.5',
    '2026-11-21T10:00Z',
    '2026-11-21T10:00+05:30',
    '2026-11',
    '2026',
    '2026-1-5',
    '2026/11/21',
    '2026/11/21 10:00',
    '11/21/2026',
    '11/21/2026 10:00 PM',
    'Nov 21 2026',
    'Nov 21, 2026 10:00',
    'November 21, 2026 10:00:00',
    'Sat, 21 Nov 2026 10:00:00 GMT',
    'Sat, 21 Nov 2026 10:00:00 +0100',
    'Sat Nov 21 2026 10:00:00 GMT+0100 (Central European Standard Time)',
    'Sat Nov 21 2026 10:00:00 (Some Zone GMT)',
    '21 Nov 2026 10:00 EST',
    '21 Nov 2026 10:00 PST',
    '2026-11-21 10:00',
    '2026-11-21 10:00:00+02:00',
    '2026-11-21 10:00Z',
    '10:00',
    'now',
    '',
    '2026-13-01',
    '29 Mar 2026 02:30',
    '25 Oct 2026 02:30',
    '1',
    '12',
    '99',
    '2026-03-29T02:30',
    '+002026-03-29T02:30',
    'Jan 1 1970',
    '21 Nov 2026 10:00 UTC',
    '21 Nov 2026 10:00 MDT',
    'Nov 2026',
    '21-Nov-2026',
    '2026-11-21T10',
    '2026-11-21T',
  ];
  for (const text of texts) lines.push(`${text}: ${describe(new Date(text))} ${Date.parse(text)}`);
  const odd: unknown[] = [
    null,
    undefined,
    true,
    '',
    Number.NaN,
    8.64e15 + 1,
    -1,
    [],
    [2026, 1],
    {},
    new Date(5),
  ];
  for (const one of odd) lines.push(describe(new Date(one as number)));
  for (const parts of [
    [99, 0],
    [0, 0],
    [-1, 0],
    [2026, 0, 0],
    [2026, Number.NaN],
    [2026, 5.9, '3'],
  ] as [number, number][])
    lines.push(describe(new Date(...parts)));
  const annexB = new Date(2026, 5, 5) as Date & { getYear(): number; setYear(year: number): number };
  lines.push(String(annexB.getYear()), String(annexB.setYear(99)), describe(annexB));
  const invalid = new Date(Number.NaN);
  lines.push(String(invalid.setHours(3)), String(invalid.setFullYear(2026)), describe(invalid));
  const format = new Intl.DateTimeFormat();
  lines.push(JSON.stringify(format.resolvedOptions()), format.format(new Date(0)), typeof Date());
  lines.push(Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'full' }).format(new Date(0)));
  lines.push((1234.5).toLocaleString(), new Intl.NumberFormat().format(1234.5), 12n.toLocaleString());
  lines.push(['z', 'ä', 'a'].sort((a, b) => a.localeCompare(b)).join(''), 'i'.toLocaleUpperCase());
  lines.push(
    JSON.stringify(new Intl.NumberFormat('de-DE').resolvedOptions()),
    String([1234.5, new Date(0)].toLocaleString()),
  );
  return lines;
}

const PROBE = `(${listDates})(${describeDate}, ${describeText})`;

/** V8's own answers on a machine in that zone. */
const NATIVE = `console.log(JSON.stringify(${PROBE}))`;

/** A realm's answers, whatever the machine's zone and language are. */
const REALM = `
  const vm = require('node:vm');
  const read = (name) => require('node:fs').readFileSync(process.argv[1] + '/' + name, 'utf8');
  const types = JSON.parse(read('type-list.json'));
  const context = vm.createContext({ [Symbol.for('local-apps-script.types')]: types });
  const realm = vm.runInContext(read('realm.js'), context);
  realm.install(() => '{}', { timeZone: process.argv[2], clock: 0, virtual: false, seed: 1, missingGlobals: [], advancedServices: [] });
  console.log(vm.runInContext(process.argv[3], context));`;

async function runNode(code: string, zone: string, language: string, args: string[] = []): Promise<string[]> {
  const env = { TZ: zone, LC_ALL: language, PATH: process.env.PATH };
  const options = { env, maxBuffer: 1e8 };
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', code, ...args], options);
  return JSON.parse(stdout) as string[];
}

// The machine is the reference: V8 itself in that zone.
describe('dates and Intl are those of the script’s time zone', () => {
  const ZONES = ['Australia/Lord_Howe', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Etc/UTC'];
  testLong.each(ZONES)('%s', async (zone) => {
    const build = path.resolve(__dirname, '../../.build');
    const probe = `JSON.stringify(${PROBE})`;
    const [native, ours] = await Promise.all([
      runNode(NATIVE, zone, 'en_US.UTF-8'),
      runNode(REALM, 'Pacific/Auckland', 'de_DE.UTF-8', [build, zone, probe]),
    ]);
    expect(ours.filter((line, index) => line !== native[index])).toEqual([]);
    expect(ours).toHaveLength(native.length);
  });
});

describe('Date', () => {
  let realm: Realm;
  beforeAll(() => {
    realm = startRealm();
  });
  afterAll(() => realm.close());

  // Source: measured, kellystuard/jev-gmail-classifier spikes/99-time-zone-day.md
  test('has the zone of the manifest', async () => {
    const zone = () => [new Date(0).getHours(), Intl.DateTimeFormat().resolvedOptions().timeZone];
    expect(await realm.run(zone)).toEqual([0, 'UTC']);
  });

  test('is the built-in class otherwise', async () => {
    const facts = await realm.run(() => {
      class Day extends Date {
        isDay = true;
      }
      const day = new Day(2026, 0, 1);
      const now = new Date();
      return [
        [Date.name, Date.length, typeof Date.now, Object.keys(Date), Object.keys(Date.prototype)],
        [day instanceof Date, day.isDay, day.getFullYear(), now.constructor === Date],
        [Object.prototype.toString.call(now), now instanceof Date, Date.now() === now.getTime()],
        [Date.prototype.getHours.name, Date.prototype.setHours.length, 'prototype' in Date.prototype.getDay],
        [Date() === new Date().toString(), JSON.stringify({ at: new Date(0) }), +new Date(new Date(7))],
        [`${new Date(0)}`, new Date(0).toString() === `${new Date(0)}`],
      ];
    });
    expect(facts).toEqual([
      ['Date', 7, 'function', [], []],
      [true, true, 2026, true],
      ['[object Date]', true, true],
      ['getHours', 4, false],
      [true, '{"at":"1970-01-01T00:00:00.000Z"}', 7],
      ['Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)', true],
    ]);
  });

  test('refuses what is no date', async () => {
    const call = () => Date.prototype.getHours.call({} as Date);
    await expect(realm.run(call)).rejects.toThrow('this is not a Date object.');
  });
});
