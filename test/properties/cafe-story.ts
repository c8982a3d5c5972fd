import Stripe from 'stripe';
import { STRIPE_KEYS } from '../../local/stripe/stripe';
import type { Fault } from '../../runtime/execution/faults';
import { nextStatuses, ORDER_STATUSES, type OrderStatus } from '../../src/cafe/orders/states';
import { type Cafe, type Item, startCafe } from '../cafe/cafe';
import { Receiver } from '../cafe/stripe/receiver';
import { startStripe, type TestStripe } from '../harness/stripe';
import { Receiver as PushReceiver } from '../pushes/push-receiver';
import type { Step } from './cafe-steps';

const MINUTE = 60_000;
const STOCK = 12;

/** A cafe with two limited items and one that never runs out, paid by Stripe, with one system that hears of its orders. */
export async function startStory(): Promise<CafeStory> {
  const cafe = await startCafe();
  const receiver = new Receiver();
  const stripe = await startStripe(await receiver.listen());
  const pushes = new PushReceiver(() => cafe.now());
  cafe.api.enter({ ...stripe.properties, allowLocalPushes: 'yes' });
  const items = await cafe.items([
    { name: 'Bun', price: 200, stock: STOCK },
    { name: 'Cake', price: 450, stock: STOCK },
    { name: 'Tea', price: 300 },
  ]);
  const { body } = await cafe.call('POST /v1/cafes/C-1/push-endpoints', {
    token: cafe.api.tokens.manager,
    body: { url: `${await pushes.listen()}/till` },
  });
  return new CafeStory({
    cafe,
    stripe,
    receiver,
    pushes,
    items,
    secret: (body as { secret: string }).secret,
  });
}

interface Parts {
  cafe: Cafe;
  stripe: TestStripe;
  receiver: Receiver;
  pushes: PushReceiver;
  items: Item[];
  secret: string;
}

/** An order as its row says it. */
interface Standing {
  id: string;
  total: number;
  paid: number;
  refunded: number;
  intentId: string;
  history: { status: OrderStatus }[];
  lines: { menuItemId: string; quantity: number }[];
}

export class CafeStory {
  readonly statusesSeen = new Set<OrderStatus>();
  private readonly parts: Parts;
  /** The orders of earlier stories. */
  private readonly past = new Set<string>();
  /** Of each execution that was to die, whether it came so far. */
  readonly deaths: boolean[] = [];
  /** How many of them were in earlier stories. */
  private deathsBefore = 0;
  private keys = 0;
  private last: object = {};

  constructor(parts: Parts) {
    this.parts = parts;
  }

  readonly work: Record<Step['name'], (at: number, other: number) => Promise<unknown>> = {
    order: (at, other) => this.order(at, other),
    orderAndDie: (at, other) => this.order(at, other, dying(other, at)),
    orderAgain: () => this.ask('POST /v1/orders', this.last),
    pay: (at) => this.withIntent(at, (id) => this.parts.stripe.pay(id)),
    decline: (at) => this.withIntent(at, (id) => this.parts.stripe.decline(id)),
    cancelAtProvider: (at) => this.withIntent(at, (id) => this.parts.stripe.client.paymentIntents.cancel(id)),
    tell: (at) => this.tell(at),
    tellAndDie: (at, other) => this.tell(at, dying(other, at)),
    move: (at, other) => this.move(at, other),
    moveAndDie: (at, other) => this.move(at, other, dying(other, at)),
    moveByHand: (at, other) => this.moveByHand(at, other),
    wait: (at) => this.parts.cafe.later((1 + (at % 6)) * MINUTE),
    timerDies: (at, other) => this.timer(dying(2 * other, at)),
  };

  /** What is under way comes to its end; news that have not been told by now never are. */
  async settle(): Promise<void> {
    this.parts.receiver.received.length = 0;
    // A retry comes within the time.
    for (let runs = 0; runs < 8; runs++) await this.parts.cafe.timerAfter(8 * MINUTE);
  }

  /** Holds the sheet against the provider's books and against what the till was told. */
  async assertSound(): Promise<void> {
    const orders = this.orders();
    for (const order of orders) {
      const status = statusIn(order);
      const { paid, refunded } = await this.booked(order);
      expect(order).toMatchObject({ paid, refunded });
      expect(status).not.toBe('draft');
      expect([order.id, status, paid - refunded]).toEqual([
        order.id,
        status,
        status === 'cancelled' ? 0 : order.total,
      ]);
      const events = order.history.length - 1 + Number(refunded > 0);
      const died = this.deaths.slice(this.deathsBefore).filter(Boolean).length;
      // An execution that ends between its job and its change leaves a job for a version that a change without a push
      // may take: then the till gets the current state once more, under an id of its own.
      const told = this.told(order);
      expect([order.id, told >= events, told <= events + died]).toEqual([order.id, true, true]);
      for (const step of order.history) this.statusesSeen.add(step.status);
      this.past.add(order.id);
    }
    this.assertStock(orders);
    expect(this.parts.cafe.rows('Outbox')).toEqual([]);
    await this.restock();
    this.deathsBefore = this.deaths.length;
  }

  async close(): Promise<void> {
    const { stripe, receiver, pushes, cafe } = this.parts;
    await stripe.close();
    await receiver.close();
    await cafe.close();
    await pushes.close();
  }

  private async order(at: number, other: number, fault?: Fault): Promise<void> {
    const { items } = this.parts;
    const wanted = [items[at % 3], ...(other % 2 ? [items[other % 3]] : [])];
    const lines = wanted.map((item, index) => ({ menuItemId: item?.id, quantity: 1 + ((at + index) % 3) }));
    this.keys += 1;
    this.last = {
      body: JSON.stringify({ cafeId: 'C-1', items: lines }),
      headers: { 'idempotency-key': `a-key-of-this-customer-${this.keys}` },
    };
    await this.ask('POST /v1/orders', this.last, fault);
  }

