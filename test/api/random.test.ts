import fc from 'fast-check';
import { API_ROUTES } from '../../src/api/sheet';
import type { Cafe, Item } from '../cafe/cafe';
import { type Asked, type Call, ENVELOPE } from '../harness/api';
import { IS_LONG, randomCases } from '../harness/extent';
import { WAYS, type Way } from '../http/ways';
import { startPayingCafe } from './paying-cafe';

/** So many at a time. */
const AT_ONCE = 30;
const { seed: SEED, numRuns: RUNS } = randomCases(1, 50);

let cafe: Cafe;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ cafe, close } = await startPayingCafe());
  const token = cafe.api.tokens.key;
  const told = await cafe.callAll(
    ...['Ann', 'Bob'].flatMap((name, at): Call[] => {
      const order: Call = [
        'POST /v1/orders',
        { body: { cafeId: 'C-1', items: [{ menuItemId: `I-${at + 1}` }] } },
      ];
      return [
        ['POST /v1/leads', { token, body: { name, phone: '+15551230001' } }],
        ['POST /v1/vehicles', { token, body: { make: name, model: 'One', price: 1 } }],
        ['POST /v1/cafes/C-1/devices', { token, body: { name } }],
        ['POST /v1/cafes/C-1/push-endpoints', { token, body: { url: `https://pos.example.com/${name}` } }],
        ['POST /v1/cafes/C-1/menu', { token, body: { name, price: 300, stock: 20 } }],
        order,
        order,
      ];
    }),
  );
  for (const { body } of told) {
    const { id } = body as Item;
    if (id.startsWith('O-')) ORDER_IDS.push(id);
  }
});
afterAll(() => close());

/** Nobody can guess them; known once they are made. */
const ORDER_IDS: string[] = [];

/** Mostly as it should be, so that what is wrong elsewhere is reached. */
const often = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: rare });

const word = fc.oneof(
  fc.constantFrom('__proto__', '=1+1', "'", '', ' ', '\0', '\ud800', '🚗', '1e999', 'L-1', 'V-1', '%', '..'),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ minLength: 200, maxLength: 300 }),
);
const value = fc.oneof(word, fc.jsonValue({ maxDepth: 2 }), fc.double(), fc.maxSafeInteger());
const idIn = (letter: string) => often(fc.constantFrom(`${letter}-1`, `${letter}-2`, `${letter}-3`), word);
const orderId = often(
  fc.nat(3).map((at) => ORDER_IDS[at] ?? ''),
  word,
);

const lead = {
  name: fc.string({ minLength: 1, maxLength: 40 }),
  phone: fc.integer({ min: 1_000_000, max: 1e9 }).map((digits) => `+1${digits}`),
  creditScore: fc.string({ maxLength: 20 }),
  downPayment: fc.nat(),
  hasBank: fc.option(fc.boolean()),
  tradeIn: fc.option(fc.boolean()),
  location: fc.constantFrom('North', 'South', 'constructor'),
  status: fc.constantFrom('new', 'contacted', 'appointment', 'sold', 'lost'),
  notes: fc.string({ unit: 'binary', maxLength: 100 }),
};
const vehicle = {
  make: fc.string({ minLength: 1, maxLength: 20 }),
  model: fc.string({ minLength: 1, maxLength: 20 }),
  price: fc.nat(),
  miles: fc.option(fc.nat()),
  vin: fc.string({ maxLength: 17 }),
  status: fc.constantFrom('available', 'pending', 'sold'),
};
/** Of some fields, one of them spoilt now and then. */
function bodyOf(fields: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[] = []) {
  const good = fc.record(fields, { requiredKeys });
  const spoilt = fc
    .tuple(good, fc.constantFrom(...Object.keys(fields)), value)
    .map(([body, name, wrong]) => ({ ...body, [name]: wrong }));
  return often<unknown>(
    fc.oneof(good, spoilt),
    fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.dictionary(word, value)),
  );
}
const message = bodyOf({ leadId: idIn('L'), body: fc.string({ maxLength: 50 }) }, ['leadId', 'body']);
const { status: _, notes: __, ...newLead } = lead;

