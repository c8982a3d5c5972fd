/** `npm start -- --twilio` as a whole: the built api, the gateway and emulate's Twilio in one process. */
import path from 'node:path';
import twilio, { type Twilio } from 'twilio';
import { TWILIO } from '../../local/providers/twilio';
import { testLong } from '../harness/extent';
import { type Credentials, end, endAll, folder, lastStarted, local, READY, start } from '../harness/started';

interface Message {
  id: string;
  direction: string;
  body: string;
  status: string;
  error: string | null;
}

const state = path.join(folder, 'twilio');
const PHONE = '+15550102030';
const keys = TWILIO.properties('', '') as Record<
  'twilioAccountSid' | 'twilioAuthToken' | 'twilioNumber',
  string
>;
const { twilioAccountSid: sid, twilioAuthToken: token, twilioNumber: number } = keys;

let credentials: Credentials;
let client: Twilio;
beforeAll(async () => {
  credentials = await start(state, READY, '--twilio');
  client = twilio(sid, token);
  client.api.baseUrl = credentials.urls.twilio as string;
  await call('POST', '/v1/leads', { name: 'Ada', phone: PHONE });
});
afterAll(endAll);

async function call<B>(method: string, at: string, body?: object): Promise<{ status: number; body: B }> {
  const { urls, apiKey } = credentials;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const answer = await fetch(`${urls.gateway}${at}`, init);
  return { status: answer.status, body: (await answer.json()) as B };
}

/** The timer hands over what is queued; emulate answers only once its callback is answered. */
const deliver = () => local(credentials, 'run/deliverOutbox?script=api', { method: 'POST' });
const queue = (body: string) => call<Message>('POST', '/v1/messaging/messages', { leadId: 'L-1', body });
const thread = async () => (await call<{ data: Message[] }>('GET', '/v1/messaging/threads/L-1')).body.data;
const statusOf = async (body: string) => (await thread()).find((one) => one.body === body)?.status;
const withPhone = async (phone: string) =>
  (await call<{ data: object[] }>('GET', `/v1/leads?phone=${encodeURIComponent(phone)}`)).body.data;

async function simulate(what: string, fields: Record<string, string>): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
  const init = { method: 'POST', headers: { authorization }, body: new URLSearchParams(fields) };
  const answer = await fetch(`${credentials.urls.twilio}/_twilio/simulate/${what}`, init);
  if (!answer.ok) throw new Error(await answer.text());
}
const come = (Body: string, { From = PHONE, To = number } = {}) =>
  simulate('inbound-message', { From, To, Body });

/** What came of emulate's calls of our webhook: `message.queued 200`, the oldest first. */
async function webhookCalls(): Promise<string[]> {
  const page = await (await fetch(`${credentials.urls.twilio}/?tab=webhooks`)).text();
  const rows = [...page.matchAll(/<td>(message\.[a-z]+)<\/td><td>[^<]*<\/td><td>(\d*)<\/td>/g)];
  return rows.map(([, event, status]) => `${event} ${status}`).reverse();
}

async function take(body: string): Promise<string> {
  await queue(body);
  await deliver();
  const [message] = await client.messages.list({ to: PHONE, limit: 1 });
  expect(message?.body).toBe(body);
  return message?.sid ?? '';
}

test('a message is queued, accepted, sent and delivered as its callbacks say', async () => {
  expect(await queue('Is Monday good?')).toMatchObject({ status: 201, body: { status: 'queued' } });
  expect(await statusOf('Is Monday good?')).toBe('queued');
  await deliver();
  expect(await statusOf('Is Monday good?')).toBe('sending');
  const [{ sid: MessageSid = '' } = {}] = await client.messages.list({ to: PHONE, limit: 1 });
  for (const Status of ['sent', 'delivered']) {
    await simulate('message-status', { MessageSid, Status });
    expect(await statusOf('Is Monday good?')).toBe(Status);
  }
  expect(await webhookCalls()).toEqual(['message.queued 200', 'message.sent 200', 'message.delivered 200']);
});

test("Twilio's own client lists what was sent", async () => {
  await take('Läuft = noch? 🚗 50 % + 1');
  expect(await client.messages.list({ from: number, limit: 1 })).toMatchObject([
    {
      to: PHONE,
      from: number,
      direction: 'outbound-api',
      body: 'Läuft = noch? 🚗 50 % + 1',
      status: 'queued',
    },
  ]);
});

test.each(['undelivered', 'failed'])('a message that is %s stays so', async (Status) => {
  const MessageSid = await take(`to be ${Status}`);
  for (const told of [Status, 'sent', 'queued'])
    await simulate('message-status', { MessageSid, Status: told });
  expect(await statusOf(`to be ${Status}`)).toBe(Status);
});

test('delivery reports are not inbound messages', async () => {
  expect(await withPhone(number)).toEqual([]);
  expect((await thread()).filter(({ direction }) => direction === 'inbound')).toEqual([]);
});

test('an inbound message is in the thread of its lead', async () => {
  await come('=Yes & no? 🚗');
  expect((await thread()).at(-1)).toMatchObject({
    direction: 'inbound',
    body: '=Yes & no? 🚗',
    status: 'received',
  });
});

test('what was signed for another address than the configured one is refused', async () => {
  const To = '+15557654321';
  const smsUrl = `${credentials.urls.gateway}/v1/messaging/webhook`;
  expect(new URL(smsUrl).hostname).toBe('localhost');
  await client.incomingPhoneNumbers.create({ phoneNumber: To, smsUrl });
  const before = await thread();
  await come('not for us', { To });
  expect((await webhookCalls()).at(-1)).toBe('message.inbound 401');
  expect(await thread()).toEqual(before);
});

test('all its other calls were answered 200', async () => {
  expect(new Set((await webhookCalls()).slice(0, -1).map((told) => told.split(' ')[1]))).toEqual(
    new Set(['200']),
  );
});

testLong('a start without it ends Twilio, and messages are for trying out again', async () => {
  const { twilio: address = '' } = credentials.urls;
  expect(await end(lastStarted())).toBe(0);
  await expect(fetch(address)).rejects.toThrow();
  credentials = await start(state, READY);
  expect(credentials.urls.twilio).toBeUndefined();
  await queue('offline');
  await deliver();
  expect(await statusOf('offline')).toBe('delivered');
});
