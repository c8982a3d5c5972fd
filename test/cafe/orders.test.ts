import type { Call, Told } from '../harness/api';
import { type Cafe, type Item, startCafe } from './cafe';

const OPTIONS = [{ name: 'Milk', min: 1, choices: [{ name: 'Cow' }, { name: 'Oat', priceChange: 40 }] }];
const MINUTE = 60_000;
const REASON = 'We have run out of milk.';

describe('an order', () => {
  let cafe: Cafe;
  let latte: Item;
  let bagel: Item;
  beforeAll(async () => {
    cafe = await startCafe();
    [latte, bagel] = (await cafe.items([
      { name: 'Latte', price: 380, options: OPTIONS },
      { name: 'Bagel', price: 250, stock: 10 },
    ])) as [Item, Item];
  });
  afterAll(() => cafe.close());

  const oat = { option: 'Milk', choice: 'Oat' };
  const stock = async () => cafe.rows('Menu').find(({ id }) => id === bagel.id);

  test('is a draft with its totals and a payment intent', async () => {
    const items = [
      { menuItemId: latte.id, quantity: 2, options: [oat], note: 'hot' },
      { menuItemId: bagel.id },
    ];
    const customer = { name: 'Ann', phone: '+1 555 123 0001', email: 'ann@example.com' };
    const { status, body } = await cafe.order(items, { tip: 100, customer, note: 'Window seat' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^O-1-[0-9a-z]{22}$/),
      cafeId: 'C-1',
      status: 'draft',
      nextStatuses: ['cancelled'],
      items: [
        {
          name: 'Latte',
          quantity: 2,
          unitPrice: 420,
          amount: 840,
          options: [{ ...oat, priceChange: 40 }],
          note: 'hot',
        },
        { name: 'Bagel', quantity: 1, unitPrice: 250, amount: 250, options: [], note: '' },
      ],
      tip: 100,
      // 7 percent in 1,090.
      includedTax: 71,
      total: 1_190,
      currency: 'EUR',
      payment: { paid: 0, refunded: 0, clientSecret: expect.any(String), intentId: expect.any(String) },
      note: 'Window seat',
      history: [{ status: 'draft', by: 'customer' }],
    });
    expect(body).not.toHaveProperty('customer');
    // Whoever has the id may read the order, and nothing that the customer wrote.
    const { id } = body as { id: string };
    const read = await cafe.get(id);
    expect(read).toMatchObject({ id, note: '', items: [{ note: '' }, { note: '' }] });
    const seen = await cafe.get(id, cafe.api.tokens.staff);
    expect(seen).toMatchObject({ note: 'Window seat', items: [{ note: 'hot' }, { note: '' }] });
    expect(await stock()).toMatchObject({ stock: 9 });
    expect(cafe.rows('Orders')[0]).toMatchObject({
      status: 'draft',
      summary: '2 x Latte (Oat), 1 x Bagel',
      customerName: 'Ann',
      customerPhone: '+15551230001',
      total: 1_190,
    });
  });

  test('is placed once it is paid for, and moved on by the cafe to its end', async () => {
    const { id } = await cafe.placed([{ menuItemId: bagel.id }]);
    const steps = ['accepted', 'preparing', 'ready', 'completed'];
    const GET: Call = [`GET /v1/orders/${id}`];
    const { staff: token } = cafe.api.tokens;
    const told = await cafe.callAll(
      GET,
      ...[...steps, 'preparing'].map(
        (status): Call => [`PATCH /v1/orders/${id}`, { token, body: { status } }],
      ),
      GET,
    );
    expect(told.map(({ body }) => body)).toMatchObject([
      { status: 'placed', payment: { paid: 250 } },
      ...steps.map((status) => ({ status })),
      { error: { status: 409, code: 'wrong_status', param: 'status' } },
      { history: ['draft', 'placed', ...steps].map((status) => ({ status })) },
    ]);
  });

  test('that is cancelled gives the money back and says why', async () => {
    const { id } = await cafe.placed([{ menuItemId: bagel.id, quantity: 2 }]);
    const { staff: token } = cafe.api.tokens;
    const [refused] = await cafe.callAll(
      [`PATCH /v1/orders/${id}`, { token, body: { status: 'cancelled' } }],
      [`PATCH /v1/orders/${id}`, { token, body: { status: 'cancelled', reason: REASON } }],
    );
    expect(refused.body).toMatchObject({ error: { param: 'reason' } });
    await cafe.timerAfter(2 * MINUTE);
    const order = await cafe.get(id);
    expect(order).toMatchObject({ status: 'cancelled', payment: { paid: 500, refunded: 500 } });
    expect((order.history as object[]).pop()).toMatchObject({ reason: REASON });
    expect(cafe.rows('Outbox').filter(({ kind }) => kind === 'settle')).toEqual([]);
  });

  test('shows its customer to its cafe alone', async () => {
    const { body } = await cafe.order([{ menuItemId: latte.id, options: [oat] }], {
      customer: { name: 'Bob' },
    });
    const { id } = body as Item;
    const { agent, staff } = cafe.api.tokens;
    const GET = `GET /v1/orders/${id}`;
    const [anybody, foreign, own, , later, ownLater] = await cafe.callAll(
      [GET],
      [GET, { token: agent }],
      [GET, { token: staff }],
      [`PATCH /v1/orders/${id}`, { token: staff, body: { status: 'cancelled', reason: REASON } }],
      [GET],
      [GET, { token: staff }],
    );
    for (const told of [anybody, foreign]) expect(told.body).not.toHaveProperty('customer');
    expect(own.body).toMatchObject({ customer: { name: 'Bob' } });
    const byWhom = (told: Told) => (told.body as { history: { by: string }[] }).history.map(({ by }) => by);
    expect(byWhom(later)).toEqual(['customer', 'cafe']);
    expect(byWhom(ownLater)).toEqual(['customer', expect.stringMatching(/^U-/)]);
  });

  test('made twice with one Idempotency-Key is one order', async () => {
    const items = [{ menuItemId: bagel.id, quantity: 3 }];
    const before = await stock();
    const key = { 'idempotency-key': 'a-key-of-this-customer' };
    const order = (others: object = {}): Call => [
      'POST /v1/orders',
      { body: { cafeId: 'C-1', items, ...others }, headers: key },
    ];
    const [first, second] = await cafe.callAll(order(), order());
    expect(second.body).toEqual(first.body);
    await cafe.timerAfter(2 * MINUTE);
    const [placed, third, other] = await cafe.callAll(
      [`GET /v1/orders/${(first.body as Item).id}`],
      order(),
      order({ tip: 1 }),
    );
    expect(placed.body).toMatchObject({ status: 'placed' });
    expect(third.body).toEqual(first.body);
    expect(other).toMatchObject({ status: 422, body: { error: { param: 'idempotency-key' } } });
    expect(await stock()).toMatchObject({ stock: (before?.stock as number) - 3 });
  });
});
