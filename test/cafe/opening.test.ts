import path from 'node:path';
import { findHoursProblem, type HoursField, toStoredHours } from '../../src/cafe/opening-hours';
import type { Call } from '../harness/api';
import { resultOf } from '../harness/local';
import { startOwnRealm } from '../harness/own-realm';
import { type Cafe, startCafe } from './cafe';
import type { Asked } from './opening-script';

const CAFE = 'GET /v1/cafes/C-1';
const PATCH = 'PATCH /v1/cafes/C-1';

/** It is Saturday, 2026-11-21 at 10:00 in Berlin, which is ahead of UTC by an hour. */
let cafe: Cafe;
beforeAll(async () => {
  cafe = await startCafe();
  await cafe.item({ name: 'Tea', price: 300 });
  cafe.stopTimers();
});
afterAll(() => cafe.close());

const toPatch = (body: object, token = cafe.api.tokens.manager, headers = {}): Call => [
  PATCH,
  { token, body, headers },
];
/** Each test leaves the cafe as it likes, so the next begins with this. */
const toOpen = (body: object = {}) => toPatch({ openingHours: '', isPaused: false, ...body });
const toOrder = (others: object = {}, headers = {}): Call => [
  'POST /v1/orders',
  { body: { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }], ...others }, headers },
];

describe('a cafe with opening hours', () => {
  test('that is closed says when it opens, and takes no order', async () => {
    const [, shown, { status, body, headers }] = await cafe.callAll(
      toOpen({ openingHours: 'Sat 08:00-10:00 14:00-18:00' }),
      [CAFE],
      toOrder(),
    );
    const opensAt = '2026-11-21T13:00:00.000Z';
    expect(shown.body).toMatchObject({ isOpen: false, opensAt, isPaused: false });
    expect([status, body]).toMatchObject([409, { error: { code: 'closed' } }]);
    const { message, retryAfter } = (body as { error: { message: string; retryAfter: number } }).error;
    expect(message).toContain(`It opens at ${opensAt}`);
    expect(Math.abs(cafe.now() / 1_000 + retryAfter - Date.parse(opensAt) / 1_000)).toBeLessThan(5);
    expect(headers?.['retry-after']).toBe(String(retryAfter));
  });

  test('that is open takes orders', async () => {
    const [, shown, ordered] = await cafe.callAll(
      toOpen({ openingHours: 'Sat 10:00-18:00' }),
      [CAFE],
      toOrder(),
    );
    expect(shown.body).toMatchObject({ isOpen: true, opensAt: null });
    expect(ordered.status).toBe(201);
  });

  test('takes an order for later while it is closed, for a time at which it is open', async () => {
    const before = cafe.rows('Orders').length;
    const [, taken, refused] = await cafe.callAll(
      toOpen({ openingHours: '10:45-12:00 14:00-18:00' }),
      toOrder({ pickupAt: '2026-11-21T11:00:00+01:00' }),
      toOrder({ pickupAt: '2026-11-21T12:30:00Z' }),
    );
    expect(taken.status).toBe(201);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'closed',
          param: 'pickupAt',
          message:
            'C-1 is closed at 2026-11-21T12:30:00.000Z (Sat 13:30 in Europe/Berlin). It opens at 2026-11-21T13:00:00.000Z (Sat 14:00 in Europe/Berlin).',
        },
      },
    });
    expect(cafe.rows('Orders')).toHaveLength(before + 1);
  });

  test('sells nothing while a person has typed what is no opening hours, and says which cell', async () => {
    await cafe.edit('Cafes', 'C-1', 'openingHours', 'weekdays');
    await cafe.later(3_000);
    const [shown, refused] = await cafe.callAll([CAFE], toOrder());
    expect(shown.body).toMatchObject({ isOpen: false, opensAt: null, openingHours: 'weekdays' });
    expect(refused).toMatchObject({
      status: 503,
      body: {
        error: {
          message: expect.stringContaining(
            'Cafes!G2: openingHours of C-1 must be opening hours such as Mon-Fri 08:00-18:00, Sat 09:00-14:00 (got "weekdays").',
          ),
        },
      },
    });
    await cafe.edit('Cafes', 'C-1', 'openingHours', '');
    await cafe.later(3_000);
    const [, ordered] = await cafe.callAll(toOpen(), toOrder());
    expect(ordered.status).toBe(201);
  });
});

