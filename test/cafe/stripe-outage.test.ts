/** Stripe is slow, down or refuses the key: what buyers, the timer and the owner notice. */
import type { Call } from '../harness/api';
import { describeLong, spread } from '../harness/extent';
import { startStripe, type TestStripe } from '../harness/stripe';
import { type Cafe, type Item, startCafe } from './cafe';
import { Line } from './stripe/line';

const MINUTE = 60_000;
const STOCK = 20;
const DOWN = { status: 500, body: '{"error": {"message": "Down."}}' };
const NO_KEY = { status: 401, body: '{"error": {"message": "Expired API Key provided."}}' };

let cafe: Cafe;
let stripe: TestStripe;
let line: Line;
let bun: Item;
async function start(): Promise<void> {
  cafe = await startCafe();
  // Its maintenance has run, and asks Stripe nothing for hours.
  await cafe.later(MINUTE);
  stripe = await startStripe(undefined, { now: () => cafe.now() });
  line = new Line(stripe.url);
  cafe.api.enter({ ...stripe.properties, stripeAddress: await line.listen() });
  bun = await cafe.item({ name: 'Bun', price: 200, stock: STOCK });
}
async function end(): Promise<void> {
  await cafe.close();
  await line.close();
  await stripe.close();
}

const place = () => cafe.order([{ menuItemId: bun.id }]);
const statuses = async (orders: number) => {
  const body = { cafeId: 'C-1', items: [{ menuItemId: bun.id }] };
  const told = await cafe.callAll(...Array<Call>(orders).fill(['POST /v1/orders', { body }]));
  return told.map(({ status }) => status);
};
async function fail(): Promise<void> {
  line.outage = DOWN;
  expect(await statuses(3)).toEqual([503, 503, 503]);
}
const left = () => cafe.rows('Menu').find(({ id }) => id === bun.id)?.stock;
const health = async () => {
  await cafe.run('showHealth', [], { kind: 'menu' });
  const tab = cafe.api.sheets().find(({ name }) => name === 'Health');
  return JSON.stringify(tab);
};
const unavailable = { error: { status: 503, code: 'payments_unavailable', retryAfter: expect.any(Number) } };

