import { text } from 'node:stream/consumers';
import { type Backend, startBackend } from './backend';
import { openGateway } from './edge';

let backend: Backend;
let envelopes: { method: string; path: string; query: string; headers: object; body: string }[];

beforeEach(async () => {
  envelopes = [];
  backend = await startBackend(async (request, response) => {
    envelopes.push(JSON.parse(await text(request)));
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ status: 200, headers: { etag: '"v1"' }, body: '{"a":1}' }));
  });
});
afterEach(() => backend.close());

const ask = (path: string, init: RequestInit = {}) =>
  openGateway({ webApp: backend.url })(new Request(`http://gateway.example${path}`, init));

test('URL, method and body are forwarded unchanged', async () => {
  const body = '\ufeff{ "a" : "é\\u0000" }\r\n';
  await ask('/v1/a%2Fb/%C3%A9?x=1&x=%20&y', { method: 'PATCH', body });
  expect(envelopes).toMatchObject([
    { method: 'PATCH', path: '/v1/a%2Fb/%C3%A9', query: 'x=1&x=%20&y', body },
  ]);
});

test('only the headers that the script uses are forwarded', async () => {
  const known = {
    authorization: 'Bearer x',
    'content-type': 'application/json',
    'idempotency-key': 'k',
    'if-match': '"v1"',
    'if-none-match': '"v2"',
    'stripe-signature': 't=1,v1=2',
    'x-twilio-signature': 'abc=',
  };
  const others = { cookie: 'a=b', 'x-forwarded-for': '1.2.3.4', host: 'evil.example', 'x-anything': '1' };
  await ask('/webhooks/payments', { method: 'POST', body: '{}', headers: { ...known, ...others } });
  expect(envelopes[0]?.headers).toEqual(known);
});

test('HEAD is GET without the body', async () => {
  const answer = await ask('/v1/health', { method: 'HEAD' });
  expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([200, '"v1"', '']);
  expect(envelopes[0]?.method).toBe('GET');
});

test('pages of any origin get a preflight response and may read the headers they need', async () => {
  const headers = {
    origin: 'https://shop.example',
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization, if-match',
  };
  const asked = await ask('/v1/leads/L-1', { method: 'OPTIONS', headers });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe('*');
  expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect(asked.headers.get('access-control-allow-headers')).toContain('if-match');
  expect(envelopes).toEqual([]);
  const answer = await ask('/v1/leads/L-1', { headers: { origin: 'https://shop.example' } });
  expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
});

test('an OPTIONS request that is no preflight goes to the script', async () => {
  await ask('/v1/leads', { method: 'OPTIONS' });
  expect(envelopes).toMatchObject([{ method: 'OPTIONS', path: '/v1/leads' }]);
});

test.each([
  ['another encoding', Buffer.from('{"name":"Café"}', 'latin1')],
  ['half a character', Buffer.from('{"name":"Café"}').subarray(0, 13)],
])('a body in %s is refused, not spoilt', async (_, body) => {
  const answer = await ask('/v1/leads', { method: 'POST', body });
  expect([answer.status, (await answer.json()).error.code]).toEqual([400, 'malformed_body']);
  expect(envelopes).toEqual([]);
});

test.each([
  ['the charset that it declares', 'Content-Type: text/plain; charset=iso-8859-2', [0xb1, 0xe9], 'ąé'],
  ['UTF-8, whatever it declares', 'Content-Type: text/plain; charset=iso-8859-2', [0xc3, 0xa9], 'é'],
  ['Latin letters where it declares none', 'Subject: x', [0xe9], 'é'],
  ['Latin letters where it declares one that nobody knows', 'Content-Type: a/b; charset=x-1', [0xe9], 'é'],
])('a raw mail with bytes of eight bits is read in %s', async (_, head, bytes, letters) => {
  const body = Buffer.concat([Buffer.from(`${head}\n\nJos`), Buffer.from(bytes)]);
  await ask('/v1/leads/adf', { method: 'POST', body, headers: { 'content-type': 'message/rfc822' } });
  expect(envelopes).toMatchObject([{ body: `${head}\n\nJos${letters}` }]);
});

test('webhooks are for servers, not for pages', async () => {
  const answer = await ask('/webhooks/payments', {
    method: 'POST',
    headers: { origin: 'https://shop.example' },
  });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

test.each(['/', '/v2/leads', '/exec', '/v1x'])('no route matches %s', async (path) => {
  const answer = await ask(path);
  expect([answer.status, (await answer.json()).error.code]).toEqual([404, 'not_found']);
  expect(envelopes).toEqual([]);
});