const HOURS = 'Mon-Fri 08:00-12:00 14:00-18:00, Sat 20:00-02:00';
const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';
const HAVANA = 'America/Havana';
/** Dates that none of the other moments touches. */
const SPECIAL =
  '2026-12-24 10:00-13:00, 2026-12-25 - 2026-12-26 closed, 2026-12-31 20:00-03:00, 2027-01-01 closed';

test('a cafe is open at its hours by the clock of its zone, and opens at the next of them', async () => {
  const cells: readonly [string, string, string, unknown][] = [
    // 2026-11-23 is a Monday.
    [BERLIN, HOURS, '2026-11-23T06:59:00Z', '2026-11-23T07:00:00.000Z'],
    [BERLIN, HOURS, '2026-11-23T07:00:00Z', 'open'],
    [BERLIN, HOURS, '2026-11-23T11:00:00Z', '2026-11-23T13:00:00.000Z'],
    [BERLIN, HOURS, '2026-11-23T16:59:59Z', 'open'],
    [BERLIN, HOURS, '2026-11-23T17:00:30Z', '2026-11-24T07:00:00.000Z'],
    [BERLIN, HOURS, '2026-11-27T20:00:00Z', '2026-11-28T19:00:00.000Z'],
    [BERLIN, HOURS, '2026-11-29T00:59:00Z', 'open'],
    [BERLIN, HOURS, '2026-11-29T01:00:30Z', '2026-11-30T07:00:00.000Z'],
    [BERLIN, 'Mon-Sun 08:00-18:00, Sun closed', '2026-11-29T10:00:00Z', '2026-11-30T07:00:00.000Z'],
    // Christmas, and a night that ends on a closed day.
    [BERLIN, HOURS, '2026-12-24T08:30:00Z', '2026-12-24T09:00:00.000Z'],
    [BERLIN, HOURS, '2026-12-24T11:59:00Z', 'open'],
    [BERLIN, HOURS, '2026-12-24T13:30:00Z', '2026-12-28T07:00:00.000Z'],
    [BERLIN, '', '2026-12-24T13:30:00Z', '2026-12-26T23:00:00.000Z'],
    [BERLIN, '', '2026-12-27T13:30:00Z', 'open'],
    [BERLIN, 'closed', '2026-11-27T13:30:00Z', '2026-12-24T09:00:00.000Z'],
    [BERLIN, HOURS, '2027-01-01T01:59:00Z', 'open'],
    [BERLIN, HOURS, '2027-01-01T02:00:00Z', '2027-01-02T19:00:00.000Z'],
    // The clocks of Berlin went back on 2026-10-25 at 01:00 UTC and go forward on 2027-03-28 at 01:00 UTC.
    [BERLIN, 'Sat 20:00-03:30', '2027-03-28T01:15:00Z', 'open'],
    [BERLIN, 'Sat 20:00-03:30', '2027-03-28T01:31:00Z', '2027-04-03T18:00:00.000Z'],
    [BERLIN, '08:00-18:00', '2027-03-27T18:00:00Z', '2027-03-28T06:00:00.000Z'],
    [BERLIN, '08:00-18:00', '2027-10-30T18:00:00Z', '2027-10-31T07:00:00.000Z'],
    [
      BERLIN,
      'Sun 02:30-05:00',
      '2027-03-28T00:30:00Z',
      expect.stringMatching(/^2027-03-28T0[01]:30:00.000Z$/),
    ],
    // New York goes forward on 2026-03-08 at 02:00, Havana on the same day at midnight.
    [NEW_YORK, 'Sat 20:00-02:00', '2026-03-08T06:59:00Z', 'open'],
    [NEW_YORK, 'Sat 20:00-02:00', '2026-03-08T07:00:00Z', '2026-03-15T00:00:00.000Z'],
    [NEW_YORK, 'Sun 02:30-05:00', '2026-03-08T07:29:00Z', '2026-03-08T07:30:00.000Z'],
    [NEW_YORK, 'Sun 02:30-05:00', '2026-03-08T07:31:00Z', 'open'],
    [NEW_YORK, 'Sat 20:00-03:30', '2026-11-01T08:29:00Z', 'open'],
    [HAVANA, 'Sun 00:00-03:00', '2026-03-08T04:59:00Z', '2026-03-08T05:00:00.000Z'],
    [HAVANA, 'Sun 00:00-03:00', '2026-03-08T05:00:00Z', 'open'],
    [HAVANA, 'Sat 20:00-24:00', '2026-03-08T04:59:00Z', 'open'],
  ];
  const { realm, script } = await startOwnRealm(path.join(__dirname, 'opening-script.ts'));
  const asked: Asked[] = cells.map(([timeZone, openingHours, at]) => ({
    ...{ timeZone, openingHours, at },
    specialHours: SPECIAL,
  }));
  const answers = resultOf(await realm.runtime.run(script, 'run', ['openings', asked])) as string[];
  expect(answers.map((answer, at) => [...(cells[at] ?? []).slice(0, 3), answer])).toEqual(cells);
  await realm.close();
});