const menuItem = {
  name: fc.string({ minLength: 1, maxLength: 20 }),
  price: fc.nat(100_000_000),
  availability: fc.constantFrom('available', 'sold_out', 'hidden'),
  image: fc.constantFrom('', 'https://img.example/a.jpg'),
  category: fc.string({ maxLength: 80 }),
  description: fc.string({ unit: 'binary', maxLength: 100 }),
  stock: fc.option(fc.nat(100)),
  options: fc.constantFrom([], [{ name: 'Milk', choices: [{ name: 'Oat', priceChange: -999 }] }]),
};
const minutes = fc.option(fc.integer({ min: 0, max: 20 }));
const opening = {
  openingHours: fc.constantFrom('', 'Mon-Sun 00:00-24:00', 'whenever'),
  isPaused: fc.constant(false),
  lateSoonMinutes: minutes,
  lateMinutes: minutes,
};
const line = fc.record(
  { menuItemId: idIn('I'), quantity: fc.integer({ min: -1, max: 3 }), options: value, note: word },
  { requiredKeys: ['menuItemId'] },
);
const order = {
  cafeId: often(fc.constantFrom('C-1', 'C-1', 'C-2'), word),
  items: fc.array(line, { minLength: 1, maxLength: 3 }),
  customer: fc.record({ name: word, phone: lead.phone }, { requiredKeys: [] }),
  pickupAt: fc.constantFrom('2026-11-21T12:00:00Z', '2026-11-21T23:59:60+14:00', '9999-12-31T00:00:00Z'),
  tip: fc.nat(1_000),
  note: fc.string({ unit: 'binary', maxLength: 100 }),
};
const move = {
  status: fc.constantFrom('draft', 'placed', 'accepted', 'preparing', 'ready', 'completed', 'cancelled'),
  reason: fc.string({ maxLength: 20 }),
};
const url = fc.oneof(fc.constantFrom('https://pos.example.com/a', 'http://localhost/'), fc.webUrl(), word);
const events = fc.array(fc.constantFrom('order.updated', 'lead.created', 'message.received'), {
  maxLength: 3,
});

const csv = fc
  .array(fc.array(fc.oneof(word, fc.constantFrom('Ann', '+15551230009', '"', 'yes')), { maxLength: 4 }), {
    maxLength: 4,
  })
  .map((lines) => ['name,Phone,hasBank', ...lines.map((cells) => cells.join(','))].join('\r\n'));
const imported = fc.oneof(
  fc.record({ rows: fc.array(bodyOf(newLead, ['name', 'phone']), { maxLength: 5 }) }),
  csv,
);

/** What goes well with an endpoint; any other that takes a body gets any. */
const BODIES: Record<string, fc.Arbitrary<unknown>> = {
  'POST /v1/leads': bodyOf(newLead, ['name', 'phone']),
  'POST /v1/leads/import': imported,
  'PATCH /v1/leads/:id': bodyOf(lead),
  'POST /v1/vehicles': bodyOf(vehicle, ['make', 'model', 'price']),
  'PATCH /v1/vehicles/:id': bodyOf(vehicle),
  'POST /v1/messaging/messages': message,
  'PATCH /v1/cafes/:cafeId': bodyOf(opening),
  'POST /v1/cafes/:cafeId/menu': bodyOf(menuItem, ['name', 'price']),
  'PATCH /v1/menu/:id': bodyOf(menuItem),
  'POST /v1/orders': bodyOf(order, ['cafeId', 'items']),
  'PATCH /v1/orders/:id': bodyOf(move, ['status']),
  'POST /v1/cafes/:cafeId/push-endpoints': bodyOf({ url, events }, ['url']),
  'POST /v1/cafes/:cafeId/devices': bodyOf({ name: fc.string({ maxLength: 90 }) }, ['name']),
  'POST /v1/push-endpoints': bodyOf({ url, events }, ['url']),
  'PATCH /v1/push-endpoints/:id': bodyOf({ state: fc.constantFrom('enabled', 'disabled'), url, events }),
  'POST /webhooks/orders': bodyOf({ orderId }, ['orderId']),
  'POST /webhooks/leads': bodyOf({ leadId: idIn('L'), messageId: idIn('M') }, ['leadId']),
};

/** Mostly of what is there. */
const IDS: Record<string, fc.Arbitrary<string>> = {
  vehicles: idIn('V'),
  cafes: often(fc.constantFrom('C-1', 'C-1', 'C-2'), word),
  menu: idIn('I'),
  orders: orderId,
  'push-endpoints': idIn('P'),
  devices: idIn('D'),
};

