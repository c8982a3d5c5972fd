import { logIn } from '../harness/api';
import { spread, testLong } from '../harness/extent';
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
  beforeAll(async () => {
    cafe = await startCafe();
  });
  afterEach(async () => {
    for (const { id } of cafe.rows('Menu'))
      await cafe.call(`DELETE /v1/menu/${id}`, { token: cafe.api.tokens.admin });
  });
  afterAll(() => cafe.close());

  const menu = async (token?: string, id = 'C-1') =>
    (await cafe.call(`GET /v1/cafes/${id}/menu`, token ? { token } : {})).body as Menu;
  const names = async (token?: string) => (await menu(token)).data.map(({ name }) => name);
  const patch = (id: string, body: object, token = cafe.api.tokens.manager, headers = {}) =>
    cafe.call(`PATCH /v1/menu/${id}`, { token, body, headers });

  test('takes an item from its manager and shows it to anybody', async () => {
    const { manager } = cafe.api.tokens;
    const { status, body } = await cafe.call('POST /v1/cafes/C-1/menu', { token: manager, body: LATTE });
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
    expect(await menu()).toEqual({
      cafe: { id: 'C-1', name: 'Corner', currency: 'EUR', timeZone: 'Europe/Berlin' },
      categories: ['Coffee'],
      data: [body],
    });
    expect((await menu(undefined, 'C-2')).data).toEqual([]);
  });

  test('shows what is sold out, and hides what is hidden from all but the cafe', async () => {
    await cafe.item({ name: 'Tea', price: 300, availability: 'hidden' });
    await cafe.item({ name: 'Cake', price: 400, availability: 'sold_out' });
    await cafe.item({ name: 'Last one', price: 400, stock: 0 });
    expect((await menu()).data).toMatchObject([
      { name: 'Cake', availability: 'sold_out' },
      { name: 'Last one', availability: 'sold_out', stock: 0 },
    ]);
    expect(await names(cafe.api.tokens.staff)).toEqual(['Tea', 'Cake', 'Last one']);
    expect(await names(cafe.api.tokens.agent)).toEqual(['Cake', 'Last one']);
  });

  test('made twice with one Idempotency-Key has one item, and the first answer twice', async () => {
    const asked = {
      token: cafe.api.tokens.manager,
      body: LATTE,
      headers: { 'idempotency-key': 'one' },
    };
    const { body } = await cafe.call('POST /v1/cafes/C-1/menu', asked);
    await patch((body as { id: string }).id, { price: 1 });
    expect((await cafe.call('POST /v1/cafes/C-1/menu', asked)).body).toEqual(body);
    expect(cafe.rows('Menu').filter(({ id: own }) => own)).toHaveLength(1);
  });

  test('is changed by its manager; its staff says what has run out, and nothing else', async () => {
    const { id } = await cafe.item(LATTE);
    expect(await names()).toEqual(['Latte']);
    expect((await patch(id, { price: 400, name: 'Caffè latte' })).body).toMatchObject({
      price: 400,
      version: 2,
    });
    expect(cafe.rows('Menu').find(({ id: own }) => own === id)).toMatchObject({ priceAmount: '4.00' });
    expect(await names()).toEqual(['Caffè latte']);
    const { staff } = cafe.api.tokens;
    expect((await patch(id, { availability: 'sold_out' }, staff)).body).toMatchObject({
      availability: 'sold_out',
    });
    const refused = await patch(id, { availability: 'available', price: 1 }, staff);
    expect(refused).toMatchObject({ status: 403, body: { error: { param: 'price' } } });
    expect((await menu()).data).toMatchObject([{ availability: 'sold_out', price: 400 }]);
  });

  test('is changed by If-Match only in the state that was seen', async () => {
    const { id } = await cafe.item(LATTE);
    expect((await patch(id, { price: 400 }, undefined, { 'if-match': '"v1"' })).status).toBe(200);
    expect((await patch(id, { price: 500 }, undefined, { 'if-match': '"v1"' })).status).toBe(412);
    expect((await menu()).data).toMatchObject([{ price: 400 }]);
  });

  test('loses an item for good', async () => {
    const { id } = await cafe.item(LATTE);
    const { manager: token, staff } = cafe.api.tokens;
    expect((await cafe.call(`DELETE /v1/menu/${id}`, { token: staff })).status).toBe(403);
    expect((await cafe.call(`DELETE /v1/menu/${id}`, { token })).body).toEqual({ id, deleted: true });
    expect(await names()).toEqual([]);
    expect((await cafe.call(`DELETE /v1/menu/${id}`, { token })).status).toBe(404);
    expect(cafe.rows('Menu')).toEqual([]);
  });

  test('of another cafe is nothing to a manager', async () => {
    const { id } = await cafe.item(LATTE, 'C-2');
    const { manager: token } = cafe.api.tokens;
    const before = cafe.rows('Menu');
    expect((await cafe.call('POST /v1/cafes/C-2/menu', { token, body: LATTE })).status).toBe(403);
    expect((await patch(id, { price: 1 })).status).toBe(403);
    expect((await cafe.call(`DELETE /v1/menu/${id}`, { token })).status).toBe(403);
    expect(cafe.rows('Menu')).toEqual(before);
  });

  test('is asked for again by its tag without a read of the sheet', async () => {
    await cafe.item(LATTE);
    await cafe.later(3_000);
    const { headers } = await cafe.call('GET /v1/cafes/C-1/menu');
    const again = await cafe.call('GET /v1/cafes/C-1/menu', {
      headers: { 'if-none-match': headers?.etag ?? '' },
    });
    expect(again.status).toBe(304);
    expect(cafe.calls('spreadsheet')).toEqual([]);
  });

  test('of a cafe that there is not is 404, whatever its name', async () => {
    await cafe.item(LATTE);
    expect((await cafe.call('GET /v1/cafes/changed%20C-1/menu')).status).toBe(404);
  });

  test('typed into the sheet is shown at once', async () => {
    const { id } = await cafe.item(LATTE);
    await menu();
    await cafe.edit('Menu', id, 'priceAmount', '4,20');
    expect((await menu()).data).toMatchObject([{ price: 420 }]);
  });

  test.each(
    spread(
      [
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
      ],
      3,
    ),
  )('with the %s %j typed into the sheet is sold accordingly', async (column, text, expected) => {
    const { id } = await cafe.item({ ...LATTE, stock: 5 });
    await cafe.edit('Menu', id, column, text);
    expect((await menu()).data).toMatchObject([expected]);
    const options = [{ option: 'Milk', choice: 'Oat' }];
    const { status } = await cafe.order([{ menuItemId: id, options }]);
    expect(status).toBe({ available: 201, sold_out: 409 }[expected.availability]);
  });

  test.each(
    spread<[object, string]>(
      [
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
        [
          { name: 'Latte', price: 380, options: [{ name: 'Milk', choices: [OAT, OAT] }] },
          'options.0.choices',
        ],
        [{ name: 'Latte', price: 380, options: [{ name: 'Milk', min: 2, choices: [OAT] }] }, 'options.0'],
        [
          { name: 'Latte', price: 380, options: [{ name: 'Milk', choices: [{ ...OAT, priceChange: 0.5 }] }] },
          'options.0.choices.0.priceChange',
        ],
      ],
      3,
    ),
  )('refuses %j, naming %s', async (body, param) => {
    const refused = await cafe.call('POST /v1/cafes/C-1/menu', { token: cafe.api.tokens.manager, body });
    expect(refused).toMatchObject({ status: 422, body: { error: { param } } });
    expect(cafe.rows('Menu')).toEqual([]);
  });

  test('of a cafe that there is not is 404', async () => {
    const body = LATTE;
    expect((await cafe.call('GET /v1/cafes/C-9/menu')).status).toBe(404);
    const { admin: token } = cafe.api.tokens;
    expect((await cafe.call('POST /v1/cafes/C-9/menu', { token, body })).status).toBe(404);
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
