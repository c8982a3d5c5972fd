import { randomUUID } from 'node:crypto';
import { API_ROUTES } from '../../src/api/routes';
import { type Cafe, type Item, startCafe } from '../cafe/cafe';
import { ENVELOPE, GATEWAY } from '../harness/api';
import { IS_LONG, inTurns } from '../harness/extent';
import { WAYS } from '../http/ways';

let cafe: Cafe;
let token: string;
beforeAll(async () => {
  cafe = await startCafe();
  token = cafe.api.tokens.admin;
  await cafe.item({ name: 'Tea', price: 300 });
});
afterAll(() => cafe.close());

interface Made {
  endpoint: string;
  body: object;
  /** What makes another request of it. */
  other: object;
}

/** In an order in which each finds what it needs. */
const MADE: Made[] = [
  { endpoint: 'POST /v1/leads', body: { name: 'Ann', phone: '+15551230009' }, other: { name: 'Bob' } },
  {
    endpoint: 'POST /v1/leads/import',
    body: { rows: [{ name: 'Ann', phone: '+15551230010' }] },
    other: { rows: [{ name: 'Bob', phone: '+15551230010' }] },
  },
  {
    endpoint: 'POST /v1/vehicles',
    body: { make: 'Acme', model: 'One', price: 1 },
    other: { price: 2 },
  },
  {
    endpoint: 'POST /v1/messaging/messages',
    body: { leadId: 'L-1', body: 'hello' },
    other: { body: 'bye' },
  },
  { endpoint: 'POST /v1/cafes/:cafeId/menu', body: { name: 'Latte', price: 380 }, other: { price: 390 } },
  {
    endpoint: 'POST /v1/cafes/:cafeId/push-endpoints',
    body: { url: 'https://pos.example.com/orders' },
    other: { url: 'https://pos.example.com/' },
  },
  { endpoint: 'POST /v1/cafes/:cafeId/devices', body: { name: 'Counter' }, other: { name: 'Kitchen' } },
  {
    endpoint: 'POST /v1/push-endpoints',
    body: { url: 'https://crm.example.com/leads' },
    other: { url: 'https://crm.example.com/' },
  },
  {
    endpoint: 'POST /v1/orders',
    body: { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] },
    other: { tip: 1 },
  },
];

test('the requests below cover every endpoint that accepts an Idempotency-Key', () => {
  const taking = API_ROUTES.flatMap(Object.entries).flatMap(([endpoint, route]) =>
    route.idempotent ? [endpoint] : [],
  );
  expect(MADE.map(({ endpoint }) => endpoint).sort()).toEqual(taking.sort());
});

describe.each(WAYS)('by $name', (way) => {
  const headers = { 'idempotency-key': `again ${way.name}` };

  test.each(inTurns(MADE, WAYS, way))(
    '$endpoint with its key again is answered the same, and made once',
    async (made) => {
      const [method = '', path = ''] = made.endpoint.replace(':cafeId', 'C-1').split(' ');
      const send = (body: object) => cafe.api.call(way, method, path, { token, headers, body });
      const first = await send(made.body);
      expect(first.text).toContain('"id"');
      const before = JSON.stringify(cafe.api.sheets());
      expect((await send(made.body)).body).toEqual(withoutSecret(first.body));
      expect((await send({ ...made.body, ...made.other })).body).toMatchObject({
        error: { status: 422, code: 'idempotency_key_reused', param: 'idempotency-key' },
      });
      expect(JSON.stringify(cafe.api.sheets())).toBe(before);
    },
  );
});

/** A secret or a token is shown once; the second time there is a null in its place. */
function withoutSecret(body: unknown): unknown {
  const item = body as Item;
  if ('token' in item) return { ...item, token: null };
  return 'secret' in item ? { ...item, secret: null } : item;
}

describe.each(IS_LONG ? WAYS : WAYS.slice(-1))('an order without a credential, by $name', (way) => {
  const place = (key: string) => {
    const body = { cafeId: 'C-1', items: [{ menuItemId: 'I-1' }] };
    return cafe.api.call(way, 'POST', '/v1/orders', { headers: { 'idempotency-key': key }, body });
  };

  test('is refused with a key that a stranger may have too, and nothing is written', async () => {
    const before = JSON.stringify(cafe.api.sheets());
    for (const key of ['1', 'k'.repeat(21)])
      expect((await place(key)).body).toMatchObject({
        error: {
          status: 422,
          param: 'idempotency-key',
          message: expect.stringMatching(/^Without valid credentials .* 22 to 255 characters/),
        },
      });
    expect(JSON.stringify(cafe.api.sheets())).toBe(before);
  });

  test.each([
    ['a UUID', randomUUID()],
    ['22 characters', randomUUID().slice(0, 22)],
  ])('is placed once with %s as its key', async (_what, key) => {
    const first = await place(key);
    expect(first.text).toContain('"id"');
    expect((await place(key)).body).toEqual(first.body);
  });
});

test('the same key of another caller is another request', async () => {
  const headers = { 'idempotency-key': 'shared' };
  const body = { name: 'Ann', phone: '+15551230008' };
  const ids = [];
  for (const caller of [cafe.api.tokens.admin, cafe.api.tokens.agent])
    ids.push((await cafe.api.call(GATEWAY, 'POST', '/v1/leads', { token: caller, headers, body })).body);
  expect(new Set(ids.map((one) => (one as Item).id)).size).toBe(2);
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
  const send = async () =>
    (await cafe.api.call(GATEWAY, 'POST', '/v1/leads', { token, headers, body })).body as Item;
  const { id } = await send();
  await cafe.api.call(GATEWAY, 'DELETE', `/v1/leads/${id}`, { token });
  const later = await send();
  expect(later.id).toMatch(/^L-\d+$/);
  expect(later.id).not.toBe(id);
});
