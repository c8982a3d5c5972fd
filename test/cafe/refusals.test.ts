import type { Call } from '../harness/api';
import { type Cafe, startCafe } from './cafe';

const OPTIONS = [
  { name: 'Milk', min: 1, choices: [{ name: 'Cow' }, { name: 'Oat', priceChange: 40 }] },
  { name: 'Extras', max: 2, choices: [{ name: 'Sugar' }, { name: 'Discount', priceChange: -5_000 }] },
];
const MILK = { option: 'Milk', choice: 'Cow' };

describe('placing an order is refused, and nothing is written', () => {
  let cafe: Cafe;
  const NAMES = ['latte', 'hidden', 'gone', 'few', 'free', 'dear', 'foreign'];
  beforeAll(async () => {
    cafe = await startCafe();
    await cafe.items([
      { name: 'Latte', price: 380, options: OPTIONS },
      { name: 'Test', price: 1, availability: 'hidden' },
      { name: 'Cake', price: 400, availability: 'sold_out' },
      { name: 'Bagel', price: 250, stock: 3 },
      { name: 'Water', price: 0 },
      { name: 'Gold', price: 99_999_999 },
    ]);
    await cafe.item({ name: 'Onigiri', price: 250 }, 'C-2');
  });
  afterAll(() => cafe.close());

  const line = (name: string, others: object = {}) => ({
    menuItemId: NAMES.includes(name) ? `I-${NAMES.indexOf(name) + 1}` : name,
    ...others,
  });
  const latte = (others: object = {}) => line('latte', { options: [MILK], ...others });

  const ORDERS: readonly [string, () => object, number, string][] = [
    ['no cafe', () => ({ cafeId: undefined, items: [latte()] }), 422, 'cafeId'],
    ['an unknown cafe', () => ({ cafeId: 'C-9', items: [latte()] }), 404, 'cafeId'],
    ['no items', () => ({ items: [] }), 422, 'items'],
    ['fifty-one lines', () => ({ items: Array(51).fill(latte()) }), 422, 'items'],
    ['an unknown item', () => ({ items: [latte(), line('I-999')] }), 422, 'items.1.menuItemId'],
    ['an item of another cafe', () => ({ items: [line('foreign')] }), 422, 'items.0.menuItemId'],
    ['a hidden item', () => ({ items: [line('hidden')] }), 422, 'items.0.menuItemId'],
    ['an item that is sold out', () => ({ items: [latte(), line('gone')] }), 409, 'items.1'],
    ['more than there are', () => ({ items: [line('few', { quantity: 4 })] }), 409, 'items.0'],
    [
      'more than there are over two lines',
      () => ({ items: [line('few', { quantity: 2 }), latte(), line('few', { quantity: 2 })] }),
      409,
      'items.0',
    ],
    ['zero pieces', () => ({ items: [line('few', { quantity: 0 })] }), 422, 'items.0.quantity'],
    [
      'a negative number',
      () => ({ items: [latte(), line('few', { quantity: -1 })] }),
      422,
      'items.1.quantity',
    ],
    ['half a piece', () => ({ items: [line('few', { quantity: 0.5 })] }), 422, 'items.0.quantity'],
    ['a hundred and one pieces', () => ({ items: [latte({ quantity: 101 })] }), 422, 'items.0.quantity'],
    ['a number as text', () => ({ items: [latte({ quantity: '2' })] }), 422, 'items.0.quantity'],
    ['a price of its own', () => ({ items: [latte({ unitPrice: 1 })] }), 422, 'items.0.unitPrice'],
    ['a total of its own', () => ({ items: [latte()], total: 1 }), 422, 'total'],
    ['a missing choice', () => ({ items: [line('latte')] }), 422, 'items.0.options'],
    [
      'a choice too many',
      () => ({ items: [latte({ options: [MILK, { ...MILK, choice: 'Oat' }] })] }),
      422,
      'items.0.options',
    ],
    [
      'a choice made twice',
      () => ({
        items: [latte({ options: [MILK, ...Array(2).fill({ option: 'Extras', choice: 'Sugar' })] })],
      }),
      422,
      'items.0.options.2.choice',
    ],
    [
      'an unknown choice',
      () => ({ items: [latte({ options: [{ ...MILK, choice: 'Goat' }] })] }),
      422,
      'items.0.options.0.choice',
    ],
    [
      'an unknown option in place of one that is needed',
      () => ({ items: [line('latte', { options: [{ option: 'Size', choice: 'L' }] })] }),
      422,
      'items.0.options.0.option',
    ],
    [
      'an unknown option',
      () => ({ items: [latte({ options: [MILK, { option: 'Size', choice: 'L' }] })] }),
      422,
      'items.0.options.1.option',
    ],
    [
      'choices below nothing',
      () => ({ items: [latte({ options: [MILK, { option: 'Extras', choice: 'Discount' }] })] }),
      422,
      'items.0.options',
    ],
    ['nothing to pay', () => ({ items: [line('free')] }), 422, 'items'],
    ['more than any card pays', () => ({ items: [line('dear', { quantity: 2 })] }), 422, 'items'],
    ['a negative tip', () => ({ items: [latte()], tip: -1 }), 422, 'tip'],
    ['a tip of a fraction', () => ({ items: [latte()], tip: 0.5 }), 422, 'tip'],
    ['a phone that is none', () => ({ items: [latte()], customer: { phone: '123' } }), 422, 'customer.phone'],
    [
      'an address that is none',
      () => ({ items: [latte()], customer: { email: 'ann' } }),
      422,
      'customer.email',
    ],
    ['a time of no day', () => ({ items: [latte()], pickupAt: '2026-11-31T12:00:00Z' }), 422, 'pickupAt'],
    ['a time without a zone', () => ({ items: [latte()], pickupAt: '2026-11-21T12:00:00' }), 422, 'pickupAt'],
    [
      'a time that has passed',
      () => ({ items: [latte()], pickupAt: '2026-11-20T12:00:00Z' }),
      422,
      'pickupAt',
    ],
    ['a time next year', () => ({ items: [latte()], pickupAt: '2027-11-20T12:00:00Z' }), 422, 'pickupAt'],
    ['a status', () => ({ items: [latte()], status: 'placed' }), 422, 'status'],
  ];

  test('by the field that is wrong', async () => {
    const before = cafe.api.sheets();
    const told = await cafe.callAll(
      ...ORDERS.map(([, body]): Call => ['POST /v1/orders', { body: { cafeId: 'C-1', ...body() } }]),
    );
    for (const [at, [what, , status, param]] of ORDERS.entries())
      expect([what, told[at]]).toMatchObject([what, { status, body: { error: { status, param } } }]);
    expect(cafe.api.sheets()).toEqual(before);
  });
});

test('an amount in dinars that no card can be charged is refused, and the next one is not', async () => {
  const cafe = await startCafe();
  await cafe.edit('Cafes', 'C-1', 'currency', 'KWD');
  const { admin: token } = cafe.api.tokens;
  const order = (tip: number): Call => [
    'POST /v1/orders',
    { body: { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }], tip } },
  ];
  const [, refused, taken] = await cafe.callAll(
    ['POST /v1/cafes/C-1/menu', { token, body: { name: 'Karak', price: 1_250 } }],
    order(5),
    order(10),
  );
  expect(refused).toMatchObject({
    status: 422,
    body: {
      error: {
        message: 'The total in KWD must be a multiple of 10 to be charged (got 1255).',
        param: 'items',
      },
    },
  });
  expect(taken).toMatchObject({ status: 201, body: { total: 1_260, currency: 'KWD' } });
  await cafe.close();
});