describe('opening hours', () => {
  test('may be times of all days, of some, and over midnight, and none', async () => {
    const texts = [
      'Mon-Fri 08:00-18:00, Sat 09:00-14:00',
      'Mon, Wed, Fri 08.00-12.00, 13.00-17.00',
      'Mon-Sun 08:00-18:00, Sun closed',
      'Sat-Mon 10:00-24:00',
      '00:00-24:00',
      'Fri 22:00-02:00\nSat 22:00-02:00',
      'closed',
      '',
    ];
    expect(texts.filter((text) => findHoursProblem('openingHours', text) !== undefined)).toEqual([]);
    const openingHours = 'mon - fri 8:00 – 18:00; saturday 9-14';
    expect(await cafe.call(...toOpen({ openingHours }))).toMatchObject({
      status: 200,
      body: { openingHours: 'Mon-Fri 08:00-18:00, Sat 09:00-14:00' },
    });
  });

  test.each<[HoursField, [string, string][]]>([
    [
      'openingHours',
      [
        ...['9am-5pm', '9 am - 5 pm', '9AM–5PM', '9 a.m. to 5 p.m.', '9:00 AM-5:00 PM', '9-5pm', '9am-5'].map(
          (text): [string, string] => [text, '09:00-17:00'],
        ),
        ...[
          '9-17',
          '09.00-17.00',
          '9:00-17:00',
          '0900-1700',
          '900-1700',
          '9h-17h',
          '9h00-17h00',
          '9-17 Uhr',
          '9 — 17',
        ].map((text): [string, string] => [text, '09:00-17:00']),
        ['1-5pm', '13:00-17:00'],
        ['8-12pm', '08:00-12:00'],
        ['11-2pm', '11:00-14:00'],
        ['9am-noon', '09:00-12:00'],
        ['noon-midnight', '12:00-24:00'],
        ['midnight-6am', '00:00-06:00'],
        ['12am-12pm', '00:00-12:00'],
        ['10pm-2', '22:00-02:00'],
        ['10-2am', '22:00-02:00'],
        ['6:30pm-1:15am', '18:30-01:15'],
        ['10:00-02:00', '10:00-02:00'],
        ['20-2', '20:00-02:00'],
        ['mo-fr 8-18', 'Mon-Fri 08:00-18:00'],
        ['Monday to Friday 8-18', 'Mon-Fri 08:00-18:00'],
        ['Mondays: 8-18', 'Mon 08:00-18:00'],
        ['Mon., Wed. & Fri. 8-12 and 14-18', 'Mon, Wed, Fri 08:00-12:00 14:00-18:00'],
        ['Tues/Thurs 8-18', 'Tue, Thu 08:00-18:00'],
        ['daily 8-18', 'Mon-Sun 08:00-18:00'],
        ['Every day 8-18; Sun CLOSED', 'Mon-Sun 08:00-18:00, Sun closed'],
        ['sat - mon\n10 - 24', 'Sat-Mon 10:00-24:00'],
        ['08:00-18:00', '08:00-18:00'],
        ['closed', 'closed'],
        ['Mon-Sun closed', 'Mon-Sun closed'],
      ],
    ],
    [
      'specialHours',
      [
        ['2026-12-24 10:00-13:00, 2026-12-25 closed', '2026-12-24 10:00-13:00, 2026-12-25 closed'],
        ['2026-12-24: 10am-1pm', '2026-12-24 10:00-13:00'],
        ['24.12.2026 10-13', '2026-12-24 10:00-13:00'],
        ['1.1.2027 Closed', '2027-01-01 closed'],
        ['24 Dec 2026 10-13; 25 December 2026 closed', '2026-12-24 10:00-13:00, 2026-12-25 closed'],
        ['Dec 24, 2026 10-13', '2026-12-24 10:00-13:00'],
        ['December 25th 2026 closed', '2026-12-25 closed'],
        ['Thu, 24 Dec 2026 10-13 15-18', '2026-12-24 10:00-13:00 15:00-18:00'],
        ['2026-12-25, 2026-12-26 closed', '2026-12-25, 2026-12-26 closed'],
        ['2026-12-24 to 2027-01-01 closed', '2026-12-24 - 2027-01-01 closed'],
        ['2026-12-24/2026-12-26 closed', '2026-12-24 - 2026-12-26 closed'],
        ['2026-12-24–2027-01-01 closed', '2026-12-24 - 2027-01-01 closed'],
        ['2026-12-31 8pm-3am', '2026-12-31 20:00-03:00'],
        ['', ''],
      ],
    ],
  ])('of %s are stored in one form, however they are typed', (field, forms) => {
    expect(forms.map(([text]) => [text, toStoredHours(field, text)])).toEqual(forms);
    const stored = forms.map(([, text]) => text);
    expect(stored.map((text) => toStoredHours(field, text))).toEqual(stored);
    expect(forms.map(([text]) => findHoursProblem(field, text) ?? '')).toEqual(forms.map(() => ''));
  });

  test('of dates must name their year, and are the hours of their dates', async () => {
    const wrong: [string, string][] = [
      ['24.12. closed', 'got "24.12."'],
      ['12/24/2026 closed', 'got "12"'],
      ['2026-02-30 closed', 'got "2026-02-30"'],
      ['2026-12-26 - 2026-12-24 closed', 'got "2026-12-26-2026-12-24"'],
      ['2026-12-25', 'no times after 2026-12-25'],
      ['10-13', 'no date before 10-13'],
      ['closed', 'no days before closed'],
      ['Mon closed', 'got "mon"'],
      ['2026-12-24 10-13 12-15', 'times of 2026-12-24 overlap'],
      ['2026-12-24 20-3, 2026-12-25 2-5', 'times of 2026-12-24 overlap'],
    ];
    const found = wrong.map(([text]) => findHoursProblem('specialHours', text) ?? '');
    for (const [at, [, problem]] of wrong.entries()) expect(found[at]).toContain(problem);
    const [patched, refused, shown, ordered] = await cafe.callAll(
      toOpen({ specialHours: '21 Nov 2026 closed' }),
      toOpen({ specialHours: 'Xmas closed' }),
      [CAFE],
      toOrder(),
      toOpen({ specialHours: '' }),
    );
    expect(patched.body).toMatchObject({
      specialHours: '2026-11-21 closed',
      isOpen: false,
      opensAt: '2026-11-21T23:00:00.000Z',
    });
    expect(refused).toMatchObject({ status: 422, body: { error: { param: 'specialHours' } } });
    expect(shown.body).toMatchObject({ isOpen: false });
    expect(ordered).toMatchObject({ status: 409, body: { error: { code: 'closed' } } });
  });

  const INVALID: readonly [string, string][] = [
    ['Mon-Fri 8am-26', 'got "8am-26"'],
    ['9-5', '9-5 may end in the morning or in the evening: write 9-5am or 9-5pm'],
    ['13pm-15', 'got "13pm-15"'],
    ['Mon-Fri', 'no times after mon-fri'],
    ['Mon 08:00-18:00, Tue', 'no times after tue'],
    ['Mon 08:00-25:00', 'got "08:00-25:00"'],
    ['Mon 08:60-18:00', 'got "08:60-18:00"'],
    ['Mon 08:00-08:00', 'got "08:00-08:00"'],
    ['Mon-Foo 08:00-18:00', 'got "mon-foo"'],
    ['Mon-Sun 00:00-24:00, closed', 'no days before closed'],
    ['08:00-18:00 closed', 'no days before closed'],
    ['Mon closed 8-18', 'closed, and then 8-18'],
    ['closed, 08:00-18:00', 'no days before closed'],
    // Those who type this mean that the other days are not.
    ['Sun closed', 'closed days alone: add the times of the others'],
    ['Mon-Fri closed; Sat closed', 'closed days alone: add the times of the others'],
    ['Holidays 08:00-18:00', 'got "holidays"'],
    ['Mon-Fri 08:00-18:00, Fri 08:00-14:00', 'times of friday overlap'],
    ['Sun 20:00-02:00, Mon 01:00-05:00', 'times of sunday overlap'],
  ];

  test('must not be what has two meanings or none, and the answer says why', async () => {
    const toMessage = (problem: string) =>
      `must be opening hours such as Mon-Fri 08:00-18:00, Sat 09:00-14:00 (${problem}).`;
    const found = INVALID.map(([text]) => [text, findHoursProblem('openingHours', text)]);
    expect(found).toEqual(INVALID);
    const message = `openingHours ${toMessage('got "8am-26"')}`;
    expect(await cafe.call(...toOpen({ openingHours: 'Mon-Fri 8am-26' }))).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_request', param: 'openingHours', message } },
    });
  });

  test('need a time zone', async () => {
    await cafe.edit('Cafes', 'C-1', 'timeZone', 'Berlin');
    expect(await cafe.call(...toOpen({ openingHours: '08:00-18:00' }))).toMatchObject({
      status: 422,
      body: { error: { param: 'openingHours' } },
    });
    await cafe.edit('Cafes', 'C-1', 'timeZone', BERLIN);
  });
});

