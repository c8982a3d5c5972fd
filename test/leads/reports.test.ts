import { spread } from '../harness/extent';
import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked } from './script';

const DAY = 86_400_000;

type Day = { day: string; leads: number; converted: number };
type Refused = { error: { param?: string } };

describe('the reports', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk();
  });
  afterEach(() => desk.close());

  const createAll = (people: readonly object[]) =>
    desk.callAll(
      people.map((own, at) => [
        'POST /v1/leads',
        { body: { name: 'Ann', phone: `+1555123${1_000 + at}`, ...own } },
      ]),
    );
  const reading = (report: string, query: Record<string, string> = {}): [string, Asked] => [
    `GET /v1/analytics/${report}`,
    { query },
  ];
  const readAll = async (...requests: readonly [string, Asked][]) =>
    (await desk.callAll(requests)).map(({ body }) => body);
  const days = async (query: Record<string, string> = {}) =>
    (await desk.call<{ data: Day[] }>('GET /v1/analytics/days', { query })).body.data;

  test('are zeros and nothing at first, and have 366 days at most', async () => {
    const leapDay = { from: '2024-02-29', to: '2024-02-29' };
    const nothing = { totalLeads: 0, conv: 0, avgScore: 0 };
    const told = await readAll(
      reading('summary'),
      reading('sources'),
      reading('summary', leapDay),
      reading('days', { from: '2024-01-01', to: '2024-12-31' }),
      reading('days', { to: '0000-01-05' }),
      reading('days', { to: '9999-12-31' }),
      reading('days', { from: '2024-01-01', to: '2025-01-01' }),
    );
    expect(told.slice(0, 3)).toEqual([nothing, { data: [] }, nothing]);
    expect(told.slice(3, 6).map((one) => (one as { data: Day[] }).data.length)).toEqual([366, 1, 14]);
    expect(told[6]).toMatchObject({ error: { code: 'invalid_request', param: 'to' } });
  });

  test('of more sources than the cache holds are told all the same', async () => {
    const rows = Array.from({ length: 700 }, (_, at) => ({
      name: 'Ann',
      phone: `+1555123${1_000 + at}`,
      source: `${at} ${'я'.repeat(76)}`,
    }));
    const imported = [0, 350].map((at): [string, Asked] => [
      'POST /v1/leads/import',
      { body: { rows: rows.slice(at, at + 350) } },
    ]);
    const told = await desk.callAll<{ data: unknown[] }>([
      ...imported,
      reading('sources'),
      reading('sources'),
    ]);
    expect(told.slice(2).map(({ status, body }) => [status, body.data.length])).toEqual([
      [200, 700],
      [200, 700],
    ]);
  });

  test('count leads, conversions and scores by place and source', async () => {
    await createAll([{ location: 'Austin' }, { location: 'Dallas', source: 'web' }, { source: 'web' }]);
    const told = await readAll(
      ['PATCH /v1/leads/L-2', { body: { status: 'appointment', creditScore: '720' } }],
      ['PATCH /v1/leads/L-2', { body: { status: 'lost' } }],
      reading('summary'),
      reading('summary', { location: 'dallas' }),
      reading('sources'),
      reading('sources', { location: 'Austin' }),
    );
    expect(told.slice(2)).toEqual([
      { totalLeads: 3, conv: 0.3333, avgScore: 34.67 },
      { totalLeads: 1, conv: 1, avgScore: 48 },
      {
        data: [
          { source: 'web', leads: 2 },
          { source: 'api', leads: 1 },
        ],
      },
      { data: [{ source: 'api', leads: 1 }] },
    ]);
  });

  test('have the most frequent source first, whatever its name; none is "unknown"', async () => {
    const names = ['__proto__', 'web', ' web', 'web', '', '__proto__'];
    await createAll(names.map(() => ({})));
    const column = Object.keys(desk.rows('Leads')[0] ?? {}).indexOf('source');
    for (const [index, source] of names.entries())
      desk.edit('Leads', `${String.fromCharCode(65 + column)}${index + 2}`, source);
    const told = await readAll(reading('sources'), reading('sources', { location: 'constructor' }));
    expect(told).toEqual([
      {
        data: [
          { source: 'web', leads: 3 },
          { source: '__proto__', leads: 2 },
          { source: 'unknown', leads: 1 },
        ],
      },
      { data: [] },
    ]);
  });

  // It is 2026-11-21 09:00 in UTC: still the 20th on Samoa, an hour before the 22nd on Kiritimati.
  test.each(
    spread(
      [
        ['Pacific/Pago_Pago', '2026-11-20'],
        ['Etc/UTC', '2026-11-21'],
        ['Pacific/Auckland', '2026-11-21'],
        ['Pacific/Kiritimati', '2026-11-21'],
      ] as const,
      2,
    ),
  )('in %s a lead of now is of %s, that day included on both ends and last by default', async (zone, day) => {
    desk.setTimeZone(zone);
    const shifted = (days: number) =>
      new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    const ranges = [{ from: day, to: day }, { from: shifted(1) }, { to: shifted(-1) }];
    const [, counted, ...told] = await readAll(
      ['POST /v1/leads', { body: { name: 'Ann', phone: '+15551230001' } }],
      reading('days'),
      ...ranges.map((query) => reading('summary', query)),
    );
    expect(told).toMatchObject([1, 0, 0].map((totalLeads) => ({ totalLeads })));
    expect((counted as { data: object[] }).data.pop()).toEqual({ day, leads: 1, converted: 0 });
  });

  test('have the last fourteen days, each with its leads and those of them that were converted', async () => {
    await createAll([{ location: 'Austin' }, { location: 'Dallas' }]);
    await desk.realm.scheduler.advance(3 * DAY);
    const [, , all, inAustin] = await readAll(
      ['POST /v1/leads', { body: { name: 'Ann', phone: '+15551230003', location: 'Austin' } }],
      ['PATCH /v1/leads/L-2', { body: { status: 'sold' } }],
      reading('days'),
      reading('days', { from: '2026-11-20', to: '2026-11-24', location: 'austin' }),
    );
    const [counted, austin] = [all, inAustin].map((told) => (told as { data: Day[] }).data) as [Day[], Day[]];
    expect(counted.map(({ day }) => day)).toEqual(
      Array.from({ length: 14 }, (_, at) => new Date(Date.UTC(2026, 10, 11 + at)).toISOString().slice(0, 10)),
    );
    expect(counted.filter(({ leads }) => leads > 0)).toEqual([
      { day: '2026-11-21', leads: 2, converted: 1 },
      { day: '2026-11-24', leads: 1, converted: 0 },
    ]);
    expect(austin.map(({ leads, converted }) => [leads, converted])).toEqual([
      [0, 0],
      [1, 0],
      [0, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  // The clocks of New York went back on 2026-11-01.
  test('in New York count a lead on the day that its clocks showed', async () => {
    desk.setTimeZone('America/New_York');
    await createAll([{}, {}, {}, {}]);
    const column = Object.keys(desk.rows('Leads')[0] ?? {}).indexOf('createdAt');
    const times = [
      '2026-10-31 23:59:59',
      '2026-11-01 00:00:00',
      '2026-11-01 23:59:59',
      '2026-11-02 00:00:00',
    ];
    for (const [at, time] of times.entries())
      desk.edit('Leads', `${String.fromCharCode(65 + column)}${at + 2}`, time);
    const counted = await days({ from: '2026-10-30', to: '2026-11-03' });
    expect(counted.map(({ day, leads }) => [day, leads])).toEqual([
      ['2026-10-30', 0],
      ['2026-10-31', 1],
      ['2026-11-01', 2],
      ['2026-11-02', 1],
      ['2026-11-03', 0],
    ]);
  });

  test('are cached for a minute', async () => {
    const [first, , second] = await readAll(
      reading('summary'),
      ['POST /v1/leads', { body: { name: 'Ann', phone: '+15551230001' } }],
      reading('summary'),
    );
    expect([first, second]).toMatchObject([{ totalLeads: 0 }, { totalLeads: 0 }]);
    await desk.realm.scheduler.advance(61_000);
    expect(await readAll(reading('summary'))).toMatchObject([{ totalLeads: 1 }]);
  });

  test('refuse a parameter that is not valid and name it', async () => {
    const refused: [Record<string, string>, string][] = [
      [{ from: '2026-02-29' }, 'from'],
      [{ from: '21.11.2026' }, 'from'],
      [{ to: '2026-11-31' }, 'to'],
      [{ to: '' }, 'to'],
      [{ from: '2026-11-22', to: '2026-11-21' }, 'to'],
      [{ period: 'week' }, 'period'],
    ];
    const cells = ['summary', 'sources', 'days'].flatMap((report) =>
      refused.map(([query, param]) => ({ report, query, param })),
    );
    const told = await desk.callAll<Refused>(cells.map(({ report, query }) => reading(report, query)));
    expect(told.map(({ status, body }, at) => ({ ...cells[at], status, param: body.error.param }))).toEqual(
      cells.map((cell) => ({ ...cell, status: 422 })),
    );
  });

  test('read what they count of all leads in two calls, and no row', async () => {
    await createAll([{}]);
    const ended = await desk.execute('call', ['GET /v1/analytics/summary', { query: { location: 'a' } }]);
    expect(ended.count('spreadsheet.getValues')).toBe(2);
  });
});
