/** What orders, leads and texts take of the daily quotas of an account; the figures are those that the page on costs states. */
import { DAILY } from '../../runtime/account/plan';
import { type Cafe, startCafe } from '../cafe/cafe';
import { COST_PAGE, stated } from '../harness/cost-page';
import { describeLong, testLong } from '../harness/extent';
import { toPayload, toSignedRequest } from '../harness/payment-events';
import { startStripe, type TestStripe } from '../harness/stripe';
import { KEYS, PUBLIC, sign, TwilioServer } from '../leads/twilio-server';
import { Receiver } from '../pushes/push-receiver';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** In which second the timer comes makes no more of a difference than this part, or than this for one of many. */
const ABOUT = 0.1;
const NOISE_MS = 20;
/** As in a rush, in which the timer finds so many at once. */
const MANY = 40;

const KINDS = ['triggerMs', 'propertyOperations', 'urlfetch'] as const;
type Kind = (typeof KINDS)[number];
type Used = Record<Kind, number>;

let cafe: Cafe;
let stripe: TestStripe;
let receiver: Receiver;
let receiverAddress: string;
let twilio: TwilioServer;
beforeAll(async () => {
  cafe = await startCafe();
  const now = () => cafe.now();
  stripe = await startStripe(undefined, { now });
  receiver = new Receiver(now);
  twilio = new TwilioServer(now);
  const address = { publicAddress: PUBLIC, twilioAddress: await twilio.listen() };
  cafe.api.enter({ ...stripe.properties, ...KEYS, ...address, allowLocalPushes: 'yes' });
  const token = cafe.api.tokens.admin;
  await cafe.item({ name: 'Latte', price: 380 });
  receiverAddress = await receiver.listen();
  const url = `${receiverAddress}/orders`;
  await cafe.call('POST /v1/cafes/C-1/push-endpoints', { token, body: { url } });
  await text();
  await cafe.later(MINUTE);
  await reportTexts();
});
afterAll(async () => {
  await Promise.all([stripe.close(), receiver.close(), twilio.close()]);
  await cafe.close();
});

interface Draft {
  id: string;
  total: number;
  payment: { intentId: string };
}

/** An order from its first call to its last: five pushes. */
async function serve(): Promise<void> {
  await payAndMove(await place());
}

async function place(): Promise<Draft> {
  const { status, body } = await cafe.order([{ menuItemId: 'I-1' }]);
  expect(status).toBe(201);
  return body as Draft;
}

async function payAndMove({ id, total, payment }: Draft): Promise<void> {
  await stripe.pay(payment.intentId);
  const event = toPayload({ orderId: id, intentId: payment.intentId, amount: total });
  await cafe.call('POST /webhooks/payments', toSignedRequest(event, cafe.now()));
  for (const next of ['accepted', 'preparing', 'ready', 'completed'])
    expect((await cafe.move(id, { status: next })).status).toBe(200);
}

const newLead = () => ({ name: 'Ann', phone: `+1555${String(cafe.now()).slice(-7)}` });

async function lead(): Promise<string> {
  const created = await cafe.call('POST /v1/leads', { token: cafe.api.tokens.agent, body: newLead() });
  expect(created.status).toBe(201);
  return (created.body as { id: string }).id;
}

/** A text that the timer sends, and of which Twilio reports that it was delivered. */
async function text(leadId?: string): Promise<void> {
  const body = { leadId: leadId ?? (await lead()), body: 'Your car is ready.' };
  const { status } = await cafe.call('POST /v1/messaging/messages', { token: cafe.api.tokens.agent, body });
  expect(status).toBe(201);
}

async function reportTexts(): Promise<void> {
  for (const { sid, callback } of twilio.sent.splice(0)) {
    const fields = { MessageSid: sid, MessageStatus: 'delivered' };
    const { status } = await cafe.call('POST /v1/messaging/webhook', {
      query: new URL(callback).search.slice(1),
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': sign(callback, fields),
      },
    });
    expect(status).toBe(200);
  }
}

/** What the account has used more after this than before. */
async function usedBy(work: () => Promise<unknown>): Promise<Used> {
  const read = () => KINDS.map((kind) => cafe.api.services.quotas.used(kind));
  const before = read();
  await work();
  const after = read();
  return toUsed((_, at) => (after[at] ?? 0) - (before[at] ?? 0));
}

const toUsed = (of: (kind: Kind, at: number) => number) =>
  Object.fromEntries(KINDS.map((kind, at) => [kind, of(kind, at)])) as Used;

/** The numbers in the row of the page with this name. */
function numbersOf(name: string): number[] {
  return (
    stated(name)
      .join(' ')
      .match(/[\d.,]+/g) ?? []
  ).map((digits) => Number(digits.replaceAll(',', '')));
}

