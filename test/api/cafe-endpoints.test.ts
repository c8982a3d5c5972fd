import { ACCOUNT_ROUTES } from '../../src/accounts/sessions';
import { PUSH_ROUTES } from '../../src/api/desks';
import { CAFE_ROUTES } from '../../src/cafe/routes';
import type { Cafe } from '../cafe/cafe';
import { PLAIN } from '../harness/api';
import { IS_LONG } from '../harness/extent';
import { toPayload, toSignedRequest } from '../harness/payment-events';
import { WAYS } from '../http/ways';
import { startPayingCafe } from './paying-cafe';
import { type Row, testRows } from './rows';

const ITEM = {
  name: 'Flat white',
  price: 380,
  category: 'Coffee',
  image: 'https://img.example/flat-white.jpg',
  stock: 100,
  options: [{ name: 'Milk', min: 1, max: 1, choices: [{ name: 'Oat', priceChange: 40 }] }],
};
const OAT = { option: 'Milk', choice: 'Oat' };
const CUSTOMER = { name: 'Ann', phone: '+1 (555) 123-0001' };
const PUSHED_TO = 'https://pos.example.com/orders';

const isSecret = expect.stringMatching(/^whsec_/);

let cafe: Cafe;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ cafe, close } = await startPayingCafe());
});
afterAll(() => close());

/** The intent of an order, as its row has it. */
const intentOf = (orderId: string) => String(cafe.rows('Orders').find(({ id }) => id === orderId)?.intentId);