/** Each test leaves Stripe as it was before the first, and the next one goes on. */
describe('in outages that follow one another', () => {
  beforeAll(start);
  afterAll(end);

  describe('after three failures within thirty seconds', () => {
    beforeAll(fail);

    test('an order is refused at once, before anything is held, written or asked', async () => {
      const [calls, orders] = [line.calls.length, cafe.rows('Orders').length];
      const { status, body, headers } = await place();
      expect([status, body]).toMatchObject([503, unavailable]);
      expect(Number(headers?.['retry-after'])).toBeGreaterThan(0);
      for (const service of ['urlFetch', 'lock', 'spreadsheet.setValues', 'properties.set'])
        expect([service, cafe.calls(service)]).toEqual([service, []]);
      expect([line.calls.length, cafe.rows('Orders').length, left()]).toEqual([calls, orders, STOCK]);
    });

    test('Health says since when, and why', async () => {
      expect(await health()).toMatch(
        /Stripe has not responded for .*Since 2026-11-21T.*Stripe returned 500: Down\./,
      );
    });

    test('one order tries again after thirty seconds, and its success lets all others through, which Health says', async () => {
      await cafe.later(31_000);
      const before = line.calls.length;
      const answered = await Promise.all([place(), place(), place(), place()]);
      expect(answered.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
      expect(line.calls.length - before).toBe(1);
      line.outage = undefined;
      expect((await place()).status).toBe(503);
      await cafe.later(31_000);
      expect(await statuses(2)).toEqual([201, 201]);
      expect(await health()).toContain('Stripe is connected.');
    });
  });

  test('failures that are farther apart change nothing', async () => {
    line.outage = DOWN;
    for (let failure = 0; failure < 4; failure++) {
      expect((await place()).status).toBe(503);
      await cafe.later(16_000);
    }
    line.outage = undefined;
    expect((await place()).status).toBe(201);
  });

  test.each(spread([400, 402, 404, 409, 429], 1))(
    'an answer %d never keeps the next order out',
    async (status) => {
      line.outage = { status, body: '{"error": {"code": "card_declined", "message": "No."}}' };
      expect(await statuses(4)).not.toContain(201);
      line.outage = undefined;
      expect((await place()).status).toBe(201);
    },
  );

  describe('a key that Stripe refuses', () => {
    test('is nothing that a buyer can help: 503, nothing held, and a valid one works at once', async () => {
      const before = left();
      line.outage = NO_KEY;
      expect(await place()).toMatchObject({ status: 503, body: unavailable });
      expect(left()).toBe(before);
      line.outage = undefined;
      expect((await place()).status).toBe(201);
    });

    test("is in Health with Stripe's words and what to do, and in the log once", async () => {
      const before = cafe.api.executions.length;
      line.outage = NO_KEY;
      await statuses(5);
      expect(await health()).toMatch(
        /Stripe has refused the credentials for .*Connect Stripe.*Stripe returned 401: Expired API Key provided\./,
      );
      const log = cafe.api.executions.slice(before).flatMap((one) => one.log.map(({ text }) => text));
      expect(log.filter((text) => text.includes('Expired API Key'))).toHaveLength(1);
      const seen = cafe.api.executions.map((execution) => [execution.log, execution.error, execution.calls]);
      const written = JSON.stringify([seen, cafe.api.sheets()]);
      for (const secret of ['stripeSecretKey', 'stripeWebhookSecret'])
        expect(written).not.toContain(stripe.properties[secret]);
      line.outage = undefined;
      await place();
      expect(await health()).toContain('Stripe is connected.');
    });
  });
});

describeLong('in an outage of its own', () => {
  beforeEach(start);
  afterEach(end);

  describe('after three failures within thirty seconds', () => {
    beforeEach(fail);

    test('menus are read', async () => {
      expect((await cafe.call('GET /v1/cafes/C-1/menu')).status).toBe(200);
    });

    test('an order that tries again may wait for the lock before', async () => {
      const body = { cafeId: 'C-1', items: [{ menuItemId: bun.id }] };
      const tryAgain = async (call?: number) => {
        line.outage = undefined;
        await cafe.later(31_000);
        const fault = call === undefined ? {} : { fault: { call, kind: 'slow', ms: 20_000 } as const };
        const execution = await cafe.execute('POST /v1/orders', { body }, fault);
        expect((execution.returned as { content: string }).content).toContain('"status":201');
        return execution;
      };
      const { calls } = await tryAgain();
      line.outage = DOWN;
      expect(await statuses(3)).toEqual([503, 503, 503]);
      await tryAgain(calls.findIndex(({ method }) => method.startsWith('lock.')) + 1);
    });

    test('the timer does not wait for it either, and does its work once it is back', async () => {
      line.outage = undefined;
      await cafe.later(31_000);
      const { id } = (await place()).body as Item;
      line.outage = DOWN;
      expect(await statuses(3)).toEqual([503, 503, 503]);
      const before = line.calls.length;
      await cafe.later(10 * MINUTE);
      expect(await cafe.get(id)).toMatchObject({ status: 'draft' });
      expect(line.calls.length - before).toBeLessThanOrEqual(10);
      line.outage = undefined;
      await cafe.later(20 * MINUTE);
      expect(await cafe.get(id)).toMatchObject({ status: 'cancelled' });
      expect(left()).toBe(STOCK);
    });
  });

  test('calls over ten seconds count as failures, though their answers are taken', async () => {
    const body = { cafeId: 'C-1', items: [{ menuItemId: bun.id }] };
    await place();
    const probe = await cafe.execute('POST /v1/orders', { body });
    const call = probe.calls.findIndex(({ method }) => method === 'urlFetch.fetch') + 1;
    for (let order = 0; order < 3; order++) {
      const fault = { call, kind: 'slow', ms: 11_000 } as const;
      const { returned, hasFaultFired } = await cafe.execute('POST /v1/orders', { body }, { fault });
      expect(hasFaultFired).toBe(true);
      expect((returned as { content: string }).content).toContain('"status":201');
    }
    expect(await place()).toMatchObject({ status: 503, body: unavailable });
    expect(await health()).toMatch(/Stripe took 1\d seconds\./);
  });

  test('a call ends after ten seconds, and nothing is held', async () => {
    line.outage = 'hangs';
    const { returned, elapsed } = await cafe.execute('POST /v1/orders', {
      body: { cafeId: 'C-1', items: [{ menuItemId: bun.id }] },
    });
    expect((returned as { content: string }).content).toContain('payments_unavailable');
    expect(elapsed).toBeGreaterThan(10_000);
    expect(elapsed).toBeLessThan(16_000);
    expect(left()).toBe(STOCK);
  });

  describe('a key that Stripe refuses', () => {
    test('keeps no unpaid draft and no stock, and the intent is cancelled once there is a valid one', async () => {
      const { id, payment } = (await place()).body as Item;
      line.outage = NO_KEY;
      await cafe.later(8 * MINUTE);
      expect(await cafe.get(id)).toMatchObject({ status: 'cancelled' });
      expect(left()).toBe(STOCK);
      await cafe.later(3 * 60 * MINUTE);
      const log = cafe.api.executions.flatMap(({ log }) => log.map(({ text }) => text));
      expect(log.filter((text) => text.includes('Expired API Key'))).toHaveLength(1);
      line.outage = undefined;
      await cafe.later(2 * 60 * MINUTE);
      const { intentId } = payment as { intentId: string };
      expect((await stripe.client.paymentIntents.retrieve(intentId)).status).toBe('canceled');
      expect(cafe.rows('Outbox').filter((row) => row.id)).toEqual([]);
    });
  });
});