interface Target {
  method: string;
  path: string;
  id: fc.Arbitrary<string>;
  body: fc.Arbitrary<unknown>;
}

/** All of the api but logins, which are slow by design. */
const TARGETS: Target[] = API_ROUTES.flatMap(Object.entries)
  .filter(([endpoint]) => !/^POST \/v1\/auth\/(login|session)$/.test(endpoint))
  .map(([endpoint, route]) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const anything = route.body || route.raw ? value : fc.constant(undefined);
    return {
      method,
      path,
      id: IDS[path.split('/')[2] ?? ''] ?? idIn('L'),
      body: BODIES[endpoint] ?? anything,
    };
  });

/** More often than reads, since they have more to refuse. */
const CHANGES = TARGETS.filter(({ method }) => method !== 'GET');

/** Few others find a state that refuses them. */
const MOVES = CHANGES.filter(({ path }) => path === '/v1/orders/:id');

const parameter = fc.tuple(
  often(
    fc.constantFrom(
      'page',
      'pageSize',
      'sort',
      'q',
      'status',
      'score',
      'phone',
      'hasBank',
      'from',
      'location',
      'format',
    ),
    word,
  ),
  often(
    fc.constantFrom('1', '2', '100', '-score', 'name', 'true', 'new', '2026-11-21', 'North', 'csv'),
    word,
  ),
);
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '%'));
const query = fc
  .array(parameter, { maxLength: 2 })
  .map((all) => all.map((pair) => pair.map(encode).join('=')).join('&'));
const header = fc.oneof(
  fc.constant({ 'content-type': 'text/csv' }),
  { weight: 2, arbitrary: fc.record({ 'if-match': fc.constantFrom('"v1"', '"v2"', '*', 'x') }) },
  fc.record({ 'idempotency-key': fc.constantFrom('a', 'b', '=1', 'k'.repeat(300)) }),
);

interface Random {
  way: Way;
  method: string;
  path: string;
  asked: Asked;
  as: 'key' | 'admin' | 'manager' | 'staff';
}

const target = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...TARGETS, ...CHANGES) },
  { weight: 1, arbitrary: fc.constantFrom(...MOVES) },
);

const request: fc.Arbitrary<Random> = target.chain(({ method, path, id, body }) =>
  fc
    .record({
      // Those by the envelope share an execution.
      way: IS_LONG ? fc.constantFrom(...WAYS) : often(fc.constant(ENVELOPE), fc.constantFrom(...WAYS)),
      method: often(fc.constant(method), fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT')),
      // Whoever asks takes a part of two dots out of the address.
      path: id.map((one) => path.replace(/:\w+/, encode(one).replace('..', 'dots'))),
      body,
      query: method === 'GET' ? query : often(fc.constant(''), query),
      headers: fc.oneof(fc.constant({}), header),
      as: fc.oneof(
        { weight: 12, arbitrary: fc.constant('key' as const) },
        fc.constantFrom('admin' as const, 'manager' as const, 'staff' as const),
      ),
    })
    .map(({ body: given, query: asked, headers, ...others }) => ({
      ...others,
      asked: {
        query: asked,
        headers,
        ...(given === undefined || others.method === 'GET' ? {} : { body: given }),
      },
    })),
);

test(`none of ${RUNS * AT_ONCE} random requests is answered 5xx`, async () => {
  const statuses = new Map<number, number>();
  const requests = fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE });
  const ask = async (all: readonly Random[], way: Way) => {
    const own = all.filter((one) => one.way === way);
    const calls = own.map(
      ({ method, path, asked, as }): Call => [`${method} ${path}`, { ...asked, token: cafe.api.tokens[as] }],
    );
    for (const [at, { status = 200, text }] of (await cafe.api.callAll(calls, way)).entries()) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect([calls[at], status < 500, text]).toEqual([calls[at], true, text]);
      expect(text.length).toBeLessThan(100_000);
    }
  };
  await fc.assert(
    fc.asyncProperty(requests, async (all) => {
      for (const way of WAYS) await ask(all, way);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
  // They reach what lies behind the first doors.
  const expected = IS_LONG ? [200, 201, 401, 403, 404, 405, 409, 412, 422] : [200, 404];
  expect(expected.filter((status) => !statuses.has(status))).toEqual([]);
});