/** Section 4 of the cafe's interface and what is around it, in an order in which each finds what it needs. */
const ROWS: Row<'cafe' | 'item' | 'order' | 'push' | 'device'>[] = [
  {
    endpoint: 'POST /v1/auth/session',
    makes: 'token',
    asked: (_, { people }) => ({ body: people.manager }),
    status: 201,
    body: () => ({ token: expect.stringMatching(/^st_/), user: { role: 'manager', cafeId: 'C-1' } }),
  },
  {
    endpoint: 'GET /v1/auth/session',
    body: () => ({
      user: { id: expect.stringMatching(/^U-\d+$/), role: 'manager', cafeId: 'C-1' },
      expiresAt: expect.stringMatching(/Z$/),
      testMode: expect.any(Boolean),
    }),
  },
  {
    endpoint: 'POST /v1/cafes/:cafeId/menu',
    of: 'cafe',
    makes: 'item',
    asked: () => ({ body: ITEM }),
    status: 201,
    body: () => ({ ...ITEM, id: expect.stringMatching(/^I-[1-9]\d*$/), currency: 'EUR', version: 1 }),
  },
  {
    endpoint: 'GET /v1/cafes/:cafeId/menu',
    of: 'cafe',
    by: 'anybody',
    body: ({ cafe: id, item }) => ({
      cafe: { id, name: 'Corner', currency: 'EUR' },
      categories: ['Coffee'],
      data: expect.arrayContaining([expect.objectContaining({ ...ITEM, id: item })]),
    }),
  },
  {
    endpoint: 'PATCH /v1/menu/:id',
    of: 'item',
    asked: () => ({
      body: { name: '=Latte', price: 390, availability: 'available', image: '' },
      headers: { 'if-match': '"v1"' },
    }),
    body: ({ item }) => ({ id: item, name: '=Latte', price: 390, image: '', version: 2 }),
  },
  {
    endpoint: 'POST /v1/cafes/:cafeId/push-endpoints',
    of: 'cafe',
    makes: 'push',
    asked: () => ({ body: { url: PUSHED_TO } }),
    status: 201,
    body: () => ({ id: expect.stringMatching(/^P-/), url: PUSHED_TO, state: 'enabled', secret: isSecret }),
  },
  {
    endpoint: 'GET /v1/cafes/:cafeId/push-endpoints',
    of: 'cafe',
    body: ({ cafe: cafeId, push }) => ({
      data: [{ id: push, cafeId, url: PUSHED_TO, events: ['order.updated'], failingSince: null }],
    }),
  },
  {
    endpoint: 'POST /v1/push-endpoints',
    by: 'admin',
    asked: () => ({ body: { url: PUSHED_TO, events: ['lead.created'] } }),
    status: 201,
    body: () => ({ cafeId: null, url: PUSHED_TO, events: ['lead.created'], secret: isSecret }),
  },
  {
    endpoint: 'GET /v1/push-endpoints',
    by: 'admin',
    body: () => ({
      data: expect.arrayContaining([expect.objectContaining({ cafeId: null, url: PUSHED_TO })]),
    }),
  },
  {
    endpoint: 'POST /v1/orders',
    by: 'anybody',
    makes: 'order',
    asked: ({ cafe: cafeId, item }) => ({
      body: {
        cafeId,
        items: [{ menuItemId: item, quantity: 2, options: [OAT] }],
        customer: CUSTOMER,
        tip: 100,
      },
    }),
    status: 201,
    body: () => ({
      status: 'draft',
      total: 960,
      payment: { intentId: expect.stringMatching(/^pi_/), clientSecret: expect.stringContaining('_secret_') },
    }),
  },
  {
    endpoint: 'GET /v1/orders/:id',
    of: 'order',
    body: ({ order }) => ({
      id: order,
      status: 'draft',
      items: [{ name: '=Latte', quantity: 2, unitPrice: 430, amount: 860 }],
      customer: { ...CUSTOMER, phone: '+15551230001' },
    }),
  },
  {
    endpoint: 'POST /v1/orders/:id/cancel',
    of: 'order',
    by: 'anybody',
    asked: () => ({ body: { clientSecret: 'pi_1_secret_of_another' } }),
    status: 403,
    body: () => ({ error: { code: 'forbidden', param: 'clientSecret' } }),
  },
  { endpoint: 'GET /v1/cafes', body: () => ({ data: [{ id: 'C-1', isPaused: false, isTest: true }] }) },
  {
    endpoint: 'GET /v1/cafes/:cafeId',
    of: 'cafe',
    by: 'anybody',
    body: ({ cafe: id }) => ({ id, name: 'Corner', isPaused: false, isOpen: true, opensAt: null }),
  },
  {
    endpoint: 'PATCH /v1/cafes/:cafeId',
    of: 'cafe',
    asked: () => ({ body: { openingHours: '00:00-24:00', isPaused: false } }),
    body: () => ({ openingHours: '00:00-24:00', isPaused: false, isOpen: true }),
  },
  {
    endpoint: 'GET /v1/cafes/:cafeId/orders',
    of: 'cafe',
    asked: () => ({ query: { status: 'draft,placed,accepted', pageSize: '100' } }),
    body: ({ order }) => ({ data: expect.arrayContaining([expect.objectContaining({ id: order })]) }),
  },
  {
    endpoint: 'GET /v1/cafes/:cafeId/takings',
    of: 'cafe',
    body: () => ({ currency: 'EUR', orders: 0, testOrders: expect.any(Number) }),
  },
  ...['takings', 'sold-items', 'time-to-ready', 'sold-out'].map((id) => ({
    endpoint: `GET /v1/reports/${id}`,
    asked: () => ({ query: { cafeId: 'C-1' } }),
    body: () => ({ id, currency: 'EUR' }),
  })),
  {
    endpoint: 'POST /webhooks/payments',
    by: 'signer',
    asked: ({ order: orderId }) =>
      toSignedRequest(toPayload({ orderId, intentId: intentOf(orderId), amount: 960 }), cafe.now()),
    body: () => ({ received: true }),
  },
  {
    endpoint: 'POST /v1/orders/:id/refunds',
    of: 'order',
    asked: () => ({
      body: { lines: [{ line: 0, quantity: 1 }], reason: 'Cold.' },
      headers: { 'idempotency-key': 'cold' },
    }),
    status: 201,
    body: () => ({ id: 'R-1', status: 'pending', amount: 480, tip: 50 }),
  },
  {
    endpoint: 'PATCH /v1/orders/:id',
    of: 'order',
    asked: () => ({ body: { status: 'cancelled', reason: 'No more milk.' } }),
    body: ({ order }) => ({ id: order, status: 'cancelled', nextStatuses: [] }),
  },
  {
    endpoint: 'POST /webhooks/orders',
    asked: ({ order: orderId }) => ({ body: { orderId } }),
    status: 202,
    body: ({ order: orderId }) => ({ orderId, status: 'queued' }),
  },
  {
    endpoint: 'GET /v1/push-endpoints/:id/deliveries',
    of: 'push',
    asked: () => ({ query: { page: '1', pageSize: '5' } }),
    body: () => ({ data: [], page: 1, pageSize: 5, total: 0 }),
  },
  {
    endpoint: 'POST /v1/push-endpoints/:id/test',
    of: 'push',
    body: () => ({ status: 0, error: expect.any(String) }),
  },
  {
    endpoint: 'POST /v1/push-endpoints/:id/secret',
    of: 'push',
    body: ({ push }) => ({ id: push, secret: isSecret }),
  },
  {
    endpoint: 'PATCH /v1/push-endpoints/:id',
    of: 'push',
    asked: () => ({ body: { state: 'disabled' } }),
    body: ({ push }) => ({ id: push, state: 'disabled', version: 2 }),
  },
  {
    endpoint: 'DELETE /v1/push-endpoints/:id',
    of: 'push',
    body: ({ push }) => ({ id: push, deleted: true }),
  },
  {
    endpoint: 'POST /v1/cafes/:cafeId/devices',
    of: 'cafe',
    makes: 'device',
    asked: () => ({ body: { name: 'Counter' } }),
    status: 201,
    body: () => ({ id: expect.stringMatching(/^D-/), name: 'Counter', token: expect.stringMatching(/^dt_/) }),
  },
  {
    endpoint: 'GET /v1/cafes/:cafeId/devices',
    of: 'cafe',
    body: ({ device }) => ({ data: expect.arrayContaining([expect.objectContaining({ id: device })]) }),
  },
  {
    endpoint: 'DELETE /v1/devices/:id',
    of: 'device',
    body: ({ device }) => ({ id: device, deleted: true }),
  },
  { endpoint: 'DELETE /v1/menu/:id', of: 'item', body: ({ item }) => ({ id: item, deleted: true }) },
  { endpoint: 'DELETE /v1/auth/session', body: () => ({ ok: true }) },
];

