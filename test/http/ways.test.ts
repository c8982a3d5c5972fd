import { IS_LONG } from '../harness/extent';
import { assertDeclared } from './answers';
import { startApi, type TestApi } from './api';
import { assertDescribed, assertHeadersDescribed, type Document } from './described';
import { ROUTES } from './script';
import { GATEWAY, type Sent, WAYS, type Way } from './ways';

const AS_READER = { authorization: 'Bearer reader-credential' };
const AS_WRITER = { authorization: 'Bearer writer-credential' };

interface Case {
  title: string;
  sent: Sent;
  status: number;
  /** Must match; of an error, what stands in `error`. */
  body?: object | string;
  /** Must match, where the way has headers. */
  headers?: Record<string, unknown>;
}

const post = (body: unknown, headers: Record<string, string> = AS_WRITER, path = '/v1/things'): Sent => ({
  method: 'POST',
  path,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const refused = (title: string, body: unknown, error: object, status = 422): Case => ({
  title: `POST /v1/things refuses ${title}`,
  sent: post(body),
  status,
  body: error,
});

const CASES: Case[] = [
  {
    title: 'GET with an id answers what has a version, times in UTC',
    sent: { path: '/v1/things/T-7', headers: AS_READER },
    status: 200,
    body: { id: 'T-7', version: 3, at: '2026-11-21T09:00:00.000Z' },
    headers: {
      etag: '"v3"',
      'content-type': 'application/json; charset=utf-8',
      ratelimit: '"minute";r=999;t=60',
    },
  },
  {
    title: 'an id may be percent-encoded',
    sent: { path: '/v1/things/a%20%C3%A9', headers: AS_READER },
    status: 200,
    body: { id: 'a é' },
  },
  {
    title: 'what is spelled out goes before what takes any word',
    sent: { path: '/v1/things/special' },
    status: 200,
    body: { special: true },
  },
  {
    title: 'GET with a query answers a page and its neighbours',
    sent: { path: '/v1/things', query: 'page=2&q=a%20%26+b', headers: AS_READER },
    status: 200,
    body: { data: ['a & b'], page: 2, total: 60 },
    headers: {
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      link: [
        '</v1/things?page=1&q=a%20%26%20b>; rel="first"',
        '</v1/things?page=1&q=a%20%26%20b>; rel="prev"',
        '</v1/things?page=3&q=a%20%26%20b>; rel="next"',
        '</v1/things?page=3&q=a%20%26%20b>; rel="last"',
      ].join(', '),
    },
  },
  ...(
    [
      ['kinds=a,b,c', ['a', 'b', 'c'], 'kinds=a%2Cb%2Cc'],
      ['kinds=a&kinds=b%2Cc', ['a', 'b,c'], 'kinds=a&kinds=b%2Cc'],
    ] as const
  ).map(([query, kinds, link]) => ({
    title: `a list is given as ${query}`,
    sent: { path: '/v1/things', query, headers: AS_READER },
    status: 200,
    body: { data: ['', ...kinds] },
    headers: { link: expect.stringContaining(link) },
  })),
  {
    title: 'a last page has no next one',
    sent: { path: '/v1/things', query: 'page=1&pageSize=100', headers: AS_READER },
    status: 200,
    headers: {
      link: '</v1/things?page=1&pageSize=100>; rel="first", </v1/things?page=1&pageSize=100>; rel="last"',
    },
  },
  {
    title: 'a page behind a cursor has no next one by its number',
    sent: { path: '/v1/things', query: 'cursor=c%2F2&page=2', headers: AS_READER },
    status: 200,
    headers: { link: expect.not.stringContaining('rel="next"') },
  },
  {
    title: 'a list that was not counted to its end has no last page',
    sent: { path: '/v1/things', query: 'cursor=c%2F2&count=capped&page=2', headers: AS_READER },
    status: 200,
    body: { total: 60, totalIsAtLeast: true },
    headers: {
      link: [
        '</v1/things?count=capped&page=1>; rel="first"',
        '</v1/things?count=capped&page=1>; rel="prev"',
        '</v1/things?count=capped&page=3&cursor=c%2F3>; rel="next"',
      ].join(', '),
    },
  },
  {
    title: 'POST makes a thing',
    sent: post({ name: 'One', tags: [{ word: 'a' }] }, { ...AS_WRITER, 'idempotency-key': 'k 1' }),
    status: 201,
    body: { id: 'T-1', version: 1, name: 'One', tags: [{ word: 'a' }], key: 'k 1' },
    headers: { location: '/v1/things/T-1', etag: '"v1"', 'cache-control': 'no-store' },
  },
  {
    title: 'PATCH of the state that was seen changes it',
    sent: {
      method: 'PATCH',
      path: '/v1/things/T-7',
      headers: { ...AS_WRITER, 'if-match': '"v3"' },
      body: '{"count":1}',
    },
    status: 200,
    body: { id: 'T-7', version: 4, count: 1 },
    headers: { etag: '"v4"' },
  },
  {
    title: 'PATCH of one of the states that were seen changes it',
    sent: {
      method: 'PATCH',
      path: '/v1/things/T-7',
      headers: { ...AS_WRITER, 'if-match': '"v2", "other" ,"v3"' },
      body: '{"count":1}',
    },
    status: 200,
    body: { id: 'T-7', version: 4, count: 1 },
  },
  ...['"v2", "v4"', 'W/"v3"', 'W/"v3", "v2"'].map((tags) => ({
    title: `PATCH of ${tags}, which is another state, is refused`,
    sent: {
      method: 'PATCH',
      path: '/v1/things/T-7',
      headers: { ...AS_WRITER, 'if-match': tags },
      body: '{"count":1}',
    },
    status: 412,
    body: { code: 'precondition_failed', param: 'if-match' },
  })),
  {
    title: 'PATCH of any state changes it',
    sent: {
      method: 'PATCH',
      path: '/v1/things/T-7',
      headers: { ...AS_WRITER, 'if-match': '*' },
      body: '{"count":1}',
    },
    status: 200,
    body: { id: 'T-7', version: 4, count: 1 },
  },
  {
    title: 'PATCH of another state is refused',
    sent: {
      method: 'PATCH',
      path: '/v1/things/T-7',
      headers: { ...AS_WRITER, 'if-match': '"v2"' },
      body: '{}',
    },
    status: 412,
    body: { code: 'precondition_failed', param: 'if-match' },
  },
  {
    title: 'DELETE answers what it deleted',
    sent: { method: 'DELETE', path: '/v1/things/T-7', headers: AS_WRITER },
    status: 200,
    body: { id: 'T-7', deleted: true },
  },
  {
    title: 'GET of what the client has already is answered 304, without a body',
    sent: { path: '/v1/things/T-7', headers: { ...AS_READER, 'if-none-match': 'W/"v1", W/"v3"' } },
    status: 304,
    body: '',
    headers: { etag: '"v3"' },
  },
  {
    title: 'GET of what has changed since is answered in full',
    sent: { path: '/v1/things/T-7', headers: { ...AS_READER, 'if-none-match': '"v2"' } },
    status: 200,
    body: { version: 3 },
  },
  {
    title: 'GET answers the tag that the route gives',
    sent: { path: '/v1/tagged', headers: { 'if-none-match': '"m6"' } },
    status: 200,
    body: { dishes: ['Soup'] },
    headers: { etag: '"m7"', 'cache-control': 'private, no-cache' },
  },
  {
    title: 'GET with the tag that the route gives is answered 304',
    sent: { path: '/v1/tagged', headers: { 'if-none-match': '"m7"' } },
    status: 304,
    body: '',
    headers: { etag: '"m7"', 'cache-control': 'private, no-cache' },
  },
  {
    title: 'a route that knows the tag before it has made anything is answered 304 the same',
    sent: { path: '/v1/tagged/cheap', headers: { 'if-none-match': '"m7"' } },
    status: 304,
    body: '',
    headers: { etag: '"m7"', 'cache-control': 'private, no-cache' },
  },
  { title: 'nothing is 204', sent: { path: '/v1/nothing' }, status: 204, body: '' },
  {
    title: 'a route without a body takes none',
    sent: { method: 'POST', path: '/v1/logout', headers: AS_READER },
    status: 200,
    body: { ok: true },
  },
  {
    title: 'nor an endless one',
    sent: post('x'.repeat(1_000_001), AS_READER, '/v1/logout'),
    status: 413,
    body: { code: 'too_large' },
  },
  {
    title: 'with GET nobody reads a body',
    sent: { path: '/v1/open', body: 'x'.repeat(1_000_001) },
    status: 200,
  },
  {
    title: 'an unknown path is 404',
    sent: { path: '/v1/nobody', headers: AS_READER },
    status: 404,
    body: { code: 'not_found', message: 'No route matches /v1/nobody.' },
    headers: { 'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/), 'cache-control': 'no-store' },
  },
  {
    title: 'a path with another method is 405 and says which it has',
    sent: { method: 'DELETE', path: '/v1/things', headers: AS_WRITER },
    status: 405,
    body: { code: 'method_not_allowed' },
    headers: { allow: 'GET, POST' },
  },
  {
    title: 'a method that nothing has is 405',
    sent: { method: 'PUT', path: '/v1/things/T-7', headers: AS_WRITER },
    status: 405,
    headers: { allow: 'GET, PATCH, DELETE' },
  },
  {
    title: 'no credential is 401',
    sent: { path: '/v1/things' },
    status: 401,
    body: { code: 'unauthorized' },
    headers: { 'www-authenticate': 'Bearer realm="Sheetdesk"' },
  },
  {
    title: 'a wrong credential is 401',
    sent: { path: '/v1/things', headers: { authorization: 'Bearer wrong' } },
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="Sheetdesk"' },
  },
  {
    title: 'the wrong role is 403, before anything else is looked at, and counts',
    sent: post('{', AS_READER),
    status: 403,
    headers: { ratelimit: '"minute";r=999;t=60' },
    body: { code: 'forbidden', message: 'The role reader cannot do this. Required: writer.' },
  },
  {
    title: 'too many requests are 429, and told when to come again',
    sent: { path: '/v1/things', headers: { authorization: 'Bearer busy-credential' } },
    status: 429,
    body: { code: 'rate_limited', retryAfter: 12.3 },
    headers: { 'retry-after': '13', ratelimit: '"minute";r=0;t=13' },
  },
  { title: 'what is open needs nothing', sent: { path: '/v1/open' }, status: 200, body: { caller: null } },
  {
    title: 'what is open knows its caller all the same',
    sent: { path: '/v1/open', headers: AS_READER },
    status: 200,
    body: { caller: 'reader' },
  },
  {
    title: 'what is open counts whom it knows',
    sent: { path: '/v1/open', headers: { authorization: 'Bearer busy-credential' } },
    status: 429,
    headers: { 'retry-after': '13' },
  },
  {
    title: 'what is open is not closed by a credential that has expired',
    sent: post({ email: 'a@b.example', password: 'x' }, { authorization: 'Bearer old' }, '/v1/login'),
    status: 200,
    body: { ok: true },
  },
  {
    title: 'a byte order mark before JSON is ignored',
    sent: post('\ufeff{"name":"One"}'),
    status: 201,
    body: { name: 'One' },
  },
  ...['gzip', 'br, identity'].map((encoding) => ({
    title: `a body with Content-Encoding ${encoding} is 415`,
    sent: post('{"name":"One"}', { ...AS_WRITER, 'content-encoding': encoding }),
    status: 415,
    body: { code: 'unsupported_media_type', param: 'content-encoding' },
  })),
  {
    title: 'a body that says that it is not compressed is taken',
    sent: post('{"name":"One"}', { ...AS_WRITER, 'content-encoding': 'Identity' }),
    status: 201,
  },
  {
    title: 'a compressed body is 415 where none is needed, and where it is signed',
    sent: post('{}', { ...AS_READER, 'content-encoding': 'gzip' }, '/v1/logout'),
    status: 415,
    body: { param: 'content-encoding' },
  },
  refused('what is not JSON', '{"name":', { code: 'malformed_json' }, 400),
  refused(
    'an empty body',
    '',
    { code: 'malformed_json', message: 'The body is empty. Send a JSON object.' },
    400,
  ),
  refused(
    'a name that stands twice',
    '{"name":"One","\\u006eame":"Two"}',
    { code: 'malformed_json', message: expect.stringContaining('"name" twice') },
    400,
  ),
  refused(
    'nesting without end',
    `{"name":${'['.repeat(65)}`,
    { message: expect.stringContaining('deeper than 64 levels') },
    400,
  ),
  refused('a body over a megabyte', { name: 'é'.repeat(500_001) }, { code: 'too_large' }, 413),
  refused('a list', [], { message: 'The body must be an object (got an array).' }),
  refused('null', null, { message: 'The body must be an object (got null).' }),
  refused(
    'an unknown field',
    { name: 'One', colour: 'red' },
    { param: 'colour', message: 'Unknown parameter: colour.' },
  ),
  refused(
    'several fields, each by name, the first as the error',
    { name: 5, count: -1, tags: [{}], colour: 'red' },
    {
      param: 'name',
      message: 'name must be a string (got 5).',
      errors: [
        { param: 'name', message: 'name must be a string (got 5).' },
        { param: 'count', message: 'count must be at least 0 (got -1).' },
        { param: 'tags.0.word', message: 'tags.0.word is required.' },
        { param: 'colour', message: 'Unknown parameter: colour.' },
      ],
    },
  ),
  refused(
    'a field of a body in which all would be too many to look for',
    { name: 5, tags: Array.from({ length: 20_000 }, () => ({})) },
    { errors: [{ param: 'name', message: 'name must be a string (got 5).' }] },
  ),
  refused('a missing field', {}, { param: 'name', message: 'name is required.' }),
  refused('another type', { name: 5 }, { param: 'name', message: 'name must be a string (got 5).' }),
  refused('null for a text', { name: null }, { param: 'name', message: 'name must be a string (got null).' }),
  refused('an empty text', { name: '' }, { param: 'name', message: 'name must not be empty.' }),
  refused(
    'a part of a number',
    { name: 'a', count: 1.5 },
    { message: 'count must be an integer (got 1.5).' },
  ),
  refused('a number below', { name: 'a', count: -1 }, { message: 'count must be at least 0 (got -1).' }),
  refused('an infinite number', '{"name":"a","price":1e999}', {
    param: 'price',
    message: 'price is too large for a number.',
  }),
  refused(
    'another choice',
    { name: 'a', kind: 'x' },
    { message: 'kind must be one of "small", "large" (got "x").' },
  ),
  refused(
    'what a schema refuses in its own words',
    { name: 'a', phone: '5' },
    { message: 'phone must start with +' },
  ),
  refused('a wrong field inside', { name: 'a', tags: [{ word: 1 }] }, { param: 'tags.0.word' }),
  refused('__proto__', '{"name":"a","__proto__":{"x":1}}', { param: '__proto__' }),
  refused('constructor', '{"name":"a","constructor":1}', { param: 'constructor' }),
  refused(
    'a very long text, in a short answer',
    { name: 'x'.repeat(5_000) },
    {
      message: 'name must be at most 40 characters (got 5000).',
    },
  ),
  {
    title: 'a wrong parameter is 422',
    sent: { path: '/v1/things', query: 'page=0', headers: AS_READER },
    status: 422,
    body: { param: 'page', message: 'page must be at least 1 (got 0).' },
  },
  {
    title: 'an unknown parameter is 422',
    sent: { path: '/v1/things', query: 'colour=red', headers: AS_READER },
    status: 422,
    body: { param: 'colour' },
  },
  {
    title: 'a parameter where there are none is 422',
    sent: { path: '/v1/open', query: 'colour=red' },
    status: 422,
    body: { param: 'colour', message: 'Unknown parameter: colour.' },
  },
  {
    title: 'a parameter that stands twice is 400',
    sent: { path: '/v1/things', query: 'page=1&page=2', headers: AS_READER },
    status: 400,
    body: { code: 'invalid_query', param: 'page' },
  },
  {
    title: 'a query that is not percent-encoded is 400',
    sent: { path: '/v1/things', query: 'q=%E9', headers: AS_READER },
    status: 400,
    body: { code: 'invalid_query' },
  },
  {
    title: 'a body of another type is 415',
    sent: post('name=a', { ...AS_WRITER, 'content-type': 'application/x-www-form-urlencoded' }),
    status: 415,
    body: { code: 'unsupported_media_type', param: 'content-type' },
  },
  {
    title: 'a body of a type that is JSON too is taken',
    sent: post('{"name":"a"}', {
      ...AS_WRITER,
      'content-type': 'application/merge-patch+json; charset=utf-8',
    }),
    status: 201,
  },
  {
    title: 'an error of ours is 500, without detail',
    sent: { path: '/v1/broken', headers: AS_READER },
    status: 500,
    body: {
      code: 'internal_error',
      message: expect.stringMatching(/^Internal error\. Quote request ID [\da-f-]{36} when you report it\.$/),
    },
  },
  { title: 'an answer that no JSON can say is 500', sent: { path: '/v1/circular' }, status: 500 },
  {
    title: 'a signed call comes as it was signed',
    sent: {
      ...post(
        'a=1&b=%20',
        { 'x-twilio-signature': 'right', 'content-type': 'application/x-www-form-urlencoded' },
        '/webhooks/signed',
      ),
      query: 'bodySHA256=5&a=1&a=%7e&b=x+y&flag&c=%E9',
    },
    status: 200,
    body: { body: 'a=1&b=%20', query: 'bodySHA256=5&a=1&a=%7e&b=x+y&flag&c=%E9' },
  },
  {
    title: 'a signed call in JSON comes as it was signed, spaces and all',
    sent: {
      ...post(
        '\ufeff{ "id" : "evt_1",\r\n\t"n": 1.0, "é": "\\u0000🍲" }\n',
        { 'stripe-signature': 't=1,v1=ab,v1=cd', 'content-type': 'application/json; charset=utf-8' },
        '/webhooks/json',
      ),
    },
    status: 200,
    body: {
      signature: 't=1,v1=ab,v1=cd',
      body: '\ufeff{ "id" : "evt_1",\r\n\t"n": 1.0, "é": "\\u0000🍲" }\n',
    },
  },
  {
    title: 'a call with a wrong signature is 401',
    sent: post('', { 'x-twilio-signature': 'wrong' }, '/webhooks/signed'),
    status: 401,
    body: { code: 'invalid_signature' },
  },
  {
    title: 'a signed call is answered in XML',
    sent: post('', { 'x-twilio-signature': 'right' }, '/webhooks/xml'),
    status: 200,
    body: '<Response/>',
    headers: { 'content-type': 'text/xml' },
  },
];

let api: TestApi;
let document: Document;
beforeAll(async () => {
  api = await startApi();
  document = await (await fetch(`${api.urls.home}/openapi.json`)).json();
});
afterAll(() => api.close());

describe.each(WAYS)('by $name', (way) => {
  test('OPTIONS lists the methods of a path', async () => {
    const got = await way.ask(api, { method: 'OPTIONS', path: '/v1/things' });
    expect([got.status ?? 204, got.text]).toEqual([204, '']);
    if (got.headers) expect(got.headers.allow).toBe('GET, POST');
  });

  test('OPTIONS of an unknown path is 404', async () => {
    expect((await way.ask(api, { method: 'OPTIONS', path: '/v1/nobody' })).status).toBe(404);
  });

  test.each(chosenFor(way))('$title', async (one) => {
    const { sent, status, headers } = one;
    const got = await way.ask(api, sent);
    expect(got.status ?? status).toBe(status);
    assertDescribed(document, sent, got);
    if (way.name === 'envelope') assertHeadersDescribed(document, sent, got);
    if (way.name === 'plain call') expect(got.status).toBe(status >= 400 ? status : undefined);
    assertBody(got.text, one);
    if (got.headers && headers) expect(got.headers).toMatchObject(headers);
  });
});

/** Behind the way in they are all the same. A gateway settles some of them by itself. */
function chosenFor(way: Way): readonly Case[] {
  const carried = CASES.filter(({ sent }) => way.carries(sent));
  const own = [304, 405, 413, 415];
  return carried.filter(
    (one, index) =>
      IS_LONG || index % 12 === 4 * WAYS.indexOf(way) || (way === GATEWAY && own.includes(one.status)),
  );
}

function assertBody(text: string, { sent, status, body }: Case): void {
  if (typeof body === 'string') expect(text).toBe(body);
  if (status >= 400) expect(JSON.parse(text)).toMatchObject({ error: { status, ...(body as object) } });
  else if (typeof body === 'object') expect(JSON.parse(text)).toMatchObject(body);
  if (status < 300 && !text.startsWith('<')) assertDeclared(ROUTES, sent, text);
}

test('whatever the way in, each is answered as it should be', async () => {
  const asked = CASES.map(({ sent: { method = 'GET', path, query = '', headers = {}, body = '' } }) => ({
    ...{ method, path, query, headers, body },
    transport: 'envelope' as const,
  }));
  const replies = await api.call('serveAll', asked);
  for (const [index, { status, headers, body }] of replies.entries()) {
    const one = CASES[index] as Case;
    expect([one.title, status]).toEqual([one.title, one.status]);
    assertBody(body, one);
    if (one.headers) expect(headers).toMatchObject(one.headers);
  }
});

test("the log has an internal error under the caller's request ID, and no secret", async () => {
  const answer = await fetch(`${api.urls.home}/v1/broken`, { headers: AS_READER });
  const id = answer.headers.get('x-request-id') ?? '';
  const log = api.executions.flatMap((execution) => execution.log.map(({ text }) => text));
  const line = log.find((text) => text.startsWith(id)) ?? '';
  expect(line).toContain('GET /v1/broken: TypeError: secret detail of ***, password: "***", Bearer ***');
  expect(log.join('\n')).not.toMatch(/reader-credential|hunter2/);
});