describe('a pause', () => {
  test('ends and begins orders at once, also when it is typed into the tab', async () => {
    const { staff } = cafe.api.tokens;
    const [, taken, paused, now, later, , again] = await cafe.callAll(
      toOpen(),
      toOrder(),
      toPatch({ isPaused: true }, staff),
      toOrder(),
      toOrder({ pickupAt: '2026-11-21T12:00:00Z' }),
      toPatch({ isPaused: false }, staff),
      toOrder(),
    );
    expect([taken.status, again.status]).toEqual([201, 201]);
    expect(paused.body).toMatchObject({ isPaused: true, isOpen: false, opensAt: null });
    const message = 'C-1 is paused and takes no orders at the moment.';
    for (const refused of [now, later])
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'closed', message } } });
    await cafe.edit('Cafes', 'C-1', 'isPaused', 'TRUE');
    expect((await cafe.call(...toOrder())).status).toBe(409);
  });

  test('gives the first answer again to an order that was placed before', async () => {
    const key = { 'idempotency-key': 'placed-before-the-pause' };
    const [, first, , again] = await cafe.callAll(
      toOpen(),
      toOrder({}, key),
      toPatch({ isPaused: true }),
      toOrder({}, key),
    );
    expect(first.status).toBe(201);
    expect(again.body).toEqual(first.body);
  });

  test('is for everyone behind the counter, and opening hours are for its manager', async () => {
    const { admin, staff, agent } = cafe.api.tokens;
    const others = { token: staff, body: { isPaused: true } };
    const told = await cafe.callAll(
      toPatch({ isPaused: true }, agent),
      toPatch({ openingHours: '', isPaused: true }, staff),
      toPatch({ openingHours: '08:00-18:00' }, admin),
      ['PATCH /v1/cafes/C-2', others],
      ['PATCH /v1/cafes/C-9', { ...others, token: admin }],
      [PATCH, { body: { isPaused: true } }],
      toPatch({ name: 'Corner' }),
    );
    expect(told.map(({ status }) => status)).toEqual([403, 403, 200, 403, 404, 401, 422]);
    expect(told[1].body).toMatchObject({ error: { param: 'openingHours' } });
  });
});

