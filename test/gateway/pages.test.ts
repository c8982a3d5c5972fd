/** The pages of the staff and of customers, as the build has made them: the gateway serves them without the script. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Gateway } from '../../gateway/gateway';
import type { StaticFile } from '../../gateway/static-file';
import { ROOT } from '../harness/local';
import { type Backend, startBackend } from './backend';
import { openGateway } from './edge';

const PAGES: StaticFile[] = JSON.parse(readFileSync(path.join(ROOT, '.build/pages.json'), 'utf8'));
/** As a browser asks for them. */
const ADDRESSES = PAGES.map((page) => page.path.replace(':id', 'O-1-abc'));
const HTML = PAGES.filter(({ headers }) => headers['content-type']?.startsWith('text/html')).map((page) =>
  page.path.replace(':id', 'O-1-abc'),
);

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend((_, response) => void response.end());
});
afterAll(() => backend.close());

let gateway: Gateway;
beforeEach(() => {
  gateway = openGateway({ webApp: backend.url, pages: PAGES });
});

const ask = (at: string, init: RequestInit = {}) =>
  gateway(new Request(`https://gateway.example${at}`, init));

const policyOf = (answer: Response) => (answer.headers.get('content-security-policy') ?? '').split('; ');

test.each([
  ['/staff', 'text/html; charset=utf-8'],
  ['/o/O-1-abc', 'text/html; charset=utf-8'],
  ['/staff/worker.js', 'text/javascript; charset=utf-8'],
  ['/staff/manifest.webmanifest', 'application/manifest+json'],
  ['/staff/icon.svg', 'image/svg+xml'],
  ['/staff/icon-192.png', 'image/png'],
  ['/staff/icon-512.png', 'image/png'],
])('%s is %s', async (at, type) => {
  const answer = await ask(at);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
});

test.each(ADDRESSES)('%s may do nothing that its policy does not name, and sets no cookie', async (at) => {
  const answer = await ask(at);
  const policy = policyOf(answer);
  const least = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
  expect(policy).toEqual(expect.arrayContaining(least));
  expect(policy.join()).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers.get('set-cookie')).toBeNull();
});

test('what is text is compressed as the browser asks, and is the same file', async () => {
  for (const at of ['/staff', '/o/O-1-abc', '/staff/worker.js']) {
    const plain = await ask(at);
    const told = await Promise.all(
      ['br, gzip', 'gzip;q=0.5', 'identity', 'br;q=0, gzip;q=0'].map((accepted) =>
        ask(at, { headers: { 'accept-encoding': accepted } }),
      ),
    );
    const codings = told.map(({ headers }) => headers.get('content-encoding'));
    expect([at, codings]).toEqual([at, ['br', 'gzip', null, null]]);
    const [first, second] = await Promise.all(told.slice(0, 2).map((one) => one.arrayBuffer()));
    const unpacked = [
      brotliDecompressSync(Buffer.from(first as ArrayBuffer)),
      gunzipSync(Buffer.from(second as ArrayBuffer)),
    ];
    const text = await plain.text();
    expect(unpacked.map(String)).toEqual([text, text]);
    expect(Number(first?.byteLength)).toBeLessThan(text.length / 2);
    expect(told.every(({ headers }) => /accept-encoding/i.test(headers.get('vary') ?? ''))).toBe(true);
  }
});

test('every order has the same page', async () => {
  const [one, other] = await Promise.all(
    ['/o/O-1-abc', '/o/O-2-def'].map(async (at) => (await ask(at)).text()),
  );
  expect(one).toBe(other);
});

test('the staff page may call its own server, and the worker too', async () => {
  const own = ["connect-src 'self'", "img-src 'self'", "manifest-src 'self'", "worker-src 'self'"];
  expect(policyOf(await ask('/staff'))).toEqual(expect.arrayContaining(own));
  const worker = await ask('/staff/worker.js');
  expect(policyOf(worker)).toContain("connect-src 'self'");
  expect(worker.headers.get('service-worker-allowed')).toBe('/staff');
});

test.each(HTML)('%s has one script and one style, those that its policy names', async (at) => {
  const answer = await ask(at);
  const page = await answer.text();
  for (const tag of ['script', 'style']) {
    const [[, text = ''] = [], ...others] = [
      ...page.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'gs')),
    ];
    const digest = createHash('sha256').update(text).digest('base64');
    expect([text.length > 0, others]).toEqual([true, []]);
    expect(policyOf(answer)).toContain(`${tag}-src 'sha256-${digest}'`);
  }
  expect(page).not.toMatch(/<(script|style)[^>]/);
});

test.each(ADDRESSES)('%s is not sent again to who has it', async (at) => {
  const etag = (await ask(at)).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[^"]+"$/);
  for (const known of [etag, `W/${etag}`]) {
    const again = await ask(at, { headers: { 'if-none-match': known } });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  }
  expect((await ask(at, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('what a caller has may be one of several', async () => {
  const etag = (await ask('/staff')).headers.get('etag');
  expect((await ask('/staff', { headers: { 'if-none-match': `"other", ${etag}` } })).status).toBe(304);
});

test.each(ADDRESSES)('HEAD %s is GET without the body, and nothing else is allowed', async (at) => {
  const [whole, head] = await Promise.all([ask(at), ask(at, { method: 'HEAD' })]);
  // A server says how a body travels, where there is one.
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = Object.fromEntries(whole.headers);
  expect([head.status, Object.fromEntries(head.headers)]).toEqual([200, headers]);
  expect(await head.text()).toBe('');
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    expect((await ask(at, { method })).status).toBe(405);
  }
});

test.each(['/staff', '/docs', '/healthz'])(
  'a method that is not allowed is answered with those that are: %s',
  async (at) => {
    const answer = await ask(at, { method: 'POST' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  },
);

test('an icon is sent byte for byte', async () => {
  const sent = Buffer.from(await (await ask('/staff/icon-192.png')).arrayBuffer());
  expect(sent.equals(readFileSync(path.join(ROOT, 'web/staff/icon-192.png')))).toBe(true);
});

test('all that the page and its manifest name is there', async () => {
  const page = await (await ask('/staff')).text();
  const linked = [...page.matchAll(/<link\b[^>]* href="([^"]+)"/g)].map(([, href = '']) => href);
  const { icons, start_url } = await (await ask('/staff/manifest.webmanifest')).json();
  const named = [...linked, start_url, ...icons.map(({ src }: { src: string }) => src)];
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((one) => !ADDRESSES.includes(one))).toEqual([]);
});

test.each(['/staff/orders', '/staff/worker.js/x', '/staff/..%2fv1', '/o', '/o/', '/o/a/b'])(
  'nothing is at %s',
  async (at) => {
    const answer = await ask(at);
    expect([answer.status, (await answer.json()).error.code]).toEqual([404, 'not_found']);
  },
);

test.each([
  ['/staff/', '/staff'],
  ['/o/O-1-abc/', '/o/O-1-abc'],
  ['/o/%0d%0aset-cookie:x/', '/o/%0d%0aset-cookie:x'],
])('%s, as people type it, leads to %s', async (at, page) => {
  const answer = await ask(at);
  expect([302, 307]).toContain(answer.status);
  expect([answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([page, null]);
});

test('a gateway without pages serves the API alone', async () => {
  gateway = openGateway({ webApp: backend.url });
  expect((await ask('/staff')).status).toBe(404);
  expect((await ask('/healthz')).status).toBe(200);
});

test('none of this has reached the script', () => {
  expect(backend.asked).toEqual([]);
});
