import { type Asked, type Call, ENVELOPE, GATEWAY, PLAIN, type SeededApi, startApi } from '../harness/api';
import { spread, testLong } from '../harness/extent';
import { resultOf } from '../harness/local';
import { KEYS, PUBLIC, sign, TwilioServer } from '../leads/twilio-server';

const WEBHOOK = '/v1/messaging/webhook';
const PHONE = '+15551230001';

interface Lead {
  id: string;
  name: string;
  phone: string;
  source: string;
  messages: { body: string; direction: string; status: string }[];
}

let api: SeededApi;
let twilio: TwilioServer;
let lead: string;
beforeAll(async () => {
  api = await startApi();
  twilio = new TwilioServer(() => Date.now());
  const body = { name: 'Ann', phone: PHONE };
  const told = await api.call(GATEWAY, 'POST', '/v1/leads', { token: api.tokens.key, body });
  lead = (told.body as Lead).id;
});
afterAll(async () => {
  await api.close();
  await twilio.close();
});

const get = async <B>(path: string, query: Record<string, string> = {}) =>
  (await api.call(GATEWAY, 'GET', path, { token: api.tokens.key, query })).body as B;
const withPhone = async (phone: string) =>
  (await get<{ data: Lead[] }>('/v1/leads', { phone })).data.map(({ id }) => id);

interface News {
  fields: Record<string, string>;
  query?: string;
  /** What was signed, where that is something else. */
  signed?: { url?: string; fields?: Record<string, string>; token?: string };
}

function toAsked({ fields, query = '', signed = {} }: News): Asked {
  const url = signed.url ?? PUBLIC + WEBHOOK + (query && `?${query}`);
  return {
    query,
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'x-twilio-signature': sign(url, signed.fields ?? fields, signed.token),
    },
  };
}

const sms = (own: Record<string, string> = {}) => ({
  MessageSid: 'SM-1',
  SmsSid: 'SM-1',
  AccountSid: KEYS.twilioAccountSid,
  From: PHONE,
  To: KEYS.twilioNumber,
  Body: 'Is it still there? 🚗 =1+1',
  NumMedia: '0',
  ...own,
});
const tell = (news: News, way = GATEWAY) => api.call(way, 'POST', WEBHOOK, toAsked(news));
const tellAll = (all: readonly Asked[], way = ENVELOPE) =>
  api.callAll(
    all.map((asked): Call => [`POST ${WEBHOOK}`, asked]),
    way,
  );

test('before Twilio is connected nothing counts as signed', async () => {
  const told = await tell({ fields: sms(), signed: { token: '' } });
  expect([told.status, told.body]).toMatchObject([401, { error: { code: 'invalid_signature' } }]);
});