describe('a cafe by its ID', () => {
  test('has its currency as orders have it, after a change too', async () => {
    await cafe.edit('Cafes', 'C-1', 'currency', ' eur');
    const paused = await cafe.call(...toPatch({ isPaused: true }));
    expect(paused.body).toMatchObject({ currency: 'EUR', isPaused: true });
    await cafe.edit('Cafes', 'C-1', 'currency', '€');
    expect((await cafe.call(...toPatch({ isPaused: false }))).status).toBe(503);
    expect(cafe.rows('Cafes')[0]).toMatchObject({ isPaused: true });
    await cafe.edit('Cafes', 'C-1', 'currency', 'EUR');
  });

  test('is public, and read from the sheet once in five minutes', async () => {
    const [, none] = await cafe.callAll(toOpen(), ['GET /v1/cafes/C-9']);
    expect(none.status).toBe(404);
    await cafe.later(3_000);
    expect((await cafe.call(CAFE)).body).toEqual({
      id: 'C-1',
      name: 'Corner',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      openingHours: '',
      specialHours: '',
      isPaused: false,
      isOpen: true,
      opensAt: null,
      isTest: true,
      lateSoonMinutes: 5,
      lateMinutes: 8,
      preparationMinutes: 10,
      version: expect.any(Number),
    });
    await cafe.call(CAFE);
    expect(cafe.calls('spreadsheet.')).toEqual([]);
  });

  test('takes its plain version for a change, and no other', async () => {
    const { version } = (await cafe.call(...toOpen({ openingHours: '08:00-18:00' }))).body as {
      version: number;
    };
    const ifMatch = { 'if-match': `"v${version}"` };
    const told = await cafe.callAll(
      toPatch({ isPaused: true }, undefined, ifMatch),
      toPatch({ isPaused: false }, undefined, ifMatch),
    );
    expect(told.map(({ status }) => status)).toEqual([200, 412]);
  });

  test('has another ETag when it closes, and any of its version for a change', async () => {
    const [, { headers = {} }] = await cafe.callAll(toOpen({ openingHours: '08:00-11:00' }), [CAFE]);
    const read = async () =>
      (await cafe.call(CAFE, { headers: { 'if-none-match': headers.etag ?? '' } })).status;
    expect(await read()).toBe(304);
    await cafe.later(2 * 3_600_000);
    const ifMatch = { 'if-match': headers.etag ?? '' };
    expect(await read()).toBe(200);
    const told = await cafe.callAll(
      toPatch({ isPaused: true }, undefined, ifMatch),
      toPatch({ isPaused: false }, undefined, ifMatch),
    );
    expect(told.map(({ status }) => status)).toEqual([200, 412]);
  });
});
