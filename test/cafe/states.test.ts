import { nextStatuses, ORDER_STATUSES, type OrderStatus } from '../../src/cafe/orders/states';
import { spread } from '../harness/extent';
import { type Cafe, type Item, startCafe } from './cafe';

/** The changes by the cafe that bring a placed order to each status. */
const WAYS: Record<OrderStatus, OrderStatus[]> = {
  draft: [],
  placed: [],
  accepted: ['accepted'],
  preparing: ['accepted', 'preparing'],
  ready: ['accepted', 'preparing', 'ready'],
  completed: ['accepted', 'preparing', 'ready', 'completed'],
  cancelled: ['cancelled'],
};
const REASON = { reason: 'No more milk.' };

describe('the states of an order', () => {
  let cafe: Cafe;
  let tea: Item;
  beforeAll(async () => {
    cafe = await startCafe();
    tea = await cafe.item({ name: 'Tea', price: 300 });
  });
  afterAll(() => cafe.close());

  async function orderIn(status: OrderStatus): Promise<string> {
    const order = (await cafe.order([{ menuItemId: tea.id }])).body as Item;
    if (status !== 'draft') await cafe.later(121_000);
    for (const next of WAYS[status]) await move(order.id, next);
    expect(await cafe.get(order.id)).toMatchObject({ status });
    return order.id;
  }

  const move = (id: string, status: OrderStatus) =>
    cafe.move(id, { status, ...(status === 'cancelled' ? REASON : {}) });

  const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const));

  test.each(
    spread(
      pairs.filter(([from, to]) => nextStatuses(from).includes(to)),
      3,
    ),
  )('the cafe changes %s to %s', async (from, to) => {
    const id = await orderIn(from);
    expect(await move(id, to)).toMatchObject({
      status: 200,
      body: { status: to, nextStatuses: nextStatuses(to) },
    });
  });

  test.each(spread(ORDER_STATUSES, 2))(
    'from %s every other change is 409 with the statuses that are allowed',
    async (from) => {
      const id = await orderIn(from);
      const before = cafe.rows('Orders');
      for (const to of ORDER_STATUSES.filter((one) => !nextStatuses(from).includes(one))) {
        const { status, body } = await move(id, to);
        const { message } = (body as { error: { message: string } }).error;
        expect([to, status]).toEqual([to, 409]);
        for (const next of nextStatuses(from)) expect(message).toContain(next);
      }
      expect(cafe.rows('Orders')).toEqual(before);
    },
  );

  test.each(spread(['done', '', null, 1], 1))('%j is not a status', async (status) => {
    const id = await orderIn('placed');
    expect(await cafe.move(id, { status })).toMatchObject({
      status: 422,
      body: { error: { param: 'status' } },
    });
  });

  test('are moved by the people of the cafe alone', async () => {
    const id = await orderIn('placed');
    const moved = (token?: string) =>
      cafe.call(`PATCH /v1/orders/${id}`, { body: { status: 'accepted' }, ...(token ? { token } : {}) });
    expect((await moved()).status).toBe(401);
    expect((await moved(cafe.api.tokens.agent)).status).toBe(403);
    expect((await moved(cafe.api.tokens.manager)).status).toBe(200);
    const foreign = await cafe.item({ name: 'Onigiri', price: 250 }, 'C-2');
    const { body } = await cafe.call('POST /v1/orders', {
      body: { cafeId: 'C-2', items: [{ menuItemId: foreign.id }] },
    });
    expect((await cafe.move((body as Item).id, { status: 'cancelled', ...REASON })).status).toBe(403);
    expect((await cafe.move('O-999-x', { status: 'accepted' })).status).toBe(404);
  });

  test('change once when two requests have the same If-Match', async () => {
    const id = await orderIn('placed');
    const { version } = await cafe.get(id);
    const asked = () =>
      cafe.call(`PATCH /v1/orders/${id}`, {
        token: cafe.api.tokens.staff,
        body: { status: 'accepted' },
        headers: { 'if-match': `"v${version}"` },
      });
    const both = await Promise.all([asked(), asked()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  describe('chosen in the sheet', () => {
    const note = (id: string) => cafe.note('Orders', id, 'status');

    test('are a move like any other', async () => {
      const id = await orderIn('placed');
      await cafe.edit('Orders', id, 'status', 'accepted');
      const order = await cafe.get(id);
      expect(order).toMatchObject({ status: 'accepted' });
      expect((order.history as object[]).pop()).toMatchObject({ status: 'accepted', by: 'sheet' });
    });

    test('are put back with a note where the machine has no such move', async () => {
      const id = await orderIn('placed');
      await cafe.edit('Orders', id, 'status', 'completed');
      expect(cafe.rows('Orders').find((one) => one.id === id)).toMatchObject({ status: 'placed' });
      expect(note(id)).toBe('Cannot change status from placed to completed. Allowed: accepted, cancelled.');
      await cafe.edit('Orders', id, 'status', 'accepted');
      expect(note(id)).toBe('');
    });

    test('are shown again where the cell of a draft has been cleared', async () => {
      const id = await orderIn('draft');
      await cafe.edit('Orders', id, 'status', '');
      expect(cafe.rows('Orders').find((one) => one.id === id)).toMatchObject({ status: 'draft' });
    });

    test('are noted as not made where others keep the sheet busy', async () => {
      const [id, other] = [await orderIn('placed'), await orderIn('placed')];
      const asked = (status: string) => ({ token: cafe.api.tokens.staff, body: { status } });
      const { calls } = await cafe.execute(`PATCH /v1/orders/${other}`, asked('accepted'));
      // The first call while it holds the lock.
      const call = calls.findIndex(({ method }) => method === 'lock.try') + 2;
      const slow = cafe.execute(`PATCH /v1/orders/${other}`, asked('preparing'), {
        fault: { call, kind: 'slow', ms: 40_000 },
      });
      await cafe.edit('Orders', id, 'status', 'accepted');
      expect((await slow).hasFaultFired).toBe(true);
      expect(await cafe.get(id)).toMatchObject({ status: 'placed' });
      expect(note(id)).toBe('The status was not changed: The sheet is busy. Try again in a minute.');
    });

    test('give the money back where an order is cancelled', async () => {
      const id = await orderIn('accepted');
      await cafe.edit('Orders', id, 'status', 'cancelled');
      await cafe.later(121_000);
      expect(await cafe.get(id)).toMatchObject({
        status: 'cancelled',
        payment: { paid: 300, refunded: 300 },
      });
    });
  });
});
