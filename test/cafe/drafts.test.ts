import type { Fault } from '../../runtime/execution/faults';
import { spread, testLong } from '../harness/extent';
import { startStripe, type TestStripe } from '../harness/stripe';
import { type Cafe, type Item, startCafe } from './cafe';

const MINUTE = 60_000;

/** A provider that reports nothing: only the timer finds out what has become of an order. */
describe('a draft', () => {
  let cafe: Cafe;
  let stripe: TestStripe;
  let tea: Item;
  let bun: Item;
  beforeEach(async () => {
    cafe = await startCafe();
    stripe = await startStripe(undefined, { now: () => cafe.now() });
    cafe.api.enter(stripe.properties);
    [tea, bun] = (await cafe.items([
      { name: 'Tea', price: 300 },
      { name: 'Bun', price: 200, stock: 5 },
    ])) as [Item, Item];
    // The first sweep is over, and maintenance.
    await cafe.timerAfter(2 * MINUTE);
  });
  afterEach(async () => {
    await stripe.close();
    await cafe.close();
  });

  const jobs = () => cafe.rows('Outbox').filter(({ id }) => id !== '');
  const stock = () => cafe.rows('Menu').find(({ id }) => id === bun.id);
  const order = async (item: Item) => (await cafe.order([{ menuItemId: item.id }])).body as Item;

  /** The minutes from now on in which a run of the timer calls a service whose name begins so. */
  async function minutesOf(service: string, minutes: number): Promise<number[]> {
    const found: number[] = [];
    for (let minute = 1; minute <= minutes; minute++) {
      const before = cafe.api.executions.length;
      await cafe.later(MINUTE);
      const runs = cafe.api.executions.slice(before);
      if (runs.some((run) => run.calls.some(({ method }) => method.startsWith(service)))) found.push(minute);
    }
    return found;
  }

  test('is asked about after 1, 2, 4 and 8 minutes, and when it expires after 15, without any job', async () => {
    await order(tea);
    expect(jobs()).toEqual([]);
    // The timer runs every minute, and so at most one after.
    expect(await minutesOf('urlFetch', 20)).toEqual([2, 3, 5, 9, 16]);
    expect(jobs()).toEqual([]);
  });

  testLong('of many costs one call to the provider, and none of the cache', async () => {
    for (let count = 0; count < 12; count++) await order(tea);
    const before = cafe.api.executions.length;
    await cafe.later(2 * MINUTE);
    const calls = cafe.api.executions.slice(before).map((run) => run.calls.map(({ method }) => method));
    const sweep = calls.find((methods) => methods.includes('urlFetch.fetch')) ?? [];
    const counts = ['urlFetch.fetch', 'cache.getAll'].map(
      (name) => sweep.filter((method) => method === name).length,
    );
    expect([counts[0], (counts[1] ?? 0) <= 2]).toEqual([12, true]);
  });

  testLong(
    'with an item from a stock is asked about after 1, 2 and 4 minutes, and when it expires after 5',
    async () => {
      await order(bun);
      expect(jobs()).toEqual([]);
      expect(await minutesOf('urlFetch', 12)).toEqual([2, 3, 5, 6]);
      expect(stock()).toMatchObject({ stock: 5, held: '{}' });
    },
  );

  testLong('has the timer read the sheet for its checks only', async () => {
    await order(tea);
    expect(await minutesOf('spreadsheet', 8)).toEqual([2, 3, 5]);
  });

  testLong('whose row somebody has protected keeps no other from its end', async () => {
    const drafts = await cafe.orderAll(...[bun, bun, tea].map(({ id }) => [{ menuItemId: id }]));
    const { services, scripts } = cafe.api;
    services.spreadsheets.protectFromScripts(scripts.api.spreadsheetId, 'Orders', 'A3:D3');
    await cafe.later(25 * MINUTE);
    expect(cafe.rows('Orders').map(({ status }) => status)).toEqual(['cancelled', 'draft', 'cancelled']);
    expect(stock()).toMatchObject({ stock: 4, held: JSON.stringify({ [drafts[1]?.id ?? '']: 1 }) });
    services.spreadsheets.books.get(scripts.api.spreadsheetId).record.protections = [];
    await cafe.later(10 * MINUTE);
    expect(stock()).toMatchObject({ stock: 5, held: '{}' });
  });

  testLong('that is paid for is placed by the next check', async () => {
    const { id, payment } = await order(bun);
    await cafe.later(150_000);
    await stripe.pay((payment as { intentId: string }).intentId);
    await cafe.later(3 * MINUTE);
    expect(await cafe.get(id)).toMatchObject({ status: 'placed', payment: { paid: 200 } });
    expect(stock()).toMatchObject({ stock: 4, held: '{}' });
  });

  testLong('is found although the owner has cleared its status', async () => {
    const { id } = await order(tea);
    const row = cafe.rows('Orders').findIndex((one) => one.id === id) + 2;
    const edit = { a1: `B${row}`, text: '', now: cafe.now() };
    cafe.api.services.spreadsheets.editAs(cafe.api.scripts.api.spreadsheetId, 'Orders', edit);
    await cafe.later(17 * MINUTE);
    expect(await cafe.get(id)).toMatchObject({ status: 'cancelled' });
  });

  testLong('that has a job of an earlier version is left to it', async () => {
    const { id, payment } = await order(tea);
    await stripe.pay((payment as { intentId: string }).intentId);
    const cells = { A: `settle_${id}_1`, B: 'settle', C: id, D: '1', F: '0', G: 'queued' };
    for (const [column, text] of Object.entries(cells)) {
      const edit = { a1: `${column}2`, text, now: cafe.now() };
      cafe.api.services.spreadsheets.editAs(cafe.api.scripts.api.spreadsheetId, 'Outbox', edit);
    }
    await cafe.later(3 * MINUTE);
    expect(cafe.rows('Orders')).toMatchObject([{ id, status: 'placed' }]);
    expect(jobs()).toEqual([]);
  });

  test.each(
    spread<[string, Omit<Fault, 'call'>]>(
      [
        ['before its row was written', { kind: 'kill before', writes: 'lost' }],
        ['just after', { kind: 'kill after', writes: 'applied' }],
      ],
      1,
    ),
  )('whose request died %s keeps no piece', async (_, ending) => {
    const asked = { body: { cafeId: 'C-1', items: [{ menuItemId: bun.id }] } };
    // The first one fills caches.
    await cafe.execute('POST /v1/orders', asked);
    const { calls } = await cafe.execute('POST /v1/orders', asked);
    const call = calls.map(({ method }) => method).lastIndexOf('spreadsheet.setValues') + 1;
    const died = await cafe.execute('POST /v1/orders', asked, { fault: { call, ...ending } });
    expect(died.hasFaultFired).toBe(true);
    expect(stock()).toMatchObject({ stock: 2 });
    for (let runs = 0; runs < 4; runs++) await cafe.timerAfter(8 * MINUTE);
    expect(stock()).toMatchObject({ stock: 5, held: '{}' });
    expect(jobs()).toEqual([]);
  });
});
