import fc from 'fast-check';
import { type Asked, ENVELOPE, GATEWAY, PLAIN, type SeededApi, startApi } from '../harness/api';
import type { Way } from '../http/ways';

const SEED = 20_261_121;
const REQUESTS = 300;

let api: SeededApi;
beforeAll(async () => {
  api = await startApi();
  for (const name of ['Ann', 'Bob']) {
    const token = api.tokens.key;
    await api.call(GATEWAY, 'POST', '/v1/leads', { token, body: { name, phone: '+15551230001' } });
    await api.call(GATEWAY, 'POST', '/v1/vehicles', { token, body: { make: name, model: 'One', price: 1 } });
  }
});
afterAll(() => api.close());

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

const none = fc.constant<unknown>(undefined);
/** Method, path and a body that may go with them. */
const TARGETS: [string, string, fc.Arbitrary<unknown>][] = [
  ['GET', '/v1/leads', none],
  ['POST', '/v1/leads', bodyOf(newLead, ['name', 'phone'])],
  ['GET', '/v1/leads/:id', none],
  ['PATCH', '/v1/leads/:id', bodyOf(lead)],
  ['PATCH', '/v1/leads/:id', bodyOf(lead)],
  ['DELETE', '/v1/leads/:id', none],
  ['GET', '/v1/vehicles', none],
  ['POST', '/v1/vehicles', bodyOf(vehicle, ['make', 'model', 'price'])],
  ['PATCH', '/v1/vehicles/:id', bodyOf(vehicle)],
  ['POST', '/v1/messaging/messages', message],
  ['GET', '/v1/messaging/threads/:id', none],
  ['GET', '/v1/analytics/summary', none],
  ['GET', '/v1/analytics/sources', none],
  ['POST', '/v1/messaging/webhook', word],
  ['POST', '/v1/auth/logout', none],
];

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
    ),
    word,
  ),
  often(fc.constantFrom('1', '2', '100', '-score', 'name', 'true', 'new', '2026-11-21', 'North'), word),
);
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '%'));
const query = fc
  .array(parameter, { maxLength: 2 })
  .map((all) => all.map((pair) => pair.map(encode).join('=')).join('&'));
const header = fc.oneof(
  fc.record({ 'if-match': fc.constantFrom('"v1"', '"v2"', '*', 'x') }),
  fc.record({ 'idempotency-key': fc.constantFrom('a', 'b', '=1', 'k'.repeat(300)) }),
);

interface Random {
  way: Way;
  method: string;
  path: string;
  asked: Asked;
  as: 'key' | 'admin' | 'staff';
}

const request: fc.Arbitrary<Random> = fc.constantFrom(...TARGETS).chain(([method, path, body]) =>
  fc
    .record({
      way: fc.constantFrom(PLAIN, ENVELOPE, GATEWAY),
      method: often(fc.constant(method), fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT')),
      path: idIn(path.includes('vehicles') ? 'V' : 'L').map((one) => path.replace(':id', encode(one))),
      body,
      query: method === 'GET' ? query : often(fc.constant(''), query),
      headers: fc.oneof(fc.constant({}), header),
      as: fc.oneof(
        { weight: 12, arbitrary: fc.constant('key' as const) },
        fc.constantFrom('admin' as const, 'staff' as const),
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

test(`none of ${REQUESTS} random requests is answered 5xx`, async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ way, method, path, asked, as }) => {
      const told = await api.call(way, method, path, { ...asked, token: api.tokens[as] });
      const status = told.status ?? 200;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect([status < 500, told.text]).toEqual([true, told.text]);
      expect(told.text.length).toBeLessThan(100_000);
    }),
    { seed: SEED, numRuns: REQUESTS, endOnFailure: true },
  );
  // They reach what lies behind the first doors.
  for (const status of [200, 201, 401, 403, 404, 405, 412, 422])
    expect(statuses.get(status)).toBeGreaterThan(1);
}, 60_000);
