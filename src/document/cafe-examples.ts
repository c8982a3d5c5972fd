import type { Guide } from '../http/openapi-guide';

const CAFE = { id: 'C-1', name: 'Corner Cafe', currency: 'EUR', timeZone: 'Europe/Berlin' };

const MILK = { name: 'Milk', min: 1, max: 1 };

const NEW_ITEM = {
  name: 'Flat white',
  price: 380,
  category: 'Coffee',
  options: [{ ...MILK, choices: [{ name: 'Cow' }, { name: 'Oat', priceChange: 40 }] }],
};

const ITEM = {
  id: 'I-1',
  cafeId: 'C-1',
  ...NEW_ITEM,
  currency: 'EUR',
  availability: 'available',
  description: '',
  image: '',
  options: [
    {
      ...MILK,
      choices: [
        { name: 'Cow', priceChange: 0 },
        { name: 'Oat', priceChange: 40 },
      ],
    },
  ],
  stock: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  version: 1,
};

export const ORDER_ID = 'O-12-4k3vw8qlr1tnb5xyc9dmfa';

/** As everybody sees it who has its ID. */
const DRAFT = {
  id: ORDER_ID,
  cafeId: 'C-1',
  status: 'draft',
  nextStatuses: ['cancelled'],
  items: [
    {
      menuItemId: 'I-1',
      name: 'Flat white',
      quantity: 2,
      options: [{ option: 'Milk', choice: 'Oat', priceChange: 40 }],
      note: '',
      unitPrice: 420,
      amount: 840,
    },
  ],
  tip: 50,
  includedTax: 55,
  taxes: [{ percent: 7, amount: 840, includedTax: 55 }],
  total: 890,
  currency: 'EUR',
  isTest: false,
  payment: { intentId: 'pi_3Q9x', paid: 0, refunded: 0, error: null, refundError: null, dispute: null },
  note: '',
  pickupAt: null,
  history: [{ status: 'draft', at: '2026-11-21T12:00:03.000Z', by: 'customer' }],
  createdAt: '2026-11-21T12:00:03.000Z',
  updatedAt: '2026-11-21T12:00:03.000Z',
  version: 1,
};

const PLACED = {
  ...DRAFT,
  status: 'placed',
  nextStatuses: ['accepted', 'cancelled'],
  payment: { ...DRAFT.payment, paid: 890 },
  history: [...DRAFT.history, { status: 'placed', at: '2026-11-21T12:00:41.000Z', by: 'payment' }],
  updatedAt: '2026-11-21T12:00:41.000Z',
  version: 2,
};

/** As the cafe sees it. */
export const ORDER = {
  ...PLACED,
  status: 'accepted',
  nextStatuses: ['preparing', 'cancelled'],
  customer: { name: 'Ada', phone: '', email: 'ada@example.com' },
  history: [...PLACED.history, { status: 'accepted', at: '2026-11-21T12:01:20.000Z', by: 'U-4' }],
  updatedAt: '2026-11-21T12:01:20.000Z',
  version: 3,
};

const OPENING = {
  ...CAFE,
  openingHours: 'Mon-Fri 08:00-18:00, Sat 09:00-14:00',
  isPaused: false,
  isOpen: false,
  opensAt: '2026-11-23T07:00:00.000Z',
  isTest: false,
  lateSoonMinutes: 5,
  lateMinutes: 8,
  version: 2,
};

export const CAFE_EXAMPLES: Guide['examples'] = {
  'GET /v1/cafes': { url: '/v1/cafes', response: { data: [OPENING] } },
  'GET /v1/cafes/:cafeId': { url: '/v1/cafes/C-1', response: OPENING },
  'PATCH /v1/cafes/:cafeId': {
    url: '/v1/cafes/C-1',
    body: { openingHours: OPENING.openingHours },
    response: OPENING,
  },
  'GET /v1/cafes/:cafeId/takings': {
    url: '/v1/cafes/C-1/takings?from=2026-11-21&to=2026-11-21',
    response: {
      from: '2026-11-21',
      to: '2026-11-21',
      currency: 'EUR',
      orders: 2,
      sum: 1_680,
      tips: 50,
      includedTax: 107,
      refunds: 380,
      net: 1_300,
      items: [{ menuItemId: 'I-1', name: 'Flat white', quantity: 4, amount: 1_630 }],
      testOrders: 0,
      otherCurrencies: [],
    },
  },
  'GET /v1/cafes/:cafeId/menu': {
    url: '/v1/cafes/C-1/menu',
    response: { cafe: CAFE, categories: ['Coffee'], data: [ITEM] },
  },
  'POST /v1/cafes/:cafeId/menu': { url: '/v1/cafes/C-1/menu', body: NEW_ITEM, response: ITEM },
  'PATCH /v1/menu/:id': {
    url: '/v1/menu/I-1',
    body: { availability: 'sold_out' },
    response: { ...ITEM, availability: 'sold_out', version: 2 },
  },
  'DELETE /v1/menu/:id': { url: '/v1/menu/I-1', response: { id: 'I-1', deleted: true } },
  'POST /v1/orders': {
    url: '/v1/orders',
    body: {
      cafeId: 'C-1',
      items: [{ menuItemId: 'I-1', quantity: 2, options: [{ option: 'Milk', choice: 'Oat' }] }],
      customer: { name: 'Ada', email: 'ada@example.com' },
      tip: 50,
    },
    response: { ...DRAFT, payment: { ...DRAFT.payment, clientSecret: 'pi_3Q9x_secret_k2Lm' } },
  },
  'GET /v1/cafes/:cafeId/orders': {
    url: '/v1/cafes/C-1/orders?status=accepted&since=2026-11-21T12:00:00Z',
    response: { data: [ORDER], page: 1, pageSize: 25, total: 1 },
  },
  'GET /v1/orders/:id': { url: `/v1/orders/${ORDER_ID}`, response: PLACED },
  'PATCH /v1/orders/:id': {
    url: `/v1/orders/${ORDER_ID}`,
    body: { status: 'accepted' },
    response: ORDER,
  },
  'POST /webhooks/payments': {
    url: '/webhooks/payments',
    body: { id: 'evt_1Q9x', type: 'payment_intent.succeeded' },
    response: { received: true },
  },
  'POST /webhooks/orders': {
    url: '/webhooks/orders',
    body: { orderId: ORDER_ID },
    response: { id: `evt_${ORDER_ID}_3`, orderId: ORDER_ID, status: 'queued' },
  },
};
