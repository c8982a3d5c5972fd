import type { LeadDesk } from './lead-desk';
import type { Step, Told } from './script';
import { useTwilio } from './texting-desk';
import { KEYS, PUBLIC, sign } from './twilio-server';

const HOUR = 3_600_000;
const WEBHOOK = '/v1/messaging/webhook';
const [FIRST, SECOND] = ['+15551230001', '+15551230002'];

let desk: LeadDesk;
const twilio = useTwilio(
  (started) => {
    desk = started;
  },
  ['call', 'POST /v1/leads', { body: { name: 'Ann', phone: FIRST } }],
  ['call', 'POST /v1/leads', { body: { name: 'Ann Lee', phone: SECOND } }],
);

const asking = (endpoint: string, asked: object = {}): Step => ['call', endpoint, asked];
const sending = (leadId: string, body: object, key: string): Step =>
  asking('POST /v1/messaging/messages', { body: { leadId, ...body }, headers: { 'idempotency-key': key } });
const merging = (into: string): Step => asking('POST /v1/leads/L-1/merge', { body: { into } });
const bodyOf = <B>(told: unknown) => (told as Told).body as B;
/** Noon of the next day, when automatic texts go out. */
const tomorrow = () =>
  `${new Date(desk.realm.scheduler.now() + 24 * HOUR).toISOString().slice(0, 10)}T12:00:00Z`;
const ofLead = (lead: string, message: string) => `DELETE /v1/messaging/threads/${lead}/messages/${message}`;
async function untilTomorrow(): Promise<void> {
  await desk.realm.scheduler.advance(Date.parse(tomorrow()) + 60_000 - desk.realm.scheduler.now());
  await desk.run('deliver');
}
const coming = (from: string, text: string): Step => {
  const fields = { MessageSid: `SM-${text}`, From: from, To: KEYS.twilioNumber, Body: text };
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': sign(PUBLIC + WEBHOOK, fields),
  };
  return asking(`POST ${WEBHOOK}`, { body: new URLSearchParams(fields).toString(), headers });
};

test('a scheduled text that is canceled never goes out, and a repeated request does not make it anew', async () => {
  const later = { body: 'Good morning', sendAt: tomorrow() };
  const [made] = await desk.runAll(sending('L-1', later, 'one'));
  const { id } = bodyOf<{ id: string }>(made);
  const [canceled, twice, again, lead, , none, other] = await desk.runAll(
    asking(ofLead('L-1', id)),
    asking(ofLead('L-1', id)),
    sending('L-1', later, 'one'),
    asking('GET /v1/leads/L-1'),
    ['deliver'],
    asking(ofLead('L-1', 'M-none')),
    asking(ofLead('L-2', id)),
  );
  expect([canceled, twice]).toMatchObject([
    { status: 200, body: { id, deleted: true } },
    { status: 200, body: { id, deleted: true } },
  ]);
  expect(again).toMatchObject({ status: 201, body: { id } });
  expect(lead).toMatchObject({
    body: { lastText: null, waitingFor: null, firstResponseAt: null, messages: [{ id, status: 'canceled' }] },
  });
  expect([none, other]).toMatchObject([{ status: 404 }, { status: 404 }]);
  await untilTomorrow();
  expect(twilio.sent).toEqual([]);
  expect(desk.rows('Outbox')).toEqual([]);
});

test('a text that has gone out cannot be canceled', async () => {
  const [made, , second] = await desk.runAll(
    sending('L-1', { body: 'hello' }, 'one'),
    ['deliver'],
    sending('L-1', { body: 'not yet' }, 'two'),
  );
  const [gone, waiting] = await desk.runAll(
    asking(ofLead('L-1', bodyOf<{ id: string }>(made).id)),
    asking(ofLead('L-1', bodyOf<{ id: string }>(second).id)),
    ['deliver'],
  );
  expect(gone).toMatchObject({ status: 409, body: { error: { code: 'already_sent' } } });
  expect(waiting).toMatchObject({ status: 200 });
  expect(twilio.sent.map(({ body }) => body)).toEqual(['hello']);
});

test('a text that waits while its lead is merged goes to the phone that it was written to', async () => {
  await desk.runAll(
    sending('L-1', { body: 'to the first', sendAt: tomorrow() }, 'one'),
    sending('L-2', { body: 'to the second', sendAt: tomorrow() }, 'two'),
    merging('L-2'),
  );
  await untilTomorrow();
  const sent = twilio.sent.map(({ to, body }) => [to, body]);
  expect(sent.sort()).toEqual([
    [FIRST, 'to the first'],
    [SECOND, 'to the second'],
  ]);
});

test('who opts out with that phone gets none, and the other phone still does', async () => {
  await desk.runAll(
    sending('L-1', { body: 'to the first', sendAt: tomorrow() }, 'one'),
    sending('L-2', { body: 'to the second', sendAt: tomorrow() }, 'two'),
    merging('L-2'),
    coming(FIRST, 'STOP'),
  );
  await untilTomorrow();
  expect(twilio.sent.map(({ to }) => to)).toEqual([SECOND]);
  const read = await desk.call<{ messages: { body: string; status: string }[] }>('GET /v1/leads/L-2');
  const statuses = read.body.messages.map(({ body, status }) => [body, status]);
  expect(statuses.sort()).toEqual([
    ['to the first', 'failed'],
    ['to the second', 'sending'],
  ]);
});
