import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked } from './script';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Report {
  answer: string;
  from: string;
  to: string;
  totals: Record<string, number | null>;
  before: Record<string, number | null>;
  data: ({ label: string } & Record<string, number | string | null>)[];
}

describe('the reports of leads', () => {
  let desk: LeadDesk;
  beforeEach(async () => {
    desk = await startLeadDesk();
  });
  afterEach(() => desk.close());

  const create = (at: number, own: object): [string, Asked] => [
    'POST /v1/leads',
    { body: { name: 'Ann', phone: `+1555123${1_000 + at}`, ...own } },
  ];
  const read = async (id: string, query: Record<string, string> = {}) =>
    (await desk.call<Report>(`GET /v1/reports/${id}`, { query })).body;

  test('say how many came in, how fast they were answered, how far they got and why they were lost', async () => {
    await desk.callAll([create(1, { source: 'web' })]);
    await desk.realm.scheduler.advance(28 * DAY);
    await desk.callAll([create(2, { source: 'web' }), create(3, { source: 'fair' }), create(4, {})]);
    await desk.realm.scheduler.advance(4 * MINUTE);
    await desk.callAll([['PATCH /v1/leads/L-2', { body: { status: 'contacted' } }]]);
    await desk.realm.scheduler.advance(26 * MINUTE);
    await desk.callAll([
      ['PATCH /v1/leads/L-3', { body: { status: 'sold' } }],
      ['PATCH /v1/leads/L-2', { body: { status: 'lost', lostReason: 'price' } }],
    ]);
    const leads = await read('leads', { by: 'source' });
    expect(leads.answer).toBe('3 leads came in, 2 more than in the 28 days before.');
    expect([leads.from, leads.to]).toEqual(['2026-11-22', '2026-12-19']);
    expect([leads.totals, leads.before]).toEqual([
      { leads: 3, converted: 1 },
      { leads: 1, converted: 0 },
    ]);
    expect(leads.data).toEqual([
      { label: 'api', leads: 1, converted: 0 },
      { label: 'fair', leads: 1, converted: 1 },
      { label: 'web', leads: 1, converted: 0 },
    ]);
    const response = await read('first-response');
    expect(response.answer).toBe(
      'Half waited at most 17 minutes, nine in ten at most 27 minutes. 33 % had an answer within 10 minutes.',
    );
    const quick = response.totals.quick ?? 0;
    expect([Math.floor(response.totals.median ?? 0), quick]).toEqual([17, 0.3333]);
    const steps = await read('lead-steps');
    expect(steps.totals).toEqual({ leads: 3, answered: 2, appointments: 1, sold: 1 });
    expect(steps.answer).toBe('1 of 3 leads bought, 33 %.');
    const lost = await read('lost-leads');
    expect(lost.data).toEqual([{ label: 'price', leads: 1 }]);
    expect(lost.answer).toBe('1 lead lost; most often: price (1).');
  });

  test('are zeros and null for days without leads, and each day and hour is there', async () => {
    const week = { from: '2026-11-15', to: '2026-11-21' };
    const [byDay, byHour] = [
      await read('leads', week),
      await read('first-response', { ...week, by: 'hour' }),
    ];
    expect(byDay.data).toHaveLength(7);
    expect(byDay.totals).toEqual({ leads: 0, converted: 0 });
    expect(byHour.data).toHaveLength(24);
    expect(byHour.totals).toEqual({ median: null, ninetieth: null, quick: null });
    expect(byHour.answer).toBe('No new lead has had an answer.');
  });

  test('refuse a group, a reason and a period that they do not have, by name', async () => {
    await desk.callAll([create(1, {})]);
    const told = await desk.callAll<{ error?: { param: string } }>([
      ['GET /v1/reports/leads', { query: { by: 'phone' } }],
      ['GET /v1/reports/leads', { query: { from: '2026-11-22', to: '2026-11-21' } }],
      ['GET /v1/reports/leads', { query: { from: '2024-01-01', to: '2026-01-01' } }],
      ['PATCH /v1/leads/L-1', { body: { lostReason: 'bad luck' } }],
      ['GET /v1/reports/leads', { query: { from: '0000-01-01', to: '0000-01-05' } }],
      ['GET /v1/reports/leads', { query: { from: '9999-12-30', to: '9999-12-31' } }],
    ]);
    expect(told.map(({ status, body }) => [status, body.error?.param])).toEqual([
      [422, 'by'],
      [422, 'to'],
      [422, 'to'],
      [422, 'lostReason'],
      [200, undefined],
      [200, undefined],
    ]);
  });

  // The clocks of New York went back on 2026-11-01, so that the hour from 01:00 is there twice.
  test('count each of 300 leads in the day and the hour that clocks in New York showed', async () => {
    desk.setTimeZone('America/New_York');
    const rows = Array.from({ length: 300 }, (_, at) => ({ name: 'Ann', phone: `+1555123${1_000 + at}` }));
    await desk.callAll([['POST /v1/leads/import', { body: { rows } }]]);
    const column = Object.keys(desk.rows('Leads')[0] ?? {}).indexOf('createdAt');
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const shown = rows.map((_, at) => clock.format(Date.parse('2026-10-30T04:00:00Z') + at * 29 * MINUTE));
    shown.forEach((time, at) => {
      desk.edit('Leads', `${String.fromCharCode(65 + column)}${at + 2}`, time);
    });
    for (const [by, label] of [
      ['day', (time: string) => time.slice(0, 10)],
      ['hour', (time: string) => time.slice(11, 13)],
    ] as const) {
      const expected = new Map<string, number>();
      for (const time of shown) expected.set(label(time), (expected.get(label(time)) ?? 0) + 1);
      const { data } = await read('leads', { by, from: '2026-10-30', to: '2026-11-05' });
      const counted = data.filter(({ leads }) => leads !== 0).map((one) => [one.label, one.leads]);
      expect(counted).toEqual([...expected].sort());
    }
  });
});
