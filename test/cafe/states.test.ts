import { nextStatuses, ORDER_STATUSES, type OrderStatus } from '../../src/cafe/orders/states';
import type { Call } from '../harness/api';
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
const TEA = [{ menuItemId: 'I-1' }];
/** As many as the tests take. */
const PLACED = 30;
const DRAFTS = 4;
const MINUTE = 60_000;
const REASON = { reason: 'No more milk.' };

describe('the states of an order', () => {
  let cafe: Cafe;
  /** Nobody has moved them yet. */
  let placedOrders: Item[];
  /** Nobody has paid for them. */
  let drafts: Item[];
  beforeAll(async () => {
    cafe = await startCafe();
    await cafe.item({ name: 'Tea', price: 300 });
    placedOrders = await cafe.placedAll(...Array<typeof TEA>(PLACED).fill(TEA));
    drafts = await cafe.orderAll(...Array<typeof TEA>(DRAFTS).fill(TEA));
  });
  afterAll(() => cafe.close());

  const toMove = (id: string, status: OrderStatus, token = cafe.api.tokens.staff): Call => [
    `PATCH /v1/orders/${id}`,
    { token, body: { status, ...(status === 'cancelled' ? REASON : {}) } },
  ];
  const rowOf = (id: string) => cafe.rows('Orders').find((one) => one.id === id);

  /** An order in each of these. */
  async function ordersIn(...statuses: readonly OrderStatus[]): Promise<string[]> {
    const ids = statuses.map((status) => String((status === 'draft' ? drafts : placedOrders).shift()?.id));
    const moves = ids.flatMap((id, at) => WAYS[statuses[at] as OrderStatus].map((next) => toMove(id, next)));
    if (moves.length > 0) await cafe.callAll(...moves);
    expect(ids.map((id) => rowOf(id)?.status)).toEqual(statuses);
    return ids;
  }

  const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const));

  test('can be changed by the cafe as the machine allows', async () => {
    const allowed = pairs.filter(([from, to]) => nextStatuses(from).includes(to));
    const ids = await ordersIn(...allowed.map(([from]) => from));
    const told = await cafe.callAll(...allowed.map(([, to], at) => toMove(String(ids[at]), to)));
    for (const [at, pair] of allowed.entries())
      expect([pair, told[at]]).toMatchObject([
        pair,
        { status: 200, body: { status: pair[1], nextStatuses: nextStatuses(pair[1]) } },
      ]);
  });

  test('have no other change, which is refused with those that are allowed; what is no status is refused, too', async () => {
    const ids = new Map(
      (await ordersIn(...ORDER_STATUSES)).map((id, at) => [ORDER_STATUSES[at] as OrderStatus, id]),
    );
    const before = cafe.rows('Orders');
    const others = pairs.filter(([from, to]) => !nextStatuses(from).includes(to));
    const token = cafe.api.tokens.staff;
    const none = ['done', '', null, 1].map(
      (status): Call => [`PATCH /v1/orders/${ids.get('placed')}`, { token, body: { status } }],
    );
    const told = await cafe.callAll(
      ...others.map(([from, to]) => toMove(String(ids.get(from)), to)),
      ...none,
    );
    for (const [at, pair] of others.entries()) {
      expect([pair, told[at]?.status]).toEqual([pair, 409]);
      for (const next of nextStatuses(pair[0])) expect(told[at]?.text).toContain(next);
    }
    for (const refused of told.slice(others.length))
      expect(refused).toMatchObject({ status: 422, body: { error: { param: 'status' } } });
    expect(cafe.rows('Orders')).toEqual(before);
  });

  test('are moved by the people of the cafe alone', async () => {
    const [id = ''] = await ordersIn('placed');
    const { agent, manager, staff, admin: token } = cafe.api.tokens;
    const foreign = { cafeId: 'C-2', items: [{ menuItemId: 'I-2' }] };
    const [, other] = await cafe.callAll(
      ['POST /v1/cafes/C-2/menu', { token, body: { name: 'Onigiri', price: 250 } }],
      ['POST /v1/orders', { body: foreign }],
    );
    const told = await cafe.callAll(
      toMove(id, 'accepted', ''),
      toMove(id, 'accepted', agent),
      toMove((other.body as Item).id, 'cancelled', staff),
      toMove('O-999-x', 'accepted'),
      toMove(id, 'accepted', manager),
    );
    expect(told.map(({ status }) => status)).toEqual([401, 403, 403, 404, 200]);
  });

  test('change once when two requests have the same If-Match', async () => {
    const [id = ''] = await ordersIn('placed');
    const asked = () =>
      cafe.call(`PATCH /v1/orders/${id}`, {
        token: cafe.api.tokens.staff,
        body: { status: 'accepted' },
        headers: { 'if-match': `"v${rowOf(id)?.version}"` },
      });
    const both = await Promise.all([asked(), asked()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  describe('chosen in the sheet', () => {
    const note = (id: string) => cafe.note('Orders', id, 'status');
    let placed: string[];
    beforeAll(async () => {
      placed = await ordersIn('placed', 'placed', 'placed', 'accepted', 'accepted', 'accepted');
    });

    test('are a move like any other', async () => {
      const id = String(placed[0]);
      await cafe.edit('Orders', id, 'status', 'accepted');
      expect(rowOf(id)).toMatchObject({ status: 'accepted' });
      const history = JSON.parse(String(rowOf(id)?.history)) as object[];
      expect(history.at(-1)).toMatchObject({ status: 'accepted', by: 'sheet' });
    });

    test('are put back with a note where the machine has no such move', async () => {
      const id = String(placed[1]);
      await cafe.edit('Orders', id, 'status', 'completed');
      expect(rowOf(id)).toMatchObject({ status: 'placed' });
      expect(note(id)).toBe('Cannot change status from placed to completed. Allowed: accepted, cancelled.');
      await cafe.edit('Orders', id, 'status', 'accepted');
      expect(note(id)).toBe('');
    });

    test('are shown again where the cell of a draft has been cleared', async () => {
      const [id = ''] = await ordersIn('draft');
      await cafe.edit('Orders', id, 'status', '');
      expect(rowOf(id)).toMatchObject({ status: 'draft' });
    });

    test('are noted as not made where others keep the sheet busy', async () => {
      const [id = '', first, other] = placed.slice(2);
      const move = (moved = '', status = 'preparing', options = {}) =>
        cafe.execute(
          `PATCH /v1/orders/${moved}`,
          { token: cafe.api.tokens.staff, body: { status } },
          options,
        );
      const { calls } = await move(first);
      // The first call while it holds the lock.
      const call = calls.findIndex(({ method }) => method === 'lock.try') + 2;
      const slow = move(other, 'preparing', { fault: { call, kind: 'slow', ms: 40_000 } });
      await cafe.edit('Orders', id, 'status', 'accepted');
      expect((await slow).hasFaultFired).toBe(true);
      expect(rowOf(id)).toMatchObject({ history: expect.not.stringContaining('accepted') });
      expect(note(id)).toBe('The status was not changed: The sheet is busy. Try again in a minute.');
    });

    test('give the money back where an order is cancelled', async () => {
      const id = String(placed[5]);
      await cafe.edit('Orders', id, 'status', 'cancelled');
      await cafe.timerAfter(2 * MINUTE);
      expect(rowOf(id)).toMatchObject({ status: 'cancelled', paid: 300, refunded: 300 });
    });
  });
});
