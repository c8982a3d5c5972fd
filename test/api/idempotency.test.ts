import { randomUUID } from 'node:crypto';
import { API_ROUTES } from '../../src/api/sheet';
import { type Cafe, type Item, startCafe } from '../cafe/cafe';
import { type Call, ENVELOPE, type Told } from '../harness/api';
import { IS_LONG, spread } from '../harness/extent';
import { WAYS } from '../http/ways';

let cafe: Cafe;
let token: string;
let paid: Item;
beforeAll(async () => {
  cafe = await startCafe();
  token = cafe.api.tokens.admin;
  await cafe.item({ name: 'Tea', price: 300 });
  paid = await cafe.placed([{ menuItemId: 'I-1' }]);
});
afterAll(() => cafe.close());

interface Made {
  endpoint: string;
  /** In which it makes a row. */
  tab: string;
  body: object;
  /** What makes another request of it. */
  other: object;
}

/** In an order in which each finds what it needs. */
const MADE: Made[] = [
  {
    endpoint: 'POST /v1/leads',
    tab: 'Leads',
    body: { name: 'Ann', phone: '+15551230009' },
    other: { name: 'Bob' },
  },
  {
    endpoint: 'POST /v1/leads/import',
    tab: 'Leads',
    body: { rows: [{ name: 'Ann', phone: '+15551230010' }] },
    other: { rows: [{ name: 'Bob', phone: '+15551230010' }] },
  },
  {
    endpoint: 'POST /v1/vehicles',
    tab: 'Vehicles',
    body: { make: 'Acme', model: 'One', price: 1 },
    other: { price: 2 },
  },
  {
    endpoint: 'POST /v1/messaging/messages',
    tab: 'Outbox',
    body: { leadId: 'L-1', body: 'hello' },
    other: { body: 'bye' },
  },
  {
    endpoint: 'POST /v1/cafes/:cafeId/menu',
    tab: 'Menu',
    body: { name: 'Latte', price: 380 },
    other: { price: 390 },
  },
  {
    endpoint: 'POST /v1/cafes/:cafeId/push-endpoints',
    tab: 'Push endpoints',
    body: { url: 'https://pos.example.com/orders' },
    other: { url: 'https://pos.example.com/' },
  },
  {
    endpoint: 'POST /v1/cafes/:cafeId/devices',
    tab: 'Devices',
    body: { name: 'Counter' },
    other: { name: 'Kitchen' },
  },
  {
    endpoint: 'POST /v1/push-endpoints',
    tab: 'Push endpoints',
    body: { url: 'https://crm.example.com/leads' },
    other: { url: 'https://crm.example.com/' },
  },
  {
    endpoint: 'POST /v1/orders',
    tab: 'Orders',
    body: { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] },
    other: { tip: 1 },
  },
  {
    endpoint: 'POST /v1/orders/:id/refunds',
    tab: 'Outbox',
    body: { amount: 1, reason: 'Cold.' },
    other: { amount: 2 },
  },
];

test('the requests below cover every endpoint that accepts an Idempotency-Key', () => {
  const taking = API_ROUTES.flatMap(Object.entries).flatMap(([endpoint, route]) =>
    // That of XML is tried in adf.test.ts.
    route.idempotent && !route.bodyTypes ? [endpoint] : [],
  );
  expect(MADE.map(({ endpoint }) => endpoint).sort()).toEqual(taking.sort());
});

