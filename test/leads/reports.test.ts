import { spread } from '../harness/extent';
import { type LeadDesk, startLeadDesk } from './lead-desk';

const DAY = 86_400_000;

type Refused = { error: { param?: string } };

describe('the reports', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk();
  });
  afterEach(() => desk.close());

  const create = (phone: string, own: object = {}) =>
    desk.call('POST /v1/leads', { body: { name: 'Ann', phone, ...own } });
  const createAll = (people: readonly object[]) =>
    desk.callAll(
      people.map((own, at) => [
        'POST /v1/leads',
        { body: { name: 'Ann', phone: `+1555123${1_000 + at}`, ...own } },
      ]),
    );
  const summary = async (query: Record<string, string> = {}) =>
    (await desk.call<object>('GET /v1/analytics/summary', { query })).body;
  const sources = async (query: Record<string, string> = {}) =>
    (await desk.call<object>('GET /v1/analytics/sources', { query })).body;

  const days = async (query: Record<string, string> = {}) =>
    (
      await desk.call<{ data: { day: string; leads: number; converted: number }[] }>(
        'GET /v1/analytics/days',
        {
          query,
        },
      )
    ).body.data;

  test('are zeros and nothing at first', async () => {
    expect(await summary()).toEqual({ totalLeads: 0, conv: 0, avgScore: 0 });
    expect(await sources()).toEqual({ data: [] });
  });

  test('count leads, conversions and scores by place and source', async () => {
    await createAll([{ location: 'Austin' }, { location: 'Dallas', source: 'web' }, { source: 'web' }]);
    await desk.callAll([
      ['PATCH /v1/leads/L-2', { body: { status: 'appointment' } }],
      ['PATCH /v1/leads/L-2', { body: { status: 'lost' } }],
    ]);
    expect(await summary()).toEqual({ totalLeads: 3, conv: 0.3333, avgScore: 28 });
    expect(await summary({ location: 'dallas' })).toEqual({ totalLeads: 1, conv: 1, avgScore: 28 });
    expect(await sources()).toEqual({
      data: [
        { source: 'web', leads: 2 },
        { source: 'api', leads: 1 },
      ],
    });
    expect(await sources({ location: 'Austin' })).toEqual({ data: [{ source: 'api', leads: 1 }] });
  });

  test('round what divides badly', async () => {
    await createAll([{}, {}, {}]);
    await desk.call('PATCH /v1/leads/L-1', { body: { status: 'appointment', creditScore: '720' } });
    expect(await summary()).toEqual({ totalLeads: 3, conv: 0.3333, avgScore: 34.67 });
  });

  test('have the most frequent source first, whatever its name; none is "unknown"', async () => {
    const names = ['__proto__', 'web', ' web', 'web', '', '__proto__'];
    await createAll(names.map(() => ({})));
    const column = Object.keys(desk.rows('Leads')[0] ?? {}).indexOf('source');
    for (const [index, source] of names.entries())
      desk.edit('Leads', `${String.fromCharCode(65 + column)}${index + 2}`, source);
    expect(await sources()).toEqual({
      data: [
        { source: 'web', leads: 3 },
        { source: '__proto__', leads: 2 },
        { source: 'unknown', leads: 1 },
      ],
    });
    expect(await sources({ location: 'constructor' })).toEqual({ data: [] });
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
    await create('+15551230001');
    const shifted = (days: number) =>
      new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    const told = await desk.callAll(
      [{ from: day, to: day }, { from: shifted(1) }, { to: shifted(-1) }].map((query) => [
        'GET /v1/analytics/summary',
        { query },
      ]),
    );
    expect(told.map(({ body }) => body)).toMatchObject([1, 0, 0].map((totalLeads) => ({ totalLeads })));
    expect((await days()).pop()).toEqual({ day, leads: 1, converted: 0 });
  });

  test('have the last fourteen days, each with its leads and those of them that were converted', async () => {
    await createAll([{ location: 'Austin' }, { location: 'Dallas' }]);
    await desk.realm.scheduler.advance(3 * DAY);
    await create('+15551230003', { location: 'Austin' });
    await desk.call('PATCH /v1/leads/L-2', { body: { status: 'sold' } });
    const counted = await days();
    expect(counted.map(({ day }) => day)).toEqual(
      Array.from({ length: 14 }, (_, at) => new Date(Date.UTC(2026, 10, 11 + at)).toISOString().slice(0, 10)),
    );
    expect(counted.filter(({ leads }) => leads > 0)).toEqual([
      { day: '2026-11-21', leads: 2, converted: 1 },
      { day: '2026-11-24', leads: 1, converted: 0 },
    ]);
    const austin = await days({ from: '2026-11-20', to: '2026-11-24', location: 'austin' });
    expect(austin.map(({ leads, converted }) => [leads, converted])).toEqual([
      [0, 0],
      [1, 0],
      [0, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  // The clocks of New York went back on 2026-11-01.
  test.each([
    ['2026-10-31 23:59:59', '2026-10-31'],
    ['2026-11-01 00:00:00', '2026-11-01'],
    ['2026-11-01 23:59:59', '2026-11-01'],
    ['2026-11-02 00:00:00', '2026-11-02'],
  ])('count a lead of %s in New York on %s', async (time, day) => {
    desk.setTimeZone('America/New_York');
    await create('+15551230001');
    const column = Object.keys(desk.rows('Leads')[0] ?? {}).indexOf('createdAt');
    desk.edit('Leads', `${String.fromCharCode(65 + column)}2`, time);
    const counted = await days({ from: '2026-10-30', to: '2026-11-03' });
    expect(counted.filter(({ leads }) => leads > 0)).toEqual([{ day, leads: 1, converted: 0 }]);
    expect(counted).toHaveLength(5);
  });

  test('have 366 days at most', async () => {
    expect(await days({ from: '2024-01-01', to: '2024-12-31' })).toHaveLength(366);
    const asked = { query: { from: '2024-01-01', to: '2025-01-01' } };
    const { status, body } = await desk.call<Refused>('GET /v1/analytics/days', asked);
    expect([status, body.error.param]).toEqual([422, 'to']);
    expect(await days({ to: '0000-01-05' })).toHaveLength(1);
    expect(await days({ to: '9999-12-31' })).toHaveLength(14);
  });

  test('are cached for a minute', async () => {
    expect(await summary()).toMatchObject({ totalLeads: 0 });
    await create('+15551230001');
    expect(await summary()).toMatchObject({ totalLeads: 0 });
    await desk.realm.scheduler.advance(61_000);
    expect(await summary()).toMatchObject({ totalLeads: 1 });
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
    for (const report of ['summary', 'sources', 'days']) {
      const told = await desk.callAll<Refused>(
        refused.map(([query]) => [`GET /v1/analytics/${report}`, { query }]),
      );
      expect(told.map(({ status, body }) => [report, status, body.error.param])).toEqual(
        refused.map(([, param]) => [report, 422, param]),
      );
    }
  });

  test('know leap days', async () => {
    expect(await summary({ from: '2024-02-29', to: '2024-02-29' })).toMatchObject({ totalLeads: 0 });
  });

  test('read what they count of all leads in two calls, and no row', async () => {
    await create('+15551230001');
    const ended = await desk.execute('call', ['GET /v1/analytics/summary', { query: { location: 'a' } }]);
    expect(ended.count('spreadsheet.getValues')).toBe(2);
  });
});
