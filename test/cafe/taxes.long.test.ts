import type { Call } from '../harness/api';
import { IS_SQL } from '../harness/engine';
import { type Cafe, type Item, startCafe } from './cafe';

let cafe: Cafe;
const ITEMS = [{ menuItemId: 'I-1', quantity: 2 }, { menuItemId: 'I-2' }];
const ORDER: Call = ['POST /v1/orders', { body: { cafeId: 'C-1', items: ITEMS, tip: 100 } }];

/** Placed while the tax was 7 percent. */
let first: Item;
let older: Item;
beforeAll(async () => {
  cafe = await startCafe();
  cafe.stopTimers();
  await cafe.items([
    { name: 'Tea', price: 300 },
    { name: 'Bun', price: 255 },
  ]);
  [first, older] = (await cafe.callAll(ORDER, ORDER)).map(({ body }) => body as Item) as [Item, Item];
});
afterAll(() => cafe.close());

async function order(): Promise<Item> {
  const { status, body } = await cafe.call(...ORDER);
  expect(status).toBe(201);
  return body as Item;
}

async function setTax(text: string): Promise<void> {
  await cafe.edit('Cafes', 'C-1', 'taxPercent', text);
  await cafe.later(3_000);
}

test('an order says what it includes of tax, without its tip, to everybody', async () => {
  const taxes = [{ percent: 7, amount: 855, includedTax: 56 }];
  const { id, includedTax } = first;
  expect(includedTax).toBe(56);
  const { staff: token } = cafe.api.tokens;
  const told = await cafe.callAll(
    [`GET /v1/orders/${id}`],
    [`GET /v1/orders/${id}`, { token }],
    ['GET /v1/cafes/C-1/orders', { token }],
  );
  const shown = { taxes, includedTax: 56, total: 955 };
  expect(told.map(({ body }) => body)).toMatchObject([shown, shown, { data: [shown, shown] }]);
});

test('it keeps the rate of its time, and its lines do not show it', async () => {
  await setTax('19');
  const { id } = await order();
  const told = await cafe.callAll([`GET /v1/orders/${first.id}`], [`GET /v1/orders/${id}`]);
  expect(told.map(({ body }) => body)).toMatchObject([
    { taxes: [{ percent: 7, includedTax: 56 }] },
    { taxes: [{ percent: 19, amount: 855, includedTax: 137 }] },
  ]);
  expect((first.items as object[])[0]).not.toHaveProperty('taxPercent');
});

describe('an order of before the rate was stored', () => {
  async function withoutRate({ id }: Item): Promise<Item> {
    const row = cafe.rows('Orders').find((one) => one.id === id);
    const lines = JSON.parse(String(row?.lines)) as { taxPercent?: number }[];
    const older = lines.map(({ taxPercent: _, ...line }) => line);
    await cafe.edit('Orders', id, 'lines', JSON.stringify(older));
    return cafe.get(id);
  }

  test('has its tax without the rate', async () => {
    const { taxes, items } = await withoutRate(older);
    expect(taxes).toEqual([{ percent: null, name: '', amount: 855, includedTax: 56 }]);
    expect(items).toHaveLength(2);
  });

  test('has none where its cafe showed none', async () => {
    await setTax('');
    expect((await withoutRate(await order())).taxes).toEqual([]);
  });
});

test.each([
  ['', []],
  ['0', [{ percent: 0, name: '', amount: 855, includedTax: 0 }]],
  ['2,5', [{ percent: 2.5, name: '', amount: 855, includedTax: 21 }]],
])('with a tax of %j they are %j', async (tax, taxes) => {
  await setTax(tax);
  expect((await order()).taxes).toEqual(taxes);
});

test('an item has a rate of its own, and another one to go; each is rounded once', async () => {
  await setTax('19');
  const { manager: token } = cafe.api.tokens;
  const item = (fields: object): Call => [
    'POST /v1/cafes/C-1/menu',
    { token, body: { price: 333, ...fields } },
  ];
  const items = [1, 2, 3, 4].map((at) => ({ menuItemId: `I-${at}`, quantity: at }));
  const place = (others: object): Call => ['POST /v1/orders', { body: { cafeId: 'C-1', items, ...others } }];
  const reduced = { name: 'Reduced', percent: 7 };
  const told = await cafe.callAll(
    item({ name: 'Bread', taxRate: reduced }),
    item({ name: 'Cake', taxRateToGo: reduced }),
    place({}),
    place({ isToGo: true }),
    item({ name: 'Gift', taxRate: { percent: 0.07 } }),
  );
  const bodies = told.map(({ body }) => body);
  // 300 + 2 x 255 + 4 x 333 at 19 %, 3 x 333 at 7 %; to go the cakes are at 7 %.
  expect(bodies).toMatchObject([
    { taxRate: reduced, taxRateToGo: null },
    { taxRateToGo: reduced },
    {
      isToGo: false,
      includedTax: 407,
      taxes: [
        { percent: 19, name: '', amount: 2_142, includedTax: 342 },
        { percent: 7, name: 'Reduced', amount: 999, includedTax: 65 },
      ],
    },
    {
      isToGo: true,
      includedTax: 281,
      taxes: [
        { percent: 19, amount: 810, includedTax: 129 },
        { percent: 7, amount: 2_331, includedTax: 152 },
      ],
    },
    { error: { status: 422, param: 'taxRate.percent' } },
  ]);
  expect(cafe.rows('Menu').map(({ taxRate }) => taxRate)).toEqual(['', '', 'Reduced 7%', '']);
  // Nobody types into a tab that a database stands behind.
  if (IS_SQL) return;
  await cafe.edit('Menu', 'I-3', 'taxRate', '7,0 %');
  await cafe.edit('Menu', 'I-4', 'taxRate', 'much');
  await cafe.later(3_000);
  const [menu] = await cafe.callAll(['GET /v1/cafes/C-1/menu', { token }]);
  expect((menu.body as { data: object[] }).data.slice(2)).toMatchObject([
    { availability: 'available', taxRate: { name: '', percent: 7 } },
    { availability: 'sold_out', taxRate: null },
  ]);
  expect(cafe.note('Menu', 'I-4', 'taxRate')).toContain('must be a tax such as Reduced 7%');
});