describe.each(WAYS)('by $name', (way) => {
  const headers = { 'idempotency-key': `again ${way.name}` };

  const chosen = IS_LONG || way === ENVELOPE ? MADE : spread(MADE, 1);

  test('what each endpoint makes is made once, and its key again is answered the same', async () => {
    // Leads are pushed where somebody listens, which comes on top.
    const count = (tab: string) => cafe.rows(tab).filter(({ kind }) => kind !== 'lead push').length;
    const rowsOf = (made: readonly Made[]) => made.map(({ tab }) => [tab, count(tab)]);
    const send = ({ endpoint }: Made, body: object): Call => [
      endpoint.replace(':cafeId', 'C-1').replace(':id', paid.id),
      { token, headers, body },
    ];
    const before = rowsOf(chosen);
    const told = await cafe.api.callAll(
      chosen.flatMap((made) => [
        send(made, made.body),
        send(made, made.body),
        send(made, { ...made.body, ...made.other }),
      ]),
      way,
    );
    for (const [at, { endpoint }] of chosen.entries()) {
      const [first, again, other] = told.slice(3 * at, 3 * at + 3) as [Told, Told, Told];
      expect([endpoint, first.text]).toEqual([endpoint, expect.stringContaining('"id"')]);
      expect([endpoint, again.body]).toEqual([endpoint, withoutSecret(first.body)]);
      expect([endpoint, other.body]).toMatchObject([
        endpoint,
        { error: { status: 422, code: 'idempotency_key_reused', param: 'idempotency-key' } },
      ]);
    }
    // Of two that make rows in the same tab each makes one.
    const madeIn = (tab: unknown) => chosen.filter((made) => made.tab === tab).length;
    expect(rowsOf(chosen)).toEqual(before.map(([tab, rows]) => [tab, Number(rows) + madeIn(tab)]));
  });
});

/** A secret or a token is shown once; the second time there is a null in its place. */
function withoutSecret(body: unknown): unknown {
  const item = body as Item;
  if ('token' in item) return { ...item, token: null };
  return 'secret' in item ? { ...item, secret: null } : item;
}

describe.each(IS_LONG ? WAYS : [ENVELOPE])('an order without a credential, by $name', (way) => {
  const place = (key: string): Call => {
    const body = { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] };
    return ['POST /v1/orders', { headers: { 'idempotency-key': key }, body }];
  };

  test('is refused with a key that a stranger may have too, and nothing is written', async () => {
    const before = JSON.stringify(cafe.api.sheets());
    for (const { body } of await cafe.api.callAll([place('1'), place('k'.repeat(21))], way))
      expect(body).toMatchObject({
        error: {
          status: 422,
          param: 'idempotency-key',
          message: expect.stringMatching(/^Without valid credentials .* 22 to 255 characters/),
        },
      });
    expect(JSON.stringify(cafe.api.sheets())).toBe(before);
  });

  test('is placed once with a UUID as its key, or with 22 characters', async () => {
    const keys = [randomUUID(), randomUUID().slice(0, 22)];
    const told = await cafe.api.callAll(
      keys.flatMap((key) => [place(key), place(key)]),
      way,
    );
    for (const [at, key] of keys.entries()) {
      const [first, again] = told.slice(2 * at);
      expect([key, first?.text]).toEqual([key, expect.stringContaining('"id"')]);
      expect([key, again?.body]).toEqual([key, first?.body]);
    }
    expect(told[0]?.body).not.toEqual(told[2]?.body);
  });
});

test('the same key of another caller is another request', async () => {
  const headers = { 'idempotency-key': 'shared' };
  const body = { name: 'Ann', phone: '+15551230008' };
  const { admin, agent } = cafe.api.tokens;
  const told = await cafe.callAll(
    ['POST /v1/leads', { token: admin, headers, body }],
    ['POST /v1/leads', { token: agent, headers, body }],
  );
  expect(new Set(told.map((one) => (one.body as Item).id)).size).toBe(2);
});

test('the same request at once is made once', async () => {
  const headers = { 'idempotency-key': 'at once' };
  const body = { name: 'Ann', phone: '+15551230007' };
  const told = await Promise.all(
    [...WAYS, ENVELOPE].map((way) => cafe.api.call(way, 'POST', '/v1/leads', { token, headers, body })),
  );
  expect(new Set(told.map(({ text }) => text)).size).toBe(1);
});

test('a lead that was deleted is no lead for its key any more, and its number is not given again', async () => {
  const headers = { 'idempotency-key': 'gone' };
  const body = { name: 'Ann', phone: '+15551230006' };
  const send: Call = ['POST /v1/leads', { token, headers, body }];
  const [first] = await cafe.callAll(send);
  const { id } = first.body as Item;
  const [, again] = await cafe.callAll([`DELETE /v1/leads/${id}`, { token }], send);
  const later = again.body as Item;
  expect(later.id).toMatch(/^L-\d+$/);
  expect(later.id).not.toBe(id);
});
