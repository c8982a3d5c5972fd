import { type Asked, type Call, logIn, type Told } from '../harness/api';
import { testLong } from '../harness/extent';
import { type Cafe, startCafe } from './cafe';

const OAT = { name: 'Oat', priceChange: 40 };
const LATTE = {
  name: 'Latte',
  price: 380,
  category: 'Coffee',
  description: 'With milk',
  image: 'https://img.example/latte.jpg',
  options: [{ name: 'Milk', min: 1, choices: [{ name: 'Cow' }, OAT] }],
};

interface Menu {
  categories: string[];
  data: { id: string; name: string; availability: string; stock: number | null }[];
}

describe('the menu', () => {
  let cafe: Cafe;
  beforeEach(async () => {
    cafe = await startCafe();
  });
  afterEach(() => cafe.close());

  const as = (role: 'admin' | 'manager' | 'staff' | 'agent', body?: object): Asked => ({
    token: cafe.api.tokens[role],
    ...(body ? { body } : {}),
  });
  const SHOW = 'GET /v1/cafes/C-1/menu';
  const MAKE = 'POST /v1/cafes/C-1/menu';
  const namesIn = (told: Told) => (told.body as Menu).data.map(({ name }) => name);
  const menu = async () => (await cafe.call(SHOW)).body as Menu;
  const itself = () => cafe.rows('Menu')[0];

  test('takes an item from its manager and shows it to anybody', async () => {
    const { status, body } = await cafe.call(MAKE, as('manager', LATTE));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...LATTE,
      id: expect.stringMatching(/^I-\d+$/),
      cafeId: 'C-1',
      currency: 'EUR',
      availability: 'available',
      stock: null,
      version: 1,
      options: [{ name: 'Milk', min: 1, max: 1, choices: [{ name: 'Cow', priceChange: 0 }, OAT] }],
    });
    const [own, other] = await cafe.callAll([SHOW], ['GET /v1/cafes/C-2/menu']);
    expect(own.body).toEqual({
      cafe: { id: 'C-1', name: 'Corner', currency: 'EUR', timeZone: 'Europe/Berlin' },
      categories: ['Coffee'],
      data: [body],
    });
    expect(other.body).toMatchObject({ data: [] });
  });

  test('shows what is sold out, and hides what is hidden from all but the cafe', async () => {
    await cafe.items([
      { name: 'Tea', price: 300, availability: 'hidden' },
      { name: 'Cake', price: 400, availability: 'sold_out' },
      { name: 'Last one', price: 400, stock: 0 },
    ]);
    const [anybody, staff, agent] = await cafe.callAll([SHOW], [SHOW, as('staff')], [SHOW, as('agent')]);
    expect(anybody.body).toMatchObject({
      data: [
        { name: 'Cake', availability: 'sold_out' },
        { name: 'Last one', availability: 'sold_out', stock: 0 },
      ],
    });
    expect(namesIn(staff)).toEqual(['Tea', 'Cake', 'Last one']);
    expect(namesIn(agent)).toEqual(['Cake', 'Last one']);
  });

  test('made twice with one Idempotency-Key has one item, and the first answer twice', async () => {
    const asked = { ...as('manager', LATTE), headers: { 'idempotency-key': 'one' } };
    const price = as('manager', { price: 1 });
    const [first, , again] = await cafe.callAll([MAKE, asked], ['PATCH /v1/menu/I-1', price], [MAKE, asked]);
    expect(again.body).toEqual(first.body);
    expect(cafe.rows('Menu').filter(({ id: own }) => own)).toHaveLength(1);
  });

  test('is changed by its manager; its staff says what has run out, and nothing else', async () => {
    const patch = 'PATCH /v1/menu/I-1';
    const [, before, changed, after, soldOut, refused, shown] = await cafe.callAll(
      [MAKE, as('manager', LATTE)],
      [SHOW],
      [patch, as('manager', { price: 400, name: 'Caffè latte' })],
      [SHOW],
      [patch, as('staff', { availability: 'sold_out' })],
      [patch, as('staff', { availability: 'available', price: 1 })],
      [SHOW],
    );
    expect(namesIn(before)).toEqual(['Latte']);
    expect(changed.body).toMatchObject({ price: 400, version: 2 });
    expect(itself()).toMatchObject({ priceAmount: '4.00' });
    expect(namesIn(after)).toEqual(['Caffè latte']);
    expect(soldOut.body).toMatchObject({ availability: 'sold_out' });
    expect(refused).toMatchObject({ status: 403, body: { error: { param: 'price' } } });
    expect(shown.body).toMatchObject({ data: [{ availability: 'sold_out', price: 400 }] });
  });

  test('is changed by If-Match only in the state that was seen', async () => {
    const headers = { 'if-match': '"v1"' };
    const [, changed, late, shown] = await cafe.callAll(
      [MAKE, as('manager', LATTE)],
      ['PATCH /v1/menu/I-1', { ...as('manager', { price: 400 }), headers }],
      ['PATCH /v1/menu/I-1', { ...as('manager', { price: 500 }), headers }],
      [SHOW],
    );
    expect([changed.status, late.status]).toEqual([200, 412]);
    expect(shown.body).toMatchObject({ data: [{ price: 400 }] });
  });

  test('loses an item for good', async () => {
    const DELETE = 'DELETE /v1/menu/I-1';
    const [, refused, deleted, shown, again] = await cafe.callAll(
      [MAKE, as('manager', LATTE)],
      [DELETE, as('staff')],
      [DELETE, as('manager')],
      [SHOW],
      [DELETE, as('manager')],
    );
    expect(refused.status).toBe(403);
    expect(deleted.body).toEqual({ id: 'I-1', deleted: true });
    expect(namesIn(shown)).toEqual([]);
    expect(again.status).toBe(404);
    expect(cafe.rows('Menu')).toEqual([]);
  });

  test('of another cafe is nothing to a manager', async () => {
    await cafe.item(LATTE, 'C-2');
    const before = cafe.rows('Menu');
    const told = await cafe.callAll(
      ['POST /v1/cafes/C-2/menu', as('manager', LATTE)],
      ['PATCH /v1/menu/I-1', as('manager', { price: 1 })],
      ['DELETE /v1/menu/I-1', as('manager')],
    );
    expect(told.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(cafe.rows('Menu')).toEqual(before);
  });

  test('is asked for again by its tag without a read of the sheet', async () => {
    await cafe.item(LATTE);
    await cafe.later(3_000);
    const { headers } = await cafe.call(SHOW);
    const again = await cafe.call(SHOW, { headers: { 'if-none-match': headers?.etag ?? '' } });
    expect(again.status).toBe(304);
    expect(cafe.calls('spreadsheet')).toEqual([]);
  });

  test('of a cafe that there is not is 404, whatever its name', async () => {
    const told = await cafe.callAll(
      [MAKE, as('manager', LATTE)],
      ['GET /v1/cafes/changed%20C-1/menu'],
      ['GET /v1/cafes/C-9/menu'],
      ['POST /v1/cafes/C-9/menu', as('admin', LATTE)],
    );
    expect(told.map(({ status }) => status)).toEqual([201, 404, 404, 404]);
  });

  test('typed into the sheet is shown at once', async () => {
    const [made] = await cafe.callAll([MAKE, as('manager', LATTE)], [SHOW]);
    await cafe.edit('Menu', (made.body as { id: string }).id, 'priceAmount', '4,20');
    expect((await menu()).data).toMatchObject([{ price: 420 }]);
  });

  const TYPED: readonly [string, string, { availability: string; [field: string]: unknown }][] = [
    ['priceAmount', 'free', { availability: 'sold_out', price: null }],
    ['priceAmount', '1,250', { availability: 'sold_out', price: null }],
    ['priceAmount', '-3.80', { availability: 'sold_out', price: null }],
    ['priceAmount', '$5', { availability: 'sold_out', price: null }],
    ['priceAmount', '', { availability: 'sold_out', price: null }],
    ['priceAmount', '1000000.00', { availability: 'sold_out', price: null }],
    ['priceAmount', '3.8', { availability: 'available', price: 380 }],
    ['priceAmount', '€5', { availability: 'available', price: 500 }],
    ['options', 'Cow or oat', { availability: 'sold_out', options: [] }],
    [
      'options',
      '[{"name":"Milk","choices":[{"name":"Oat","priceChange":"40"}]}]',
      { availability: 'sold_out' },
    ],
    [
      'options',
      '[{"name":"Milk","choices":[{"name":"Oat","priceChange":0.5}]}]',
      { availability: 'sold_out' },
    ],
    ['options', '[{"name":"Milk"}]', { availability: 'sold_out' }],
    [
      'options',
      '[{"name":"Milk","choices":[{"name":"Oat"}]}]',
      {
        availability: 'available',
        options: [{ name: 'Milk', min: 0, max: 1, choices: [{ name: 'Oat', priceChange: 0 }] }],
      },
    ],
    ['availability', '', { availability: 'available' }],
    ['stock', 'ten', { availability: 'sold_out', stock: 0 }],
    ['stock', '-1', { availability: 'sold_out', stock: 0 }],
    ['stock', '', { availability: 'available', stock: null }],
  ];

  test('with the cell that somebody has typed is sold accordingly', async () => {
    const ids = (await cafe.items(TYPED.map(() => ({ ...LATTE, stock: 5 })))).map(({ id }) => id);
    await cafe.paste(
      'Menu',
      TYPED.map(([column, text], at) => [ids[at] ?? '', column, text]),
    );
    const options = [{ option: 'Milk', choice: 'Oat' }];
    const [shown, ...orders] = await cafe.callAll(
      [SHOW],
      ...ids.map(
        (menuItemId): Call => [
          'POST /v1/orders',
          { body: { cafeId: 'C-1', items: [{ menuItemId, options }] } },
        ],
      ),
    );
    const { data } = shown.body as Menu;
    for (const [at, [column, text, expected]] of TYPED.entries()) {
      const status = expected.availability === 'available' ? 201 : 409;
      expect([column, text, data[at], orders[at]?.status]).toMatchObject([column, text, expected, status]);
    }
  });

  const REFUSED: readonly [object, string][] = [
    [{ price: 380 }, 'name'],
    [{ name: 'Latte' }, 'price'],
    [{ name: ' ', price: 380 }, 'name'],
    [{ name: 'Latte', price: 3.8 }, 'price'],
    [{ name: 'Latte', price: -1 }, 'price'],
    [{ name: 'Latte', price: '380' }, 'price'],
    [{ name: 'Latte', price: 100_000_000 }, 'price'],
    [{ name: 'Latte', price: 380, availability: 'gone' }, 'availability'],
    [{ name: 'Latte', price: 380, stock: -1 }, 'stock'],
    [{ name: 'Latte', price: 380, stock: 1.5 }, 'stock'],
    [{ name: 'Latte', price: 380, image: 'javascript:alert(1)' }, 'image'],
    [{ name: 'Latte', price: 380, currency: 'USD' }, 'currency'],
    [{ name: 'Latte', price: 380, options: [{ name: 'Milk', choices: [] }] }, 'options.0.choices'],
    [{ name: 'Latte', price: 380, options: [{ name: 'Milk', choices: [OAT, OAT] }] }, 'options.0.choices'],
    [{ name: 'Latte', price: 380, options: [{ name: 'Milk', min: 2, choices: [OAT] }] }, 'options.0'],
    [
      { name: 'Latte', price: 380, options: [{ name: 'Milk', choices: [{ ...OAT, priceChange: 0.5 }] }] },
      'options.0.choices.0.priceChange',
    ],
  ];

  test('refuses what is not valid, naming the field', async () => {
    const told = await cafe.callAll(...REFUSED.map(([body]): Call => [MAKE, as('manager', body)]));
    for (const [at, [body, param]] of REFUSED.entries())
      expect([body, told[at]]).toMatchObject([body, { status: 422, body: { error: { param } } }]);
    expect(cafe.rows('Menu')).toEqual([]);
  });

  testLong('is guarded by sessions that end', async () => {
    const session = await cafe.call('POST /v1/auth/session', { body: cafe.api.people.manager });
    expect(session).toMatchObject({ status: 201, body: { user: { role: 'manager' } } });
    const { token } = session.body as { token: string };
    expect((await cafe.call('POST /v1/cafes/C-1/menu', { token, body: LATTE })).status).toBe(201);
    expect((await cafe.call('DELETE /v1/auth/session', { token })).body).toEqual({ ok: true });
    expect((await cafe.call('POST /v1/cafes/C-1/menu', { token, body: LATTE })).status).toBe(401);
    expect(await logIn(cafe.api, 'manager')).toMatch(/^st_/);
  });
});