describeLong('of the quotas of a day', () => {
  let idle: Used;
  beforeAll(async () => {
    // The first hours, in which tabs and caches fill.
    await serve();
    await cafe.later(2 * HOUR);
    idle = await usedBy(() => cafe.later(HOUR));
  });

  /** What one of many takes in all, as the timer finds them in a rush, above what an hour without them takes. */
  async function usedByEach(work: () => Promise<unknown>): Promise<Used> {
    const used = await usedBy(async () => {
      for (let times = 0; times < MANY; times++) await work();
      await cafe.later(MINUTE);
      await reportTexts();
      await cafe.later(HOUR - MINUTE);
    });
    return toUsed((kind) => (used[kind] - idle[kind]) / MANY);
  }

  const CASES: [string, string, () => Promise<unknown>][] = [
    ['an order, paid, moved four times and pushed five times', 'orders', serve],
    ['a lead', 'leads', lead],
    ['a text, with its delivery report', 'texts', () => text('L-1')],
  ];

  test.each(CASES)(
    '%s takes what the page states, and the day has room for so many %s',
    async (words, many, work) => {
      const [seconds = 0, operations, calls] = numbersOf(words);
      await work();
      const asked = await usedBy(work);
      await cafe.later(HOUR);
      const each = await usedByEach(work);
      expect([asked.propertyOperations, Math.round(each.urlfetch)]).toEqual([operations, calls]);
      expect(each.triggerMs).toBeLessThanOrEqual(seconds * SECOND + NOISE_MS);
      const taken: Used = {
        triggerMs: seconds * SECOND,
        propertyOperations: operations ?? 0,
        urlfetch: calls ?? 0,
      };
      const plans = ['consumer', 'workspace'] as const;
      const room = plans.map((plan) =>
        Math.min(...KINDS.map((kind) => (DAILY[kind][plan] - 24 * idle[kind]) / Math.max(taken[kind], 1e-9))),
      );
      for (const [at, count] of numbersOf(many).entries())
        expect(difference(count, room[at] ?? 0)).toBeLessThan(ABOUT);
    },
  );

  test('a lead, changed once and pushed twice, takes what the page states', async () => {
    const [seconds = 0, operations, calls] = numbersOf('a lead, changed once and pushed twice');
    const token = cafe.api.tokens.admin;
    const url = `${receiverAddress}/leads`;
    const { body } = await cafe.call('POST /v1/push-endpoints', { token, body: { url } });
    await cafe.later(MINUTE);
    const work = async () => {
      const changed = await cafe.call(`PATCH /v1/leads/${await lead()}`, {
        token: cafe.api.tokens.agent,
        body: { status: 'contacted' },
      });
      expect(changed.status).toBe(200);
    };
    await work();
    const asked = await usedBy(work);
    await cafe.later(HOUR);
    const each = await usedByEach(work);
    await cafe.call(`DELETE /v1/push-endpoints/${(body as { id: string }).id}`, { token });
    expect([asked.propertyOperations, Math.round(each.urlfetch)]).toEqual([operations, calls]);
    expect(each.triggerMs).toBeLessThanOrEqual(seconds * SECOND + NOISE_MS);
  });

  test('the timer takes the minutes that the page states, of an order a minute', async () => {
    const busy: number[] = [];
    for (let minute = 0; minute < 20; minute++) {
      const used = await usedBy(async () => {
        await serve();
        await cafe.later(MINUTE);
      });
      busy.push(used.triggerMs);
    }
    // The hourly maintenance may be in one of them.
    const usual = busy.sort((a, b) => a - b).slice(0, -1);
    const aDay = (1_440 * usual.reduce((sum, ms) => sum + ms)) / usual.length;
    const [, minutes] = /an order a minute, day and night, takes (\d+) minutes/.exec(COST_PAGE) ?? [];
    expect(difference(Number(minutes), aDay / MINUTE)).toBeLessThan(ABOUT);
  });
});

/** How far the first is from the second, as a part of it. */
function difference(one: number, other: number): number {
  return Math.abs(one - other) / other;
}

describe('once it is used up for the day', () => {
  const useUp = (kind: Kind) => {
    const { quotas } = cafe.api.services;
    quotas.use(kind, quotas.left(kind));
  };
  const beginDay = (kind: Kind) =>
    cafe.api.services.store.prepare('delete from quotas where name = ?').run(kind);
  /** The ids of the events that were pushed. */
  const pushed = ({ id }: Draft) =>
    new Set(
      receiver.received.filter(({ body }) => body.includes(id)).map(({ headers }) => headers['webhook-id']),
    );
  beforeAll(() => {
    // It outlives the hours that pass here.
    const { tokens } = cafe.api;
    tokens.staff = tokens.agent = tokens.key;
  });

  test('the timer: orders are paid, moved and pushed as ever, and texts wait', async () => {
    useUp('triggerMs');
    const draft = await place();
    await payAndMove(draft);
    expect(pushed(draft).size).toBe(5);
    await text('L-1');
    await cafe.later(2 * HOUR);
    expect(twilio.sent).toEqual([]);
    beginDay('triggerMs');
    await cafe.later(10 * MINUTE);
    expect([pushed(draft).size, twilio.sent.length]).toEqual([5, 1]);
    await reportTexts();
  });

  testLong('calls to other servers: no order is taken; payments count, pushes and texts wait', async () => {
    const draft = await place();
    useUp('urlfetch');
    const refused = await cafe.order([{ menuItemId: 'I-1' }]);
    expect([refused.status, refused.body]).toMatchObject([503, { error: { code: 'payments_unavailable' } }]);
    await payAndMove(draft);
    await text('L-1');
    await cafe.later(HOUR);
    expect((await cafe.get(draft.id)).status).toBe('completed');
    expect([pushed(draft).size, twilio.sent.length]).toEqual([0, 0]);
    beginDay('urlfetch');
    // The last attempt of an event may have been its fifth, after which five hours pass.
    await cafe.later(6 * HOUR);
    expect([pushed(draft).size, twilio.sent.length]).toEqual([5, 1]);
    await reportTexts();
  });

  test('operations on properties: no order and no lead is taken; orders that are there go on', async () => {
    const draft = await place();
    useUp('propertyOperations');
    const refused = [
      await cafe.order([{ menuItemId: 'I-1' }]),
      await cafe.call('POST /v1/leads', { token: cafe.api.tokens.agent, body: newLead() }),
    ];
    for (const { status, body } of refused)
      expect([status, body]).toMatchObject([503, { error: { code: 'unavailable', retryAfter: 60 } }]);
    await payAndMove(draft);
    expect((await cafe.get(draft.id)).status).toBe('completed');
    beginDay('propertyOperations');
    await place();
  });
});
