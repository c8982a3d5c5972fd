import type { LeadDesk } from './lead-desk';
import type { Step, Told } from './script';
import { useTwilio } from './texting-desk';
import { KEYS, PUBLIC, sign } from './twilio-server';

const WEBHOOK = '/v1/messaging/webhook';
const PHONE = '+15551230001';

let desk: LeadDesk;
const twilio = useTwilio(
  (started) => {
    desk = started;
  },
  ['addUser', { email: 'maria.lopez@example.com', role: 'agent' }],
  ['call', 'POST /v1/vehicles', { body: { make: 'Toyota', model: 'Corolla', year: 2019, price: 12_000 } }],
  ['call', 'POST /v1/leads', { body: { name: 'Ann', phone: PHONE, location: 'Honolulu', vehicleId: 'V-1' } }],
);

const sending = (body: object): Step => [
  'call',
  'POST /v1/messaging/messages',
  { body: { leadId: 'L-1', ...body } },
];
const coming = (text: string, sid: string): Step => {
  const fields = { MessageSid: sid, From: PHONE, To: String(KEYS.twilioNumber), Body: text };
  const headers = { 'x-twilio-signature': sign(PUBLIC + WEBHOOK, fields) };
  return ['call', `POST ${WEBHOOK}`, { body: new URLSearchParams(fields).toString(), headers }];
};
/** Types into the first free row of the columns of the tab Lists that begin with this one. */
function list(column: string, ...cells: string[]): void {
  const rows = desk.rows('Lists');
  const at = Object.keys(rows[0] ?? {}).indexOf(column);
  const free = rows.findIndex((row) => String(row[column] ?? '') === '');
  for (const [index, cell] of cells.entries())
    desk.edit('Lists', `${String.fromCharCode(65 + at + index)}${(free < 0 ? rows.length : free) + 2}`, cell);
}
const bodyOf = (told: unknown) => (told as Told).body as Record<string, unknown>;

test('a scheduled text goes out in the hours of its lead’s location, and not to who has opted out since', async () => {
  list('location', 'Honolulu', 'Pacific/Honolulu');
  const now = desk.realm.scheduler.now();
  // Two in the morning in Honolulu.
  const day = new Date(now + 86_400_000).toISOString().slice(0, 10);
  const sendAt = `${day}T12:00:00Z`;
  const [far, made, , thread] = await desk.runAll(
    sending({ body: 'x', sendAt: new Date(now + 31 * 86_400_000).toISOString() }),
    sending({ body: 'Good morning', sendAt }),
    ['deliver'],
    ['call', 'GET /v1/leads/L-1'],
  );
  expect([far, made]).toMatchObject([
    { status: 422, body: { error: { param: 'sendAt' } } },
    { status: 201, body: { status: 'queued' } },
  ]);
  // Nobody has had it yet.
  expect(bodyOf(thread)).toMatchObject({
    lastText: null,
    waitingFor: null,
    messages: [{ status: 'queued', sendAt: `${day}T12:00:00.000Z` }],
  });
  await desk.realm.scheduler.advance(Date.parse(sendAt) + 60_000 - now);
  await desk.run('deliver');
  expect(twilio.sent).toEqual([]);
  // 8:00 in Honolulu, which has no summer time.
  const opens = Date.parse(`${day}T18:00:00Z`);
  await desk.realm.scheduler.advance(opens - 60_000 - desk.realm.scheduler.now());
  await desk.run('deliver');
  expect(twilio.sent).toEqual([]);
  await desk.realm.scheduler.advance(120_000);
  await desk.run('deliver');
  expect(twilio.sent).toMatchObject([{ body: 'Good morning' }]);
  const tonight = new Date(desk.realm.scheduler.now() + 3_600_000).toISOString();
  await desk.runAll(sending({ body: 'Again', sendAt: tonight }), coming('STOP', 'SM-stop'));
  await desk.realm.scheduler.advance(2 * 3_600_000);
  await desk.run('deliver');
  expect(twilio.sent).toHaveLength(1);
});

test('a template is filled in; one with a blank that the lead lacks is refused', async () => {
  list('template', 'visit', 'Hello {name}, when would you like to see the {vehicle}? {agent}');
  const [choices, , lacks, , sent, both, unknown, , thread] = await desk.runAll(
    ['call', 'GET /v1/leads/choices'],
    ['call', 'PATCH /v1/leads/L-1', { body: { vehicleId: '' } }],
    sending({ template: 'visit' }),
    ['call', 'PATCH /v1/leads/L-1', { body: { vehicleId: 'V-1' } }],
    sending({ template: 'Visit' }),
    sending({ template: 'visit', body: 'x' }),
    sending({ template: 'other' }),
    ['deliver'],
    ['call', 'GET /v1/messaging/threads/L-1'],
  );
  expect(bodyOf(choices)).toMatchObject({
    templates: [{ name: 'visit' }],
    agents: [{ name: 'Maria Lopez' }],
  });
  expect([lacks, sent, both, unknown].map((told) => (told as Told).status)).toEqual([422, 201, 422, 422]);
  expect(bodyOf(thread)).toMatchObject({
    data: expect.arrayContaining([
      expect.objectContaining({
        body: 'Hello Ann, when would you like to see the 2019 Toyota Corolla? Maria Lopez',
      }),
    ]),
  });
});

test('HELP is answered with what the owner has set, once, and with nothing before', async () => {
  await desk.runAll(coming('help', 'SM-1'), ['deliver']);
  expect(twilio.sent).toEqual([]);
  const at = desk.rows('Lists').findIndex(({ setting }) => setting === 'help') + 2;
  const column = Object.keys(desk.rows('Lists')[0] ?? {}).indexOf('value');
  desk.edit('Lists', `${String.fromCharCode(65 + column)}${at}`, 'Acme Cars, 555-0100');
  await desk.realm.scheduler.advance(61_000);
  const helped = await desk.runAll(
    coming(' Help! ', 'SM-2'),
    coming(' Help! ', 'SM-2'),
    ['deliver'],
    ['call', 'GET /v1/leads/L-1'],
  );
  // Nobody has answered by that.
  expect(bodyOf(helped.at(-1))).toMatchObject({ waitingFor: 'you', firstResponseAt: null });
  expect(twilio.sent).toMatchObject([{ to: PHONE, body: 'Acme Cars, 555-0100' }]);
});

test('consent is a record, which START makes too', async () => {
  const [made, , cleared, , started] = await desk.runAll(
    [
      'call',
      'PATCH /v1/leads/L-1',
      { body: { consent: { how: 'web form', at: '2026-01-02T03:04:05+01:00', words: 'Text me' } } },
    ],
    coming('YES', 'SM-yes'),
    ['call', 'PATCH /v1/leads/L-1', { body: { consent: null } }],
    coming('Start', 'SM-start'),
    ['call', 'GET /v1/leads/L-1'],
  );
  expect([made, cleared, started].map((told) => bodyOf(told).consent)).toMatchObject([
    { how: 'web form', at: '2026-01-02T02:04:05.000Z', words: 'Text me' },
    null,
    { how: 'sms', words: 'Start' },
  ]);
  expect(bodyOf(started).activities).toMatchObject([
    {},
    { changes: { consent: { to: 'web form 2026-01-02T02:04:05.000Z: Text me' } } },
    {},
  ]);
});
