/** What Google refuses, in whatever words, is nobody's fault: it waits, and is done once. */
import type { Doubt } from '../../runtime/doubts';
import { type Cafe, startCafe } from '../cafe/cafe';
import { spread } from '../harness/extent';
import { toPayload, toSignedRequest } from '../harness/payment-events';
import { startStripe, type TestStripe } from '../harness/stripe';
import { KEYS, PUBLIC, TwilioServer } from '../leads/twilio-server';
import { Receiver } from '../pushes/push-receiver';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When a text is tried, in minutes from one attempt to the next; none follows. */
const ATTEMPTS = [1, 1, 2, 4, 8, 16, 32, 64, 128];

/** How Google words it. */
const WORDINGS: (Doubt | 'the usual words')[] = [
  'the usual words',
  'messages-in-japanese',
  'messages-reworded',
];

describe.each(spread(WORDINGS, 2))('in %s', (wording) => {
  let cafe: Cafe;
  let stripe: TestStripe;
  let receiver: Receiver;
  let twilio: TwilioServer;
  beforeAll(async () => {
    cafe = await startCafe();
    if (wording !== 'the usual words') (cafe.api.services.doubts as Set<Doubt>).add(wording);
    const now = () => cafe.now();
    stripe = await startStripe(undefined, { now });
    receiver = new Receiver(now);
    twilio = new TwilioServer(now);
    const addresses = { publicAddress: PUBLIC, twilioAddress: await twilio.listen() };
    cafe.api.enter({ ...stripe.properties, ...KEYS, ...addresses, allowLocalPushes: 'yes' });
    const { admin: token, key } = cafe.api.tokens;
    // The sessions would end in the hours that pass here.
    Object.assign(cafe.api.tokens, { staff: key, agent: key });
    await cafe.item({ name: 'Latte', price: 380 });
    const url = `${await receiver.listen()}/orders`;
    await cafe.call('POST /v1/cafes/C-1/push-endpoints', { token, body: { url } });
    await cafe.call('POST /v1/leads', { token: key, body: { name: 'Ann', phone: '+15551230001' } });
  });
  afterAll(async () => {
    await Promise.all([stripe.close(), receiver.close(), twilio.close()]);
    await cafe.close();
  });

  const pay = async () => {
    const { body } = await cafe.order([{ menuItemId: 'I-1' }]);
    const {
      id,
      total: amount,
      payment,
    } = body as {
      id: string;
      total: number;
      payment: { intentId: string };
    };
    await stripe.pay(payment.intentId);
    const event = toPayload({ orderId: id, intentId: payment.intentId, amount });
    await cafe.call('POST /webhooks/payments', toSignedRequest(event, cafe.now()));
    return { id, amount, ...payment };
  };
  const refundsOf = async (intentId: string) =>
    (await stripe.client.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount);
  const sendText = () =>
    cafe.call('POST /v1/messaging/messages', {
      token: cafe.api.tokens.agent,
      body: { leadId: 'L-1', body: 'Your car is ready.' },
    });
  const pushedOf = (id: string) =>
    new Set(
      receiver.received.filter(({ body }) => body.includes(id)).map((one) => one.headers['webhook-id']),
    );

  test('a text, a refund and pushes that meet the quota of a day wait for it, and no provider is blamed', async () => {
    const { id, amount, intentId } = await pay();
    const { quotas, store } = cafe.api.services;
    const pushedBefore = pushedOf(id).size;
    quotas.use('urlfetch', quotas.left('urlfetch'));
    expect((await sendText()).status).toBe(201);
    expect((await cafe.move(id, { status: 'cancelled', reason: 'closed' })).status).toBe(200);
    expect(await cafe.order([{ menuItemId: 'I-1' }])).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.any(String) },
    });
    for (const minutes of ATTEMPTS) await cafe.timerAfter(minutes * MINUTE);
    const rows = cafe.rows('Outbox').filter(({ kind }) => kind !== '');
    const waiting = rows.map(({ kind, tries, error }) => [kind, tries, error]);
    expect(waiting).toHaveLength(3);
    expect(waiting.map(([, tries]) => tries)).toEqual([0, 0, 0]);
    expect(waiting.filter(([kind]) => kind !== 'push').map(([, , error]) => error)).toEqual([
      expect.stringMatching(/^Google refused: ./),
      expect.stringMatching(/^Google refused: ./),
    ]);
    expect(await cafe.health('Waiting')).toMatchObject({
      text: expect.stringContaining('3 messages, refunds or pushes are waiting'),
    });
    expect((await cafe.health('The text for L-1'))?.text).toMatch(
      /^The text for L-1 is waiting for Google\. Next attempt .* Last error: Google refused: ./,
    );
    expect(await cafe.health('has not responded')).toBeUndefined();

    store.prepare("delete from quotas where name = 'urlfetch'").run();
    for (const wait of [HOUR, MINUTE]) await cafe.timerAfter(wait);
    expect(cafe.rows('Outbox').map(({ kind }) => kind)).not.toContain('push');
    expect([twilio.sent.map(({ body }) => body), await refundsOf(intentId)]).toEqual([
      ['Your car is ready.'],
      [amount],
    ]);
    expect(pushedOf(id).size).toBeGreaterThan(pushedBefore);
  });

  test('an endpoint whose host does not exist has failed, and a silent Twilio opens its circuit', async () => {
    const { admin: token } = cafe.api.tokens;
    const url = 'http://127.0.0.1:9/nobody';
    const { body } = await cafe.call('POST /v1/cafes/C-1/push-endpoints', { token, body: { url } });
    const { id: dead } = body as { id: string };
    await twilio.close();
    for (let texts = 0; texts < 3; texts++) await sendText();
    await pay();
    for (const wait of [MINUTE, MINUTE]) await cafe.timerAfter(wait);
    const failing = cafe.rows('Push endpoints').find((row) => row.id === dead)?.failingSince;
    expect(failing).toBeTruthy();
    expect((await cafe.health('has not responded'))?.text).toContain('Twilio has not responded since');
  });

  test('what the quota of properties refuses is answered 503 with Retry-After, and stands in Health', async () => {
    const { quotas, store } = cafe.api.services;
    quotas.use('propertyOperations', quotas.left('propertyOperations'));
    const body = { name: 'Bob', phone: '+15551230002' };
    const refused = await cafe.call('POST /v1/leads', { token: cafe.api.tokens.key, body });
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': '60' },
      body: { error: { code: 'unavailable', message: 'Google refused this for now. Try again later.' } },
    });
    store.prepare("delete from quotas where name = 'propertyOperations'").run();
    expect((await cafe.call('POST /v1/leads', { token: cafe.api.tokens.key, body })).status).toBe(201);
  });
});
