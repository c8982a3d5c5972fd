import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Asked, Step, Told } from './script';

let desk: LeadDesk;
beforeEach(async () => {
  desk = await startLeadDesk(
    ['call', 'POST /v1/vehicles', { body: { make: 'Škoda', model: 'Octavia', year: 2020, price: 12_000 } }],
    ['call', 'POST /v1/leads', { body: { name: 'Brown, Ada', phone: '+15551230001', vehicleId: 'V-1' } }],
    ['call', 'POST /v1/leads', { body: { name: 'Bob', phone: '+15551230002' } }],
  );
});
afterEach(() => desk.close());

test('a next step is planned, found when it is due, and an event in a calendar', async () => {
  const nextAt = '2026-12-01T15:30:00.000Z';
  const [none, wrong, planned, due, later, calendar, done, gone] = (await desk.runAll(
    ['call', 'GET /v1/leads/L-1/appointment.ics'],
    ['call', 'PATCH /v1/leads/L-1', { body: { nextStep: 'dance' } }],
    [
      'call',
      'PATCH /v1/leads/L-1',
      { body: { nextAt: '2026-12-01T09:30:00-06:00', nextStep: 'test drive' } },
    ],
    ['call', 'GET /v1/leads', { query: { nextTo: '2026-12-01T16:00:00Z', sort: 'nextAt' } }],
    ['call', 'GET /v1/leads', { query: { nextTo: nextAt, sort: 'nextAt' } }],
    ['call', 'GET /v1/leads/L-1/appointment.ics'],
    ['call', 'PATCH /v1/leads/L-1', { body: { nextAt: null, nextStep: '' } }],
    ['call', 'GET /v1/leads', { query: { nextTo: '2027-01-01' } }],
  )) as (Told & { body: { data: object[] } })[];
  expect([none?.status, wrong?.status, wrong?.body]).toMatchObject([
    404,
    422,
    { error: { param: 'nextStep' } },
  ]);
  expect(planned?.body).toMatchObject({
    nextAt,
    nextStep: 'test drive',
    activities: [
      {},
      { changes: { nextAt: { from: null, to: nextAt }, nextStep: { from: '', to: 'test drive' } } },
    ],
  });
  expect(due?.body.data).toMatchObject([{ id: 'L-1', nextAt, nextStep: 'test drive' }]);
  expect(later?.body.data).toEqual([]);
  expect(calendar?.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(String(calendar?.body).split('\r\n')).toEqual(
    expect.arrayContaining([
      'UID:L-1@sheetdesk',
      'DTSTART:20261201T153000Z',
      'SUMMARY:Test drive: Brown\\, Ada',
      'DESCRIPTION:+15551230001\\n2020 Škoda Octavia\\nL-1',
    ]),
  );
  expect(done?.body).toMatchObject({ nextAt: null, nextStep: '' });
  expect(gone?.body.data).toEqual([]);
});

test('a text can have a link to the appointment for the person, who needs no credential', async () => {
  const list = Object.keys(desk.rows('Lists')[0] ?? {}).indexOf('template');
  const at = (column: number) => `${String.fromCharCode(65 + list + column)}2`;
  desk.edit('Lists', at(0), 'See you');
  desk.edit('Lists', at(1), 'See you, {name}: {appointment}');
  const reading: Step = ['call', 'GET /v1/leads/L-1'];
  const plan = { nextAt: '2026-12-01T15:30:00Z', nextStep: 'visit' };
  const [unplanned, early, , nowhere, , planned, made, thread] = (await desk.runAll(
    reading,
    ['call', 'POST /v1/messaging/messages', { body: { leadId: 'L-1', template: 'See you' } }],
    ['call', 'PATCH /v1/leads/L-1', { body: plan }],
    reading,
    ['enterKeys', { publicAddress: 'https://desk.example/' }],
    reading,
    ['call', 'POST /v1/messaging/messages', { body: { leadId: 'L-1', template: 'See you' } }],
    ['call', 'GET /v1/messaging/threads/L-1'],
  )) as (Told & { body: { calendarUrl: string | null; data: { body: string }[] } })[];
  expect([unplanned, nowhere].map((told) => told?.body.calendarUrl)).toEqual([null, null]);
  expect(early).toMatchObject({ status: 422, body: { error: { param: 'template' } } });
  const link = String(planned?.body.calendarUrl);
  expect(link).toMatch(/^https:\/\/desk\.example\/v1\/leads\/L-1\/calendar\.ics\?key=[0-9a-z]{22}$/);
  expect(made?.status).toBe(201);
  expect(thread?.body.data[0]?.body).toBe(`See you, Brown, Ada: ${link}`);
  const key = link.slice(-22);
  const opening = (id: string, given: string): [string, Asked] => [
    `GET /v1/leads/${id}/calendar.ics`,
    { query: { key: given } },
  ];
  const [calendar, other, guessed, merged, after, over, gone] = await desk.callAll<string>([
    opening('L-1', key),
    opening('L-2', key),
    opening('L-1', key.slice(1)),
    ['POST /v1/leads/L-1/merge', { body: { into: 'L-2' } }],
    opening('L-1', key),
    ['PATCH /v1/leads/L-2', { body: { status: 'sold' } }],
    opening('L-1', key),
  ]);
  expect([calendar, other, guessed, merged, after, over, gone].map((told) => told?.status)).toEqual([
    ...[200, 404, 404, 200, 200, 200, 404],
  ]);
  expect(calendar?.body.split('\r\n')).toEqual(
    expect.arrayContaining(['DTSTART:20261201T153000Z', 'SUMMARY:Visit', 'DESCRIPTION:2020 Škoda Octavia']),
  );
  expect(calendar?.body).not.toMatch(/15551230001|Brown/);
});
