import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Told } from './script';

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
