/** A lunch rush in modelled time: thirty buyers who order, pay and order again, behind the seats of the gateway. */
import { toPayload, toSignedRequest } from '../harness/payment-events';
import { startStripe, type TestStripe } from '../harness/stripe';
import { percentile, replyOf } from '../harness/throughput';
import { inTurns } from '../tables/in-turns';
import { type FullCafe, ROWS, startFullCafe } from './full-cafe';
import { Seats } from './seats';

const BUYERS = 30;
const ORDERS = 240;
const SEATS = 25;
const MAX_PAYMENTS_WAITING = 20;
const SECOND = 1_000;
const MINUTE = 60_000;

/** How long a buyer takes to pay, and Stripe to report it. */
const PAYING_MS = 2 * SECOND;
const REPORTING_MS = SECOND;
const RETRY_MS = 5 * SECOND;
/** Nobody waits so long, in modelled time, unless something is wrong. */
const GIVE_UP_MS = 30 * MINUTE;

interface Draft {
  id: string;
  total: number;
  payment: { intentId: string };
}

/** Epoch ms. */
interface Paid {
  order: Draft;
  paidAt: number;
  placedAt: number;
}

describe(`thirty buyers who pay, with ${ROWS} orders`, () => {
  let full: FullCafe;
  let stripe: TestStripe;
  const seats = new Seats(SEATS);
  beforeAll(async () => {
    full = await startFullCafe();
    stripe = await startStripe(undefined, { now: () => full.cafe.now() });
    full.cafe.api.enter(stripe.properties);
  });
  afterAll(async () => {
    await stripe.close();
    await full.cafe.close();
  });

  const sleep = (ms: number) =>
    new Promise<void>((resume) => full.cafe.api.scheduler.at(full.cafe.now() + ms, resume));

  /** As often as it takes: the gateway takes no new order while too many payments wait. */
  async function order(): Promise<Draft> {
    const since = full.cafe.now();
    while (seats.paymentsWaiting >= MAX_PAYMENTS_WAITING) await pauseFor('a seat', since);
    const asked = { body: { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] } };
    const created = await seats.run(() => full.cafe.execute('POST /v1/orders', asked), { isPayment: false });
    const { status, body } = replyOf(created);
    expect([status, body]).toMatchObject([201, { status: 'draft' }]);
    return body as Draft;
  }

  /** Time stands still while the buyer's browser talks to Stripe. */
  async function pay({ payment }: Draft): Promise<void> {
    const { scheduler } = full.cafe.api;
    await sleep(PAYING_MS);
    scheduler.begin();
    await stripe.pay(payment.intentId);
    scheduler.end();
  }

  /** Stripe sends the event to the webhook as often as it takes. */
  async function report(order: Draft, paidAt: number): Promise<Paid> {
    await sleep(REPORTING_MS);
    const since = full.cafe.now();
    const payload = toPayload({ orderId: order.id, intentId: order.payment.intentId, amount: order.total });
    for (;;) {
      const placed = await seats.run(
        () => full.cafe.execute('POST /webhooks/payments', toSignedRequest(payload, full.cafe.now())),
        { isPayment: true },
      );
      if (replyOf(placed).status === 200) return { order, paidAt, placedAt: placed.clock };
      await pauseFor(`the payment of ${order.id}, answered ${replyOf(placed).status},`, since);
    }
  }

  function pauseFor(what: string, since: number): Promise<void> {
    if (full.cafe.now() - since > GIVE_UP_MS) throw new Error(`Waited in vain for ${what} since ${since}.`);
    return sleep(RETRY_MS);
  }

  test('120 orders a minute are placed, 99 of 100 within a minute of being paid', async () => {
    const startedAt = full.cafe.now();
    const timers = full.cafe.later(10 * MINUTE);
    const reports: Promise<Paid>[] = [];
    await inTurns(ORDERS, BUYERS, async () => {
      const draft = await order();
      await pay(draft);
      reports.push(report(draft, full.cafe.now()));
    });
    const paid = await Promise.all(reports);
    const endedAt = Math.max(...paid.map(({ placedAt }) => placedAt));
    await timers;
    const waits = paid.map(({ paidAt, placedAt }) => placedAt - paidAt);
    expect(percentile(waits, 0.99)).toBeLessThanOrEqual(MINUTE);
    expect((ORDERS * MINUTE) / (endedAt - startedAt)).toBeGreaterThanOrEqual(120);
    const rows = full.cafe.rows('Orders').slice(-ORDERS);
    expect(rows.map(({ id, status, paid: amount }) => [id, status, amount]).sort()).toEqual(
      paid.map(({ order: { id, total } }) => [id, 'placed', total]).sort(),
    );
    expect(full.cafe.rows('Outbox')).toEqual([]);
  });
});