  private async withIntent(at: number, work: (id: string) => Promise<unknown>): Promise<void> {
    const order = pick(this.orders(), at);
    // What is paid or cancelled already the provider refuses.
    if (order?.intentId)
      await work(order.intentId).catch((error) => expect(error).toBeInstanceOf(Stripe.errors.StripeError));
    await this.parts.stripe.settled();
  }

  private async tell(at: number, fault?: Fault): Promise<void> {
    const news = pick(this.parts.receiver.received, at);
    if (!news) return;
    const timestamp = Math.floor(this.parts.cafe.now() / 1_000);
    const secret = STRIPE_KEYS.stripeWebhookSecret;
    const { payload } = news;
    const signature = this.parts.stripe.client.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp,
    });
    await this.ask(
      'POST /webhooks/payments',
      { body: payload, headers: { 'stripe-signature': signature } },
      fault,
    );
  }

  private async move(at: number, other: number, fault?: Fault): Promise<void> {
    const orders = this.orders();
    // Most often one that the cafe can go on with, so that some come to their end.
    const open = orders.filter((one) => this.nextOf(one) !== undefined);
    const order = pick(other % 4 > 0 && open.length > 0 ? open : orders, at);
    if (!order) return;
    const body = { status: this.target(order, other), reason: 'For a reason.' };
    await this.ask(`PATCH /v1/orders/${order.id}`, { token: this.parts.cafe.api.tokens.key, body }, fault);
  }

  private async moveByHand(at: number, other: number): Promise<void> {
    const order = pick(this.orders(), at);
    if (order) await this.parts.cafe.edit('Orders', order.id, 'status', this.target(order, other));
  }

  /** As a rule the next one; now and then any. */
  private target(order: Standing, other: number): OrderStatus {
    return (other % 3 > 0 ? this.nextOf(order) : undefined) ?? pick(ORDER_STATUSES, other) ?? 'draft';
  }

  private nextOf(order: Standing): OrderStatus | undefined {
    return nextStatuses(statusIn(order)).find((status) => status !== 'cancelled');
  }

  private async ask(endpoint: string, asked: object, fault?: Fault): Promise<void> {
    if (!('body' in asked)) return;
    const ended = await this.parts.cafe.execute(endpoint, asked, fault ? { fault } : {});
    if (fault) this.deaths.push(ended.hasFaultFired);
  }

  private async timer(fault: Fault): Promise<void> {
    const ended = await this.parts.cafe.run('deliverOutbox', [], { fault });
    this.deaths.push(ended.hasFaultFired);
  }

  private orders(): Standing[] {
    return this.parts.cafe
      .rows('Orders')
      .filter(({ id }) => id && !this.past.has(String(id)))
      .map(({ history, lines, ...row }) => ({
        ...(row as unknown as Standing),
        history: JSON.parse(String(history)),
        lines: JSON.parse(String(lines)),
      }));
  }

  /** What the provider has taken for an order, and given back. */
  private async booked({ id, intentId }: Standing): Promise<{ paid: number; refunded: number }> {
    const { client } = this.parts.stripe;
    const { metadata, amount_received: paid } = await client.paymentIntents.retrieve(intentId);
    expect(metadata.orderId).toBe(id);
    const { data } = await client.refunds.list({ payment_intent: intentId });
    return { paid, refunded: data.reduce((sum, { amount }) => sum + amount, 0) };
  }

  /** How many changes the till has heard of, each under an id of its own, each signed. */
  private told({ id }: Standing): number {
    const { pushes, secret } = this.parts;
    const own = pushes.received.filter(({ headers }) =>
      String(headers['webhook-id']).startsWith(`evt_${id}_`),
    );
    for (const push of own) expect(push.headers['webhook-signature']).toMatch(/^v1,/);
    expect(secret).toMatch(/^whsec_/);
    return new Set(own.map(({ headers }) => headers['webhook-id'])).size;
  }

  /** Pieces are sold with orders that were paid for, and with no others. */
  private assertStock(orders: readonly Standing[]): void {
    const sold = orders.filter(({ history }) => history.some(({ status }) => status === 'placed'));
    for (const { id, stock, held } of this.parts.cafe.rows('Menu')) {
      const lines = sold.flatMap((order) => order.lines).filter(({ menuItemId }) => menuItemId === id);
      const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      const isLimited = this.parts.items.find((item) => item.id === id)?.stock !== null;
      expect([id, stock, held]).toEqual([id, isLimited ? STOCK - pieces : '', '{}']);
    }
  }

  private async restock(): Promise<void> {
    const { cafe, items } = this.parts;
    for (const { id, stock } of items)
      if (stock !== null)
        await cafe.call(`PATCH /v1/menu/${id}`, { token: cafe.api.tokens.key, body: { stock: STOCK } });
  }
}

function statusIn({ history }: Standing): OrderStatus {
  return history[history.length - 1]?.status ?? 'draft';
}

function pick<E>(all: readonly E[], at: number): E | undefined {
  return all[at % Math.max(1, all.length)];
}

const ENDINGS: readonly Omit<Fault, 'call'>[] = [
  { kind: 'kill before', writes: 'lost' },
  { kind: 'kill after', writes: 'lost' },
  { kind: 'kill after', writes: 'applied' },
  { kind: 'throw after', message: 'Service error: Spreadsheets' },
];

function dying(call: number, at: number): Fault {
  return { call: call + 1, ...(pick(ENDINGS, at) as Omit<Fault, 'call'>) };
}