test('what follows calls every endpoint of the interface, 11 of them, and those for pushes and the counter', () => {
  const accounts = Object.keys(ACCOUNT_ROUTES).filter((endpoint) => endpoint.endsWith('/session'));
  const declared = [...accounts, ...Object.keys(CAFE_ROUTES), ...Object.keys(PUSH_ROUTES)].sort();
  expect(ROWS.map(({ endpoint }) => endpoint).sort()).toEqual(declared);
  const own =
    /^GET \/v1\/auth|\/(refunds|cancel)$|\/push-endpoints|\/devices|cafes$|:cafeId(?!\/menu)|\/reports/;
  expect(declared.filter((endpoint) => !own.test(endpoint))).toHaveLength(11);
});

describe.each(IS_LONG ? WAYS : WAYS.slice(-1))('by $name', (way) => {
  const start = { token: '', cafe: 'C-1', item: '', order: '', push: '', device: '' };
  // A plain call cannot be signed, so that its order is not paid and has nothing to refund.
  const rows = way === PLAIN ? ROWS.filter(({ endpoint }) => !endpoint.endsWith('/refunds')) : ROWS;
  const made = testRows(way, rows, { start, api: () => cafe.api });

  test('the order is paid if its payment event was accepted, and is there even after its item was deleted', async () => {
    const paid = way === PLAIN ? [] : ['placed'];
    const { text, body } = await cafe.api.call(way, 'GET', `/v1/orders/${made.order}`);
    expect(body).toMatchObject({
      payment: { paid: way === PLAIN ? 0 : 960 },
      history: ['draft', ...paid, 'cancelled'].map((status) => ({ status })),
    });
    expect(text).not.toContain(CUSTOMER.name);
  });

  test('what was deleted and who was logged out are gone', async () => {
    const { token } = made;
    const change = { token: cafe.api.tokens.manager, body: { price: 1 } };
    expect((await cafe.api.call(way, 'PATCH', `/v1/menu/${made.item}`, change)).status).toBe(404);
    expect((await cafe.api.call(way, 'GET', '/v1/cafes/C-1/push-endpoints', { token })).status).toBe(401);
  });
});
