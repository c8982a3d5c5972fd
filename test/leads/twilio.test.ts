import type { Fault } from '../../runtime/execution/faults';
import { spread, testLong } from '../harness/extent';
import { inTurn, withEndingAtCalls } from '../harness/faults';
import type { LeadDesk } from './lead-desk';
import type { Asked, Step, Told } from './script';
import { useTwilio } from './texting-desk';
import { KEYS, PUBLIC, sign } from './twilio-server';

const WEBHOOK = '/v1/messaging/webhook';
const PHONE = '+15551230001';
type Ending = Omit<Fault, 'call'>;
/** Those that stand together take turns. */
const ENDINGS: [string, [Ending, ...Ending[]]][] = [
  ['an error', [{ kind: 'throw after' }]],
  [
    'killed',
    [
      { kind: 'kill before', writes: 'applied' },
      { kind: 'kill after', writes: 'lost' },
    ],
  ],
];

type Message = { id: string; status: string; body: string; error: string | null };
type Lead = {
  id: string;
  source: string;
  isOptedOut: boolean;
  asksToStop: boolean;
  messages: Message[];
  activities: object[];
};

/** The rule itself has a test of its own: texts/opt-out. */
const REQUESTS = ['stop, i bought one already', 'Arrêtez de m’écrire', 'Wrong number'];
const NO_REQUESTS = ['please stop by', '👍'];

