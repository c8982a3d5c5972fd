import { type LeadDesk, startLeadDesk } from './lead-desk';
import type { Step } from './script';
import { KEYS, PUBLIC, sign } from './twilio-server';

interface Lead {
  id: string;
  waitingFor: string | null;
  waitingSince: string | null;
  lastText: string | null;
}

const WEBHOOK = '/v1/messaging/webhook';
const HOT = { creditScore: '720', downPayment: 4_000, hasBank: true, idType: 'passport', tradeIn: true };
const NOBODY = { waitingFor: null, waitingSince: null };

const phoneOf = (number: number) => `+1555123000${number}`;
const creating = (number: number, fields: object = {}): Step => [
  'call',
  'POST /v1/leads',
  { body: { name: 'Ann', phone: phoneOf(number), ...fields } },
];
const sending = (number: number, body: string): Step => [
  'call',
  'POST /v1/messaging/messages',
  { body: { leadId: `L-${number}`, body } },
];
const changing = (number: number, body: object): Step => ['call', `PATCH /v1/leads/L-${number}`, { body }];
const reading = (number: number): Step => ['call', `GET /v1/leads/L-${number}`];
const listing = (query: Record<string, string>): Step => ['call', 'GET /v1/leads', { query }];

/** In the same execution as the texts: another worker of a host may know of them later. */
const connecting: Step = ['enterKeys', { ...KEYS, publicAddress: PUBLIC }];

let texts = 0;

function coming(number: number, Body: string): Step {
  const fields = { MessageSid: `SM-${++texts}`, From: phoneOf(number), To: KEYS.twilioNumber, Body };
  const all = { ...fields, SmsStatus: 'received' };
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': sign(`${PUBLIC}${WEBHOOK}`, all),
  };
  return ['call', `POST ${WEBHOOK}`, { body: new URLSearchParams(all).toString(), headers }];
}

let desk: LeadDesk;
beforeAll(async () => {
  desk = await startLeadDesk();
});
afterAll(() => desk.close());

test('a lead says who waits for whom, since when, and what was said last', async () => {
  const [, ...told] = await desk.runAll(
    ...[connecting, creating(1), reading(1)],
    ...[coming(1, 'Can I come today at 5?'), reading(1), coming(1, 'Hello?'), reading(1)],
    ...[sending(1, 'You can.'), reading(1)],
    ...[changing(1, { status: 'sold' }), coming(1, 'Where are the keys?'), reading(1)],
    ...[changing(1, { status: 'lost' }), coming(1, 'STOP'), reading(1)],
  );
  const [made, asked, again, answered, closed, after, lost, stopped] = told.flatMap((one) => {
    const { body } = one as { body: Partial<Lead> };
    return typeof body === 'object' && 'waitingFor' in body
      ? [body as Lead & { messages: { at: string }[] }]
      : [];
  });
  const at = (message: number) => stopped?.messages[message]?.at;
  expect(made).toMatchObject({ ...NOBODY, lastText: null });
  expect(asked).toMatchObject({ waitingFor: 'you', waitingSince: at(0), lastText: 'Can I come today at 5?' });
  expect(again).toMatchObject({ waitingFor: 'you', waitingSince: at(0), lastText: 'Hello?' });
  expect(answered).toMatchObject({ waitingFor: 'them', waitingSince: at(2), lastText: 'You can.' });
  expect(closed).toMatchObject(NOBODY);
  expect(after).toMatchObject({ waitingFor: 'you', waitingSince: at(3) });
  expect(lost).toMatchObject(NOBODY);
  expect(stopped).toMatchObject({ ...NOBODY, lastText: 'STOP' });
});

test('a list has who waits for the dealer, the longest waiting first', async () => {
  const [, , , , , , all, , , left] = await desk.runAll(
    ...[connecting, creating(2), creating(3, HOT), creating(4, HOT), coming(2, 'x'.repeat(300))],
    sending(4, 'Good morning'),
    listing({ waiting: 'true', sort: 'waitingSince' }),
    ...[changing(3, { status: 'contacted' }), sending(2, 'Sure')],
    listing({ waiting: 'true' }),
  );
  expect(all).toMatchObject({
    body: {
      total: 2,
      data: [
        { id: 'L-3', waitingFor: 'you', lastText: null },
        { id: 'L-2', waitingFor: 'you', lastText: 'x'.repeat(120) },
      ],
    },
  });
  expect(left).toMatchObject({ body: { total: 0 } });
});
