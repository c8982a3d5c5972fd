import fc from 'fast-check';
import { toQuery } from '../../src/http/query';
import type { Request } from '../../src/http/route';
import { randomCases } from '../harness/extent';
import { startApi, type TestApi } from './api';

const AT_ONCE = 250;

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '',
  'page',
  'name',
  'token',
  'tags',
];
const PATHS = [
  '/v1/things',
  '/v1/things/T-7',
  '/v1/things/special',
  '/v1/open',
  '/v1/login',
  '/webhooks/signed',
  '/',
];
/** Half surrogate pairs, controls, and whatever else a text can be. */
const word = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ud800', '\udfff!', '\0'),
);
const textOf = <T>(value: fc.Arbitrary<T>) => value.map((one) => JSON.stringify(one));
const thing = fc.record(
  { name: fc.string({ minLength: 1, maxLength: 20 }), count: fc.nat() },
  { requiredKeys: ['name'] },
);
const json = fc.oneof(
  textOf(thing),
  textOf(fc.jsonValue({ maxDepth: 6 })),
  textOf(fc.dictionary(word, fc.jsonValue())),
  textOf(
    fc.record({ name: fc.jsonValue(), count: fc.jsonValue(), tags: fc.jsonValue() }, { requiredKeys: [] }),
  ),
  fc.constantFrom(
    '{"name":1e999}',
    '{"__proto__":{"name":"x"}}',
    '['.repeat(9_999),
    '{"a":'.repeat(9_999),
    '\ufeff{}',
  ),
  word,
);
/** Mostly as it should be, so that what is wrong elsewhere is reached. */
const often = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: rare });
const headerName = often(fc.constantFrom('if-match', 'if-none-match', 'content-type', 'authorization'), word);
const credential = fc
  .constantFrom('reader', 'writer', 'writer', 'busy')
  .map((name) => `Bearer ${name}-credential`);
const request: fc.Arbitrary<Request> = fc.record({
  method: often(fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'), word),
  path: often(
    fc.constantFrom(...PATHS),
    word.map((one) => `/v1/things/${one}`),
  ),
  query: often(
    fc.oneof(fc.constant({}), fc.record({ q: word }), fc.dictionary(word, word, { maxKeys: 3 })).map(toQuery),
    word,
  ),
  headers: fc
    .tuple(credential, often(fc.constant({}), fc.dictionary(headerName, word, { maxKeys: 2 })))
    .map(([authorization, others]) => ({ authorization, ...others })),
  body: json,
  transport: fc.constantFrom('plain', 'envelope'),
});

test('no request of thousands is answered 500, and every answer is JSON', async () => {
  const requests = fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE });
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(requests, async (many) => {
      const replies = await api.call('serveAll', many);
      for (const [index, { status, body }] of replies.entries()) {
        if (status === 500) throw new Error(JSON.stringify(many[index]));
        if (body !== '') JSON.parse(body);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
    { ...randomCases(4, 20), endOnFailure: true },
  );
  // They reach what lies behind the first doors.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 405, 422, 429]));
});

test('no body posted to the bare address makes the script fail', async () => {
  const parts = {
    method: word,
    path: fc.oneof(fc.constantFrom(...PATHS), word),
    query: fc.jsonValue(),
    headers: fc.jsonValue(),
    body: json,
  };
  const contents = fc.oneof(
    json,
    textOf(fc.record(parts, { requiredKeys: ['method', 'path'] })),
    textOf(fc.record({ ...parts, query: word, headers: fc.constant({}) })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(contents, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (many) => {
      const answers = await api.call(
        'postAll',
        many.map((one) => ({ queryString: '', postData: { contents: one } })),
      );
      for (const [index, text] of answers.entries()) {
        const { status, headers, body } = JSON.parse(text);
        if (status === 500 || typeof headers !== 'object' || typeof body !== 'string')
          throw new Error(many[index]);
      }
    }),
    { ...randomCases(1, 8), endOnFailure: true },
  );
});

test('no query of a plain call makes the script fail', async () => {
  const pair = fc.tuple(
    fc.oneof(fc.constantFrom('path', 'method', 'token', 'if_match', 'page'), word),
    fc.oneof(fc.constantFrom(...PATHS, 'POST'), word),
  );
  const isWhole = (text: string) => !/\p{Surrogate}/u.test(text);
  const encoded = pair
    .filter((both) => both.every(isWhole))
    .map((both) => both.map(encodeURIComponent).join('='));
  const queryString = fc.array(fc.oneof(encoded, word), { maxLength: 4 }).map((all) => all.join('&'));
  await fc.assert(
    fc.asyncProperty(fc.array(queryString, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (many) => {
      const events = many.map((one) => ({ queryString: one, postData: { contents: '{}' } }));
      const answers = [...(await api.call('getAll', events)), ...(await api.call('postAll', events))];
      for (const [index, text] of answers.entries())
        if (text.includes('internal_error')) throw new Error(many[index % many.length]);
    }),
    { ...randomCases(1, 8), endOnFailure: true },
  );
});