describe('Twilio', () => {
  let desk: LeadDesk;
  const twilio = useTwilio(
    (started) => {
      desk = started;
    },
    ['call', 'POST /v1/leads', { body: { name: 'Ann', phone: PHONE } }],
  );

  const sending = (body = 'hello'): Step => [
    'call',
    'POST /v1/messaging/messages',
    { body: { leadId: 'L-1', body } },
  ];
  /** The timer comes by at once. */
  const sendAndDeliver = (...bodies: readonly string[]) =>
    desk.runAll(...(bodies.length > 0 ? bodies : ['hello']).map((body) => sending(body)), ['deliver']);
  const messages = () => JSON.parse(String(desk.rows('Leads')[0]?.thread)) as Message[];
  const status = () => messages().map((message) => message.status);

  /** Twilio tells of something; where it says so, with another signature than its own. */
  function toTell(fields: Record<string, string>, { query = {}, signature = '' } = {}): Asked {
    const search = new URLSearchParams(query).toString();
    const url = PUBLIC + WEBHOOK + (search && `?${search}`);
    return {
      query,
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature || sign(url, fields),
      },
    };
  }
  const tellAll = (news: readonly Asked[]) =>
    desk.callAll<string>(news.map((asked) => [`POST ${WEBHOOK}`, asked]));
  const toCome = (body: string, sid = 'SM-in', from = PHONE) =>
    toTell({ MessageSid: sid, From: from, To: KEYS.twilioNumber, Body: body, SmsStatus: 'received' });
  const come = (...own: Parameters<typeof toCome>) => desk.call(`POST ${WEBHOOK}`, toCome(...own));
  const toStatus = (told: string, own: Record<string, string> = {}) => {
    const query = Object.fromEntries(new URL(twilio.sent[0]?.callback ?? '').searchParams);
    return toTell({ MessageSid: 'SM1', MessageStatus: told, SmsStatus: told, To: PHONE, ...own }, { query });
  };
  const tellStatus = async (...own: Parameters<typeof toStatus>) => (await tellAll([toStatus(...own)]))[0];

  test('gets a message from the timer, and reports its delivery', async () => {
    await sendAndDeliver();
    expect(twilio.sent).toMatchObject([{ to: PHONE, body: 'hello' }]);
    expect(status()).toEqual(['sending']);
    // Out of order, or repeated, they never move a status back.
    const news = ['delivered', 'delivered', 'queued', 'sent'].map((told) => toStatus(told));
    const [told, thread] = await desk.callAll<unknown>([
      [`POST ${WEBHOOK}`, toStatus('sent')],
      ['GET /v1/messaging/threads/L-1'],
      ...news.map((asked): [string, Asked] => [`POST ${WEBHOOK}`, asked]),
    ]);
    expect(told).toMatchObject({ status: 200, body: expect.stringContaining('<Response/>') });
    expect(thread?.body).toMatchObject({ data: [{ status: 'sent' }] });
    expect(status()).toEqual(['delivered']);
  });

  testLong('reports why a message did not arrive', async () => {
    await sendAndDeliver();
    await tellStatus('undelivered', { ErrorCode: '30003' });
    expect(messages()).toMatchObject([{ status: 'undelivered', error: 'Twilio error 30003.' }]);
  });

  test.each(spread([503, 429, 500], 1))('a response %d is retried later, after a look-up', async (code) => {
    twilio.trouble = { status: code };
    await desk.runAll(sending(), ['deliver'], ['deliver']);
    expect(status()).toEqual(['sending']);
    expect(desk.rows('Outbox')).toMatchObject([{ tries: 1, error: expect.stringContaining(String(code)) }]);
    expect(twilio.sent).toEqual([]);
    await desk.realm.scheduler.advance(60_000);
    await desk.run('deliver');
    expect(twilio.lookups).toHaveLength(1);
    expect(twilio.sent).toHaveLength(1);
  });

  test('after three failures no other message waits for it, and all are sent once it is back', async () => {
    twilio.outage = 503;
    await sendAndDeliver(...[1, 2, 3, 4, 5, 6].map((number) => `message ${number}`));
    expect(twilio.failed).toBe(3);
    expect(status()).toEqual(Array(6).fill('sending'));
    expect(desk.rows('Outbox').map(({ error }) => error)).toContainEqual(
      expect.stringMatching(/^Twilio has not responded since 2026-.* Twilio returned 503: Down\.$/),
    );
    twilio.outage = undefined;
    await desk.realm.scheduler.advance(60_000);
    await desk.run('deliver');
    expect(twilio.sent.map(({ body }) => body).sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `message ${n}`));
  });

  test('credentials that are refused are logged once, and messages wait', async () => {
    twilio.outage = 401;
    const { log } = await desk.execute('runAll', [[sending('one'), sending('two'), ['deliver']]]);
    expect(log.filter(({ text }) => text.includes('Connect Twilio'))).toHaveLength(1);
    expect(desk.rows('Outbox')).toMatchObject([{ tries: 1 }, { tries: 1 }]);
    twilio.outage = undefined;
    await desk.realm.scheduler.advance(60_000);
    await desk.run('deliver');
    expect(twilio.sent).toHaveLength(2);
  });

  test('a message whose answer got lost is found again, not sent again', async () => {
    twilio.trouble = 'lost';
    await sendAndDeliver();
    expect(status()).toEqual(['sending']);
    await desk.realm.scheduler.advance(60_000);
    await desk.run('deliver');
    expect([twilio.sent.length, status()]).toEqual([1, ['sending']]);
  });

  testLong('a message that is listed only after the second attempt is not sent a third time', async () => {
    twilio.trouble = 'lost';
    twilio.unlisted = ['SM1'];
    await sendAndDeliver();
    await desk.realm.scheduler.advance(120_000);
    twilio.trouble = { status: 503 };
    await desk.run('deliver');
    twilio.unlisted = [];
    await desk.realm.scheduler.advance(300_000);
    await desk.run('deliver');
    expect(twilio.sent).toHaveLength(1);
    await tellStatus('delivered');
    expect(status()).toEqual(['delivered']);
  });

  test('a refusal is final, and says why', async () => {
    twilio.trouble = { status: 400, code: 21211 };
    await sendAndDeliver();
    expect(messages()).toMatchObject([{ status: 'failed', error: 'Twilio returned 400 (21211): No.' }]);
    expect(desk.rows('Outbox')).toEqual([]);
  });

  test.each(spread(ENDINGS, 1))(
    'a timer that ends at any of its calls sends a message once: %s',
    (_, endings) =>
      withEndingAtCalls(endings[0], 2, async (at) => {
        const { call, n } = at;
        if (n === 1) await desk.runAll(sending('message 1'));
        const ended = await desk.execute('deliver', [], { fault: { ...inTurn(endings, at), call } });
        await desk.realm.scheduler.advance(601_000);
        await desk.runAll(['deliver'], ['deliver']);
        expect([call, twilio.sent.filter(({ body }) => body === `message ${n}`)]).toEqual([
          call,
          [expect.anything()],
        ]);
        for (const message of twilio.sent) message.status = 'delivered';
        await desk.realm.scheduler.advance(3_000_000);
        // The next one alone is left to do.
        await desk.runAll(['deliver'], sending(`message ${n + 1}`));
        expect(desk.rows('Outbox')).toMatchObject([{ tries: 0, error: '' }]);
        return ended;
      }),
  );

  test('an inbound message is in the thread of its lead once', async () => {
    const news = toCome('=Is it still there?');
    expect((await tellAll([news, news])).map(({ status }) => status)).toEqual([200, 200]);
    expect(messages()).toMatchObject([
      { id: 'M-SM-in', direction: 'inbound', body: '=Is it still there?', status: 'received' },
    ]);
  });

  test('an inbound message goes to the newest lead with its phone', async () => {
    await desk.callAll([
      ['POST /v1/leads', { body: { name: 'Ann again', phone: PHONE } }],
      [`POST ${WEBHOOK}`, toCome('hello')],
    ]);
    expect(
      desk.rows('Leads').map(({ thread }) => (JSON.parse(String(thread || '[]')) as object[]).length),
    ).toEqual([0, 1]);
  });

  test('an inbound message is kept where its lead is deleted at the same moment', async () => {
    const outcomes = new Set<number>();
    const delays = spread([0, 200, 400, 600, 800, 1_000, 1_200, 1_400, 1_600], 2);
    const phoneAt = (at: number) => `+1555123001${at}`;
    await desk.callAll(
      delays.map((_, at) => ['POST /v1/leads', { body: { name: 'Bob', phone: phoneAt(at) } }]),
    );
    for (const [at, delay] of delays.entries()) {
      const startsAt = desk.realm.scheduler.now() + 1_000;
      const sid = `SM-${delay}`;
      const fields = { MessageSid: sid, From: phoneAt(at), Body: 'hello' };
      const asked = {
        body: new URLSearchParams(fields).toString(),
        headers: { 'x-twilio-signature': sign(PUBLIC + WEBHOOK, fields) },
      };
      await Promise.all([
        desk.execute('call', [`POST ${WEBHOOK}`, asked], { startsAt }),
        desk.execute('call', [`DELETE /v1/leads/L-${at + 2}`], { startsAt: startsAt + delay }),
      ]);
      const rowsWith = (tab: string) =>
        desk.rows(tab).filter((row) => JSON.stringify(row).includes(`M-${sid}`));
      const [kept, deleted] = [rowsWith('Leads').length, rowsWith('Deleted leads').length];
      expect([delay, kept + deleted]).toEqual([delay, 1]);
      outcomes.add(kept);
    }
    expect(outcomes).toEqual(new Set([0, 1]));
  });

  test('an unknown phone becomes a lead, one even for two messages at once', async () => {
    await Promise.all([come('hello', 'SM-a', '+15557770000'), come('again', 'SM-b', '+15557770000')]);
    expect(desk.rows('Leads')).toHaveLength(2);
    const { source, requestKey, thread } = desk.rows('Leads')[1] ?? {};
    expect(source).toBe('sms');
    expect(requestKey).not.toContain('5557770000');
    const messages = JSON.parse(String(thread)) as Message[];
    expect(messages.map(({ body }) => body).sort()).toEqual(['again', 'hello']);
  });

  const media = (...types: string[]) => ({
    NumMedia: String(types.length),
    ...Object.fromEntries(
      types.flatMap((type, index) => [
        [`MediaUrl${index}`, `https://api.twilio.com/media/ME${index}`],
        [`MediaContentType${index}`, type],
      ]),
    ),
  });

  test('keeps the pictures and the voice of a message, with text or without', async () => {
    const own = { From: PHONE, To: KEYS.twilioNumber };
    const news = [
      toTell({ MessageSid: 'SM-picture', ...own, Body: 'look', ...media('image/jpeg', 'image/png') }),
      toTell({ MessageSid: 'SM-voice', ...own, Body: '', ...media('audio/ogg') }),
      toTell({ MessageSid: 'SM-no-body', ...own, ...media('video/mp4') }),
      toCome('only words', 'SM-words'),
    ];
    const told = await desk.callAll<Lead>([
      ...news.map((asked): [string, Asked] => [`POST ${WEBHOOK}`, asked]),
      ['GET /v1/leads/L-1'],
    ]);
    expect(told.at(-1)?.body.messages).toMatchObject([
      {
        body: 'look',
        media: [
          { url: 'https://api.twilio.com/media/ME0', type: 'image/jpeg' },
          { url: 'https://api.twilio.com/media/ME1', type: 'image/png' },
        ],
      },
      { body: '', media: [{ type: 'audio/ogg' }] },
      { body: '', media: [{ type: 'video/mp4' }] },
      { body: 'only words', media: [] },
    ]);
  });

  test('knows the sender of a WhatsApp message by the phone', async () => {
    const [, , told] = (await desk.runAll(
      ['call', `POST ${WEBHOOK}`, toCome('hello', 'SM-whatsapp', `whatsapp:${PHONE}`)],
      ['call', `POST ${WEBHOOK}`, toCome('hello by text', 'SM-text')],
      ['call', 'GET /v1/leads/L-1'],
      sending('an answer'),
      ['deliver'],
    )) as { body: Lead }[];
    expect(told?.body.messages).toMatchObject([
      { body: 'hello', channel: 'whatsapp' },
      { body: 'hello by text', channel: 'sms' },
    ]);
    expect(twilio.sent).toMatchObject([{ to: PHONE, body: 'an answer' }]);
  });

  test('makes a lead of an unknown WhatsApp sender, with a phone that takes texts', async () => {
    const sender = 'whatsapp:+15551230009';
    const [, , told] = await desk.callAll<Lead>([
      [`POST ${WEBHOOK}`, toCome('hello', 'SM-whatsapp', sender)],
      [`POST ${WEBHOOK}`, toCome('STOP', 'SM-stop', sender)],
      ['GET /v1/leads/L-2'],
    ]);
    expect(told?.body).toMatchObject({ phone: '+15551230009', source: 'whatsapp', isOptedOut: true });
  });

  test.each(spread([' stop ', 'QUIT'], 1))('%j ends messages until START', async (word) => {
    const [, , , told, refused, , thread, again, , started] = (await desk.runAll(
      sending('queued before'),
      ['call', `POST ${WEBHOOK}`, toCome(word)],
      ['call', 'POST /v1/leads', { body: { name: 'Ann again', phone: `${PHONE} ext 5` } }],
      ['call', 'GET /v1/leads/L-1'],
      sending(),
      ['deliver'],
      ['call', 'GET /v1/messaging/threads/L-1'],
      ['call', 'GET /v1/leads/L-2'],
      ['call', `POST ${WEBHOOK}`, toCome('start', 'SM-start')],
      sending(),
    )) as Told[];
    expect(told?.body).toMatchObject({
      isOptedOut: true,
      activities: [{ what: 'created' }, { what: 'opted_out', by: 'sms' }],
    });
    expect(refused?.status).toBe(409);
    expect(twilio.sent).toEqual([]);
    expect(thread?.body).toMatchObject({ data: [{ status: 'failed' }, { status: 'received' }] });
    // A new lead with the same phone gets none either.
    expect(again?.body).toMatchObject({ isOptedOut: true });
    expect(started?.status).toBe(201);
  });

  /** https://help.twilio.com/articles/223134027 */
  test('each word that carriers require ends messages or begins them again, whatever its letter case', async () => {
    const words = [
      'STOP',
      'stopall',
      'Unsubscribe',
      ' cancel ',
      'End',
      'QUIT',
      'revoke',
      '"OptOut".',
      'Stop!!',
    ];
    const again = ['START', 'yes', ' Unstop'];
    const told = await desk.callAll<Lead>(
      words.flatMap((word, at) => [
        [`POST ${WEBHOOK}`, toCome(word, `SM-out-${at}`)],
        ['GET /v1/leads/L-1'],
        [`POST ${WEBHOOK}`, toCome(again[at % again.length] ?? '', `SM-in-${at}`)],
        ['GET /v1/leads/L-1'],
      ]),
    );
    const choices = told.flatMap(({ body }) => body?.isOptedOut ?? []);
    expect(choices).toEqual(words.flatMap(() => [true, false]));
  });

  test('an answer goes into the thread of the lead that was written to last', async () => {
    const second: Step = ['call', 'POST /v1/leads', { body: { name: 'Ann’s other car', phone: PHONE } }];
    const [, , , , first, later] = (await desk.runAll(
      second,
      sending(),
      ['deliver'],
      ['call', `POST ${WEBHOOK}`, toCome('Yes, it is', 'SM-answer')],
      ['call', 'GET /v1/leads/L-1'],
      ['call', 'GET /v1/leads/L-2'],
    )) as Told[];
    expect([first?.body, later?.body]).toMatchObject([
      { messages: [{ body: 'hello' }, { body: 'Yes, it is' }] },
      { messages: [] },
    ]);
  });

  test('what may be a request to stop holds texts until somebody decides', async () => {
    await desk.runAll(
      sending('queued before'),
      ['call', 'POST /v1/leads', { body: { name: 'Ann’s other car', phone: PHONE } }],
      ['call', `POST ${WEBHOOK}`, toCome('Please stop texting me', 'SM-request')],
    );
    const [, held, other, refused, thread] = (await desk.runAll(
      ['deliver'],
      ['call', 'GET /v1/leads/L-1'],
      ['call', 'GET /v1/leads/L-2'],
      sending(),
      ['call', 'GET /v1/messaging/threads/L-1'],
    )) as Told[];
    expect([held?.body, other?.body]).toMatchObject([
      {
        ...{ asksToStop: true, isOptedOut: false },
        activities: [{}, { what: 'asked_to_stop', by: 'sms' }, { what: 'texted_elsewhere', leads: ['L-2'] }],
      },
      { asksToStop: true, isOptedOut: false },
    ]);
    expect([refused?.status, refused?.body]).toMatchObject([409, { error: { code: 'asks_to_stop' } }]);
    expect([twilio.sent, thread?.body]).toMatchObject([[], { data: [{ status: 'queued' }] }]);
    const [meant] = (await desk.runAll([
      'call',
      'PATCH /v1/leads/L-2',
      { body: { optOut: false } },
    ])) as Told[];
    expect(meant?.body).toMatchObject({ asksToStop: false, isOptedOut: false });
    await desk.realm.scheduler.advance(5 * 60_000);
    await desk.run('deliver');
    expect(twilio.sent).toMatchObject([{ body: 'queued before' }]);
    const [out, again] = (await desk.runAll(
      ['call', 'PATCH /v1/leads/L-1', { body: { optOut: true, notes: 'called' } }],
      sending(),
    )) as Told[];
    expect(out?.body).toMatchObject({ isOptedOut: true, notes: 'called' });
    expect([again?.status, again?.body]).toMatchObject([409, { error: { code: 'opted_out' } }]);
  });

  test('a request to stop holds a text whose first attempt failed, and leads that are imported later', async () => {
    twilio.trouble = { status: 503, code: 20_500 };
    await sendAndDeliver('tried once');
    twilio.trouble = undefined;
    expect(status()).toEqual(['sending']);
    await desk.runAll(
      ['call', `POST ${WEBHOOK}`, toCome('please stop', 'SM-request')],
      ['call', 'POST /v1/leads/import', { body: { rows: [{ name: 'Ann', phone: PHONE }] } }],
    );
    await desk.realm.scheduler.advance(10 * 60_000);
    const [, imported] = (await desk.runAll(['deliver'], ['call', 'GET /v1/leads/L-2'])) as Told[];
    expect([twilio.sent, imported?.body]).toMatchObject([[], { asksToStop: true }]);
  });

  test('of what people write, requests to stop are told from everything else', async () => {
    const decide: [string, Asked] = ['PATCH /v1/leads/L-1', { body: { optOut: false } }];
    const told = await desk.callAll<Lead>(
      [...REQUESTS, ...NO_REQUESTS].flatMap((text, at): [string, Asked?][] => [
        [`POST ${WEBHOOK}`, toCome(text, `SM-${at}`)],
        ['GET /v1/leads/L-1'],
        decide,
      ]),
    );
    const asked = told.flatMap(({ body }, at) => (at % 3 === 1 ? [body?.asksToStop] : []));
    const texts = [...REQUESTS, ...NO_REQUESTS].map((text, at) => [text, asked[at]]);
    expect(texts).toEqual([
      ...REQUESTS.map((text) => [text, true]),
      ...NO_REQUESTS.map((text) => [text, false]),
    ]);
  });

  test('any other signature is 401, and nothing is written', async () => {
    const fields = { MessageSid: 'SM1', From: PHONE, Body: 'x' };
    const forged = {
      none: 'none',
      'another token’s': sign(PUBLIC + WEBHOOK, fields, 'other'),
      'another address’s': sign(`https://evil.example${WEBHOOK}`, fields),
      'another body’s': sign(PUBLIC + WEBHOOK, { ...fields, Body: 'y' }),
    };
    const told = await tellAll(Object.values(forged).map((signature) => toTell(fields, { signature })));
    expect(Object.keys(forged).filter((_, at) => told[at]?.status !== 401)).toEqual([]);
    expect(messages()).toEqual([]);
  });

  test('signs as its documentation shows', async () => {
    const phone = '+14158675309';
    const to = { To: '+18005551212', CallSid: 'CA1234567890ABCDE', Caller: phone };
    const signed = {
      url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
      fields: Object.entries({ ...to, Digits: '1234', From: phone }),
      signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
      authToken: '12345',
    };
    const told = await desk.runAll(
      ['isSigned', signed],
      ['isSigned', { ...signed, authToken: '12346' }],
      ['isSigned', { ...signed, signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8' }],
    );
    expect(told).toEqual([true, false, false]);
  });
});
