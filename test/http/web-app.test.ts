import { spread } from '../harness/extent';
import { startApi, type TestApi } from './api';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const errorOf = async (answer: Promise<Response>) => (await (await answer).json()).error;
const get = (query: string) => fetch(`${api.urls.api}${query}`);
const post = (query: string, body: string, type = 'application/json') =>
  fetch(`${api.urls.api}${query}`, { method: 'POST', body, headers: { 'content-type': type } });

describe('a plain call', () => {
  const made = async (answer: Promise<Response>) => (await (await answer).json()).name;

  test.each(spread(['application/x-www-form-urlencoded', 'text/plain', 'application/json', 'image/png'], 2))(
    'is read as JSON when it says that it is %s',
    async (type) => {
      // As a form, this body would name another path.
      const body = '{"name":"a=1&path=/v1/nobody&token=x"}';
      expect(await made(post('?path=/v1/things&token=writer-credential', body, type))).toBe(
        'a=1&path=/v1/nobody&token=x',
      );
    },
  );

  test('may name PATCH or DELETE in a POST, in lower case too', async () => {
    const answer = await post('?path=/v1/things/T-7&method=delete&token=writer-credential', '');
    expect(await answer.json()).toEqual({ id: 'T-7', deleted: true });
  });

  test.each(spread(['DELETE', 'PATCH', 'POST'], 2))('cannot be %s in a link', async (method) => {
    expect(await errorOf(get(`?path=/v1/things/T-7&method=${method}&token=writer-credential`))).toMatchObject(
      {
        status: 400,
        param: 'method',
      },
    );
  });

  test.each(spread(['v3', '"v3"', 'v2, v3', '*', '"v2","v3"'], 3))(
    'may carry versions as if_match=%s',
    async (tag) => {
      const query = `?path=/v1/things/T-7&method=PATCH&token=writer-credential&if_match=${encodeURIComponent(tag)}`;
      const answer = await (await post(query, '{"count":2}')).json();
      expect(answer).toMatchObject({ version: 4, count: 2 });
    },
  );

  test('may have its path after the URL, for callers who are signed in to Google', async () => {
    const url = `${api.urls.api}/v1/things/special?access_token=token-of-the-test`;
    expect(await (await fetch(url)).json()).toEqual({ special: true });
  });

  test('cannot be signed', async () => {
    expect(await errorOf(post('?path=/webhooks/signed', '{}'))).toMatchObject({
      status: 401,
      code: 'signature_unavailable',
    });
  });

  test.each(spread(['', '?', '?path=', '?path=v1/open', '?path=__proto__', '?path=/v1/open/', '?a=b'], 3))(
    'of %p finds nothing',
    async (query) => {
      expect(await errorOf(get(query))).toMatchObject({ status: 404, code: 'not_found' });
    },
  );
});

describe('an envelope', () => {
  const ask = async (envelope: unknown) =>
    (await post('', typeof envelope === 'string' ? envelope : JSON.stringify(envelope))).json();

  test('may carry its query as text or as an object, and headers in any case', async () => {
    const headers = { Authorization: 'Bearer reader-credential' };
    for (const query of ['page=2&q=a%20b', { page: '2', q: 'a b' }, { page: 2, q: ['a b'] }]) {
      const { status, body } = await ask({ method: 'get', path: '/v1/things', query, headers });
      expect([status, JSON.parse(body)]).toEqual([200, { data: ['a b'], page: 2, pageSize: 25, total: 60 }]);
    }
  });

  test('may begin with a byte order mark', async () => {
    const { status } = await ask(`\ufeff${JSON.stringify({ method: 'GET', path: '/v1/open' })}`);
    expect(status).toBe(200);
  });

  const MALFORMED: readonly [string, unknown, string | undefined][] = [
    ['no JSON', '{', undefined],
    ['nothing', '', undefined],
    ['a list', [], 'method'],
    ['no path', { method: 'GET' }, 'path'],
    ['a method that is no text', { method: 1, path: '/' }, 'method'],
    ['a body that is no text', { method: 'POST', path: '/v1/login', body: {} }, 'body'],
    ['a header that is no text', { method: 'GET', path: '/', headers: { a: 1 } }, 'headers.a'],
    ['another field', { method: 'GET', path: '/', token: 'x' }, 'token'],
  ];

  test('that is none is answered 400, in an envelope', async () => {
    const events = MALFORMED.map(([, envelope]) => ({
      queryString: '',
      postData: { contents: typeof envelope === 'string' ? envelope : JSON.stringify(envelope) },
    }));
    const answers = await api.call('postAll', events);
    for (const [at, [what, , param]] of MALFORMED.entries()) {
      const { status, body } = JSON.parse(answers[at] ?? '');
      expect([what, status, JSON.parse(body).error]).toMatchObject([
        what,
        400,
        { code: 'invalid_envelope', ...(param ? { param } : {}) },
      ]);
    }
  });
});