describe('once Twilio is connected', () => {
  beforeAll(async () => {
    api.enter({ ...KEYS, publicAddress: PUBLIC, twilioAddress: await twilio.listen() });
  });

  const tampered: [string, News][] = [
    ['another body', { fields: sms({ Body: 'Cancel it.' }), signed: { fields: sms() } }],
    ['another sender', { fields: sms({ From: '+15559999999' }), signed: { fields: sms() } }],
    ['a field more', { fields: sms({ MediaUrl0: 'https://evil.example' }), signed: { fields: sms() } }],
    ['another address', { fields: sms(), signed: { url: `https://evil.example${WEBHOOK}` } }],
    ['a parameter more', { fields: sms(), query: 'lead=L-1', signed: { url: PUBLIC + WEBHOOK } }],
    ['another token', { fields: sms(), signed: { token: 'wrong' } }],
    ['an empty token', { fields: sms(), signed: { token: '' } }],
  ];
  describe.each([ENVELOPE, GATEWAY])('by $name', (way) => {
    test('anything else than was signed is 401, and nothing is written', async () => {
      const before = JSON.stringify(api.sheets());
      const forged = way === ENVELOPE ? tampered : spread(tampered, 2);
      const told = await tellAll(
        forged.map(([, news]) => toAsked(news)),
        way,
      );
      const believed = told.flatMap(({ status, text }, at) =>
        status !== 401 || !text.includes('"x-twilio-signature"') ? [forged[at]] : [],
      );
      expect(believed).toEqual([]);
      expect(JSON.stringify(api.sheets())).toBe(before);
    });

    test('no signature, or none that makes sense, is 401', async () => {
      const { body } = toAsked({ fields: sms() });
      const signatures = [undefined, '', 'x', 'null'];
      const told = await tellAll(
        (way === ENVELOPE ? signatures : spread(signatures, 1)).map((signature) => ({
          body,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            ...(signature === undefined ? {} : { 'x-twilio-signature': signature }),
          },
        })),
        way,
      );
      expect(told.map(({ status }) => status)).toEqual(told.map(() => 401));
    });
  });

  test('a plain call cannot be signed', async () => {
    const { body } = toAsked({ fields: sms() });
    const told = await api.call(PLAIN, 'POST', WEBHOOK, { body });
    expect([told.status, told.body]).toMatchObject([401, { error: { code: 'signature_unavailable' } }]);
  });

  test('an inbound message is in the thread of its lead, and a replay changes nothing', async () => {
    const told = await tell({ fields: sms() });
    expect([told.status, told.headers?.['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(told.text).toContain('<Response/>');
    const before = JSON.stringify(api.sheets());
    const [again, thread] = await api.callAll(
      [
        [`POST ${WEBHOOK}`, toAsked({ fields: sms() })],
        [`GET /v1/messaging/threads/${lead}`, { token: api.tokens.key }],
      ],
      GATEWAY,
    );
    expect(again?.status).toBe(200);
    expect(JSON.stringify(api.sheets())).toBe(before);
    expect(thread?.body).toMatchObject({
      data: [{ direction: 'inbound', body: sms().Body, status: 'received' }],
    });
  });

  testLong('an unknown phone becomes a lead with the source sms, once', async () => {
    const From = '+15557770000';
    const fields = sms({ MessageSid: 'SM-2', From, Body: 'hello' });
    const told = await Promise.all([0, 1, 2].map(() => tell({ fields })));
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200]);
    await tell({ fields });
    const [id = '', ...others] = await withPhone(From);
    expect(others).toEqual([]);
    expect(await get<Lead>(`/v1/leads/${id}`)).toMatchObject({
      name: From,
      phone: From,
      source: 'sms',
      status: 'new',
      messages: [{ direction: 'inbound', body: 'hello' }],
    });
  });

  testLong('a phone whose lead was deleted, or has another phone now, becomes a new lead', async () => {
    const From = '+15557770001';
    const token = api.tokens.key;
    const come = async (MessageSid: string) => {
      expect((await tell({ fields: sms({ MessageSid, From }) })).status).toBe(200);
      return (await withPhone(From))[0] ?? '';
    };
    const first = await come('SM-a');
    await api.call(GATEWAY, 'DELETE', `/v1/leads/${first}`, { token });
    const second = await come('SM-b');
    await api.call(GATEWAY, 'PATCH', `/v1/leads/${second}`, { token, body: { phone: '+15557770002' } });
    const third = await come('SM-c');
    expect(new Set([first, second, third, '']).size).toBe(4);
  });

  test('a sender that is no phone number makes no mischief', async () => {
    const fields = sms({ MessageSid: 'SM-3', From: '=HYPERLINK("x")', Body: '\u0000'.repeat(2_000) });
    const [told, found] = await api.callAll([
      [`POST ${WEBHOOK}`, toAsked({ fields })],
      ['GET /v1/leads', { token: api.tokens.key, query: { source: 'sms', q: 'HYPERLINK' } }],
    ]);
    expect(told?.status).toBe(200);
    expect(found?.body).toMatchObject({ data: [{ name: '=HYPERLINK("x")' }] });
  });

  testLong('an event of another kind, or about a deleted lead, is accepted and changes nothing', async () => {
    const before = JSON.stringify(api.sheets());
    const query = 'lead=L-999&message=M-x';
    expect((await tell({ fields: { MessageSid: 'SM-9', MessageStatus: 'sent' }, query })).status).toBe(200);
    expect((await tell({ fields: { MessageSid: 'SM-9', EventType: 'READ' } })).status).toBe(200);
    expect((await tell({ fields: { SmsStatus: 'sent' } })).status).toBe(422);
    expect(JSON.stringify(api.sheets())).toBe(before);
  });

  test('a message is sent by the timer, and its delivery report updates its status', async () => {
    const body = { leadId: lead, body: 'It is.' };
    await api.call(GATEWAY, 'POST', '/v1/messaging/messages', { token: api.tokens.agent, body });
    resultOf(await api.run(api.scripts.api, 'deliverOutbox'));
    const [sent] = twilio.sent;
    expect([sent?.to, sent?.body, twilio.sent.length]).toEqual([PHONE, 'It is.', 1]);
    const { origin, pathname, search } = new URL(sent?.callback ?? '');
    expect([origin, pathname]).toEqual([PUBLIC, WEBHOOK]);
    const news = ['delivered', 'sent', 'delivered'].map((status) =>
      toAsked({ fields: { MessageSid: sent?.sid ?? '', MessageStatus: status }, query: search.slice(1) }),
    );
    const told = await api.callAll([
      ...news.map((asked): Call => [`POST ${WEBHOOK}`, asked]),
      [`GET /v1/leads/${lead}`, { token: api.tokens.key }],
    ]);
    expect((told.at(-1)?.body as Lead | undefined)?.messages.at(-1)).toMatchObject({
      body: 'It is.',
      direction: 'outbound',
      status: 'delivered',
    });
  });
});
