import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { GATEWAY, type SeededApi, startApi } from '../harness/api';
import { spread, testLong } from '../harness/extent';
import { ROOT } from '../harness/local';
import { until } from '../harness/until';
import { startBackend } from './backend';

const WELL = { status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/) };

let local: SeededApi;
beforeAll(async () => {
  local = await startApi();
});
afterAll(() => local.close());

const ask = (at: string, init: RequestInit = {}) => fetch(`${local.urls.home}${at}`, init);

test('/v1/health opens the sheet once a minute, and otherwise reads the cache once', async () => {
  // What every call needs of the settings is remembered from now on.
  await local.call(GATEWAY, 'GET', '/v1/auth/session', { token: local.tokens.key });
  await ask('/v1/health');
  const first = local.executions.at(-1);
  await ask('/v1/health');
  const second = local.executions.at(-1);
  expect(first?.calls.map(({ method }) => method)).toEqual([
    'cache.getAll',
    'properties.set',
    'spreadsheet.describe',
    'cache.put',
  ]);
  expect(first?.elapsed).toBeLessThanOrEqual(1_386);
  expect(second?.count()).toBe(1);
  expect(second?.elapsed).toBeLessThanOrEqual(456);
});

test('/v1/health answers on every transport', async () => {
  const { api } = local.urls;
  expect(await (await ask('/v1/health')).json()).toEqual(WELL);
  expect(await (await fetch(`${api}?path=/v1/health`)).json()).toEqual(WELL);
  const body = JSON.stringify({ method: 'GET', path: '/v1/health' });
  const enveloped = await (await fetch(api, { method: 'POST', body })).json();
  expect([enveloped.status, JSON.parse(enveloped.body)]).toEqual([200, WELL]);
});

test('the document and its page are compressed, and answers with data are not', async () => {
  const headers = { 'accept-encoding': 'gzip', authorization: `Bearer ${local.tokens.key}` };
  const told = await Promise.all(
    ['/openapi.json', '/docs', '/v1/leads'].map((at) =>
      ask(at, { headers: at === '/v1/leads' ? headers : { 'accept-encoding': 'gzip' } }),
    ),
  );
  expect(told.map((one) => [one.status, one.headers.get('content-encoding')])).toEqual([
    [200, 'gzip'],
    [200, 'gzip'],
    [200, null],
  ]);
  expect(await told[0]?.json()).toMatchObject({ openapi: expect.stringMatching(/^3\./) });
  const etag = told[0]?.headers.get('etag') ?? '';
  const again = await ask('/openapi.json', {
    headers: { 'accept-encoding': 'gzip', 'if-none-match': etag },
  });
  expect(etag).toMatch(/^W\//);
  expect([again.status, again.headers.get('vary'), again.headers.get('etag')]).toEqual([
    304,
    'accept-encoding',
    etag,
  ]);
});

test('an unchanged resource is not sent again', async () => {
  const etag = (await ask('/v1/health')).headers.get('etag') ?? '';
  const again = await ask('/v1/health', { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('errors have a status and a message', async () => {
  const wrong = await ask('/v1/health', { method: 'DELETE' });
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
  expect((await ask('/v1/nobody')).status).toBe(404);
  expect((await ask('/webhooks/nobody', { method: 'POST' })).status).toBe(404);
});

test('pages of any origin may call the API, and nothing else', async () => {
  const headers = { origin: 'https://shop.example' };
  expect((await ask('/v1/health', { headers })).headers.get('access-control-allow-origin')).toBe('*');
  expect((await ask('/docs', { headers })).status).toBe(403);
});

test('/docs runs the script that its policy names by its digest, and loads nothing', async () => {
  const answer = await ask('/docs');
  const page = await answer.text();
  const policy = answer.headers.get('content-security-policy') ?? '';
  const [[, script = ''] = [], ...others] = [...page.matchAll(/<script>(.*?)<\/script>/gs)];
  const digest = createHash('sha256').update(script).digest('base64');
  expect(others).toEqual([]);
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining(["default-src 'none'", `script-src 'sha256-${digest}'`, "form-action 'none'"]),
  );
  expect(policy).not.toContain('unsafe');
  expect(page).toContain('<code>/v1/health</code>');
  expect(page).not.toMatch(/ src=|<link|<script [^>]|\bon\w+=|url\(/);
});

test('/docs shows what is particular to a parameter, beside its meaning', async () => {
  expect(await (await ask('/docs')).text()).toContain(
    'How many entries a page has. 25 by default and at most 100; as CSV 1000 by default and at most.',
  );
});

test('/docs shows bodies of every type', async () => {
  const page = await (await ask('/docs')).text();
  expect(page).toContain('Body <small class="soft">application/x-www-form-urlencoded</small>');
  expect(page).toContain('MessageSid');
});

test('the lines that /docs gives to try are understood, and the TypeScript beside each asks for the same', async () => {
  const page = (await (await ask('/docs')).text()).replaceAll('https://api.example.com', local.urls.home);
  const [lines = [], programs = []] = ['curl', 'TypeScript'].map((language) =>
    [...page.matchAll(new RegExp(`<pre class="${language}">(.*?)</pre>`, 'gs'))].map(([, code = '']) =>
      code
        .replace(/&quot;/g, '"')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&#39;/g, "'")
        .replace(/&amp;/g, '&'),
    ),
  );
  expect(lines.length).toBeGreaterThan(30);
  expect(await Promise.all(programs.map(askedBy))).toEqual(lines.map((line) => requestOf(line)));
  for (const line of spread(lines, 14)) {
    const { url, headers, ...sent } = requestOf(line);
    const answer = await fetch(url, {
      ...sent,
      headers: headers.map(
        ([name, value]) => [name, value.replace('YOUR_KEY', local.tokens.key)] as [string, string],
      ),
    });
    const { error = {} } = await answer.json();
    // A key cannot be logged out, and what an example names need not be there.
    const isFine = error.code === 'no_session' || /must be the ID of/.test(error.message);
    const isMisunderstood = !isFine && [400, 405, 413, 415, 422, 500].includes(error.status);
    expect([line, isMisunderstood ? error : undefined]).toEqual([line, undefined]);
  }
});

interface Asked {
  url: string;
  method: string;
  headers: [name: string, value: string][];
  body?: string;
}

/** The request that curl would send. */
function requestOf(line: string): Asked {
  const args = wordsOf(line).slice(1);
  const { values, positionals } = parseArgs({ args, options: CURL, allowPositionals: true });
  const { X: method = values.d ? 'POST' : 'GET', H: headers = [], d: body } = values;
  return {
    url: positionals[0] ?? '',
    method,
    headers: headers.map((one) => one.split(': ') as [string, string]),
    ...(body && { body: compact(body) }),
  };
}

/** The request that a program sends. */
async function askedBy(program: string): Promise<Asked | undefined> {
  let asked: Asked | undefined;
  const fake = async (url: string, { method = 'GET', headers = {}, body }: RequestInit = {}) => {
    const sent = typeof body === 'string' ? { body: compact(body) } : {};
    asked = { url, method, headers: Object.entries(headers), ...sent };
    return new Response('{}');
  };
  await new Function('fetch', 'console', `return (async () => {${program}})()`)(fake, { log: () => {} });
  return asked;
}

/** JSON without its spaces, and any other text as it is. */
function compact(body: string): string {
  return /^[{[]/.test(body) ? JSON.stringify(JSON.parse(body)) : body;
}

/** As a shell reads them. */
function wordsOf(line: string): string[] {
  const joined = line.replaceAll('\\\n', ' ');
  return [...joined.matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, single, double, one) => single ?? double ?? one),
  );
}

/** The options of curl that the page uses. */
const CURL = {
  X: { type: 'string', short: 'X' },
  H: { type: 'string', short: 'H', multiple: true },
  d: { type: 'string', short: 'd' },
} as const;

const GATEWAY_FILE = path.join(ROOT, '.build/gateway.cjs');

/** Where the seeded web app is. */
const toWebApp = () => ['--web-app', local.urls.api.replace('localhost', '127.0.0.1'), '--port', '0'];

/** In a thread, which costs less than a process, a message stands for the signal. */
const IN_THREAD = `const { parentPort } = require('node:worker_threads');
parentPort.once('message', () => process.emit('SIGTERM'));
parentPort.unref();
require(${JSON.stringify(GATEWAY_FILE)});`;

function launch(...argv: string[]): Worker {
  return new Worker(IN_THREAD, { eval: true, argv, stdout: true, stderr: true });
}

/** The address that a gateway says, and how it ends. */
async function start(...argv: string[]) {
  const thread = launch(...argv);
  const end = () => {
    thread.postMessage('end');
    return new Promise((resolve) => thread.once('exit', resolve));
  };
  return { url: await addressIn(thread.stdout), end };
}

async function addressIn(output: Readable | null): Promise<string> {
  const line = await new Promise<Buffer>((resolve) => output?.once('data', resolve));
  return /http:\/\/[^/]+/.exec(String(line))?.[0] ?? '';
}

/** What the documentation gives it in a container. */
function optionsShown(): string[] {
  const text = readFileSync(path.join(ROOT, 'docs/gateway.md'), 'utf8');
  const [node, gateway, ...options] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(text)?.[1] ?? '[]');
  expect([node, gateway]).toEqual(['node', '.build/gateway.cjs']);
  return options;
}

/** Where other machines find this one; without a network the loopback address that 127.0.0.1 does not answer for. */
const elsewhere =
  Object.values(os.networkInterfaces())
    .flat()
    .find((network) => network?.family === 'IPv4' && !network.internal)?.address ?? '127.0.0.2';

test('the gateway runs by itself, in front of any web app', async () => {
  const { url, end } = await start(...toWebApp());
  expect(url).toMatch(/^http:\/\/localhost:\d+$/);
  expect(await (await fetch(`${url}/v1/health`)).json()).toEqual(WELL);
  expect(await (await fetch(`${url}/staff`)).text()).toContain('<title>');
  expect(await end()).toBe(0);
});

testLong('it ends by the signal of a service manager', async () => {
  const child = execFile(process.execPath, [GATEWAY_FILE, ...toWebApp()]);
  await addressIn(child.stdout);
  child.kill();
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
});

test('a connection is kept for longer than those that use it keep theirs', async () => {
  const { url, end } = await start(...toWebApp());
  for (const server of [url, local.urls.home]) {
    const { headers } = await fetch(`${server}/v1/health`);
    expect(headers.get('keep-alive')).toBe('timeout=65');
  }
  await end();
});

test('the gateway listens on its own machine only, unless --host says otherwise', async () => {
  const [own, open, chosen] = await Promise.all([
    start(...toWebApp()),
    start(...toWebApp(), ...optionsShown()),
    start(...toWebApp(), '--host', elsewhere),
  ]);
  const health = (url: string) => fetch(`${url}/v1/health`).then(({ status }) => status);
  await expect(health(own.url.replace('localhost', elsewhere))).rejects.toThrow();
  expect(await health(open.url.replace('localhost', elsewhere))).toBe(200);
  expect(await health(open.url)).toBe(200);
  expect(chosen.url).toContain(`//${elsewhere}:`);
  expect(await health(chosen.url)).toBe(200);
  await Promise.all([own, open, chosen].map(({ end }) => end()));
});

test('at its end the gateway answers who waits, and waits for what runs', async () => {
  const held: ServerResponse[] = [];
  const backend = await startBackend((_, response) => void held.push(response));
  const { url, end } = await start('--web-app', backend.url, '--port', '0', '--seats', '1');
  const running = fetch(`${url}/v1/health`);
  await until(() => held.length === 1);
  const waiting = fetch(`${url}/v1/health`);
  await until(async () => (await (await fetch(`${url}/healthz`)).json()).seats.waiting === 1);
  const ended = end();
  expect((await waiting).status).toBe(503);
  held[0]?.writeHead(200, { 'content-type': 'application/json' });
  held[0]?.end(JSON.stringify({ status: 200, headers: {}, body: '{}' }));
  expect([(await running).status, await ended]).toEqual([200, 0]);
  backend.close();
});

test('npm start has the same gateway', async () => {
  const { executions } = local;
  const before = executions.length;
  expect((await (await ask('/healthz')).json()).seats).toEqual({ total: 25, inUse: 0, waiting: 0 });
  expect(executions.length).toBe(before);
});

const REFUSED: [string[], string][] = [
  [[], '--web-app must be the URL of a deployment'],
  [['--web-app', 'nonsense'], '--web-app must be the URL of a deployment'],
  [['--web-app', 'http://a.example', '--port', 'x'], '--port must be a number'],
  [['--web-app', 'http://a.example', '--seats', '31'], '--seats must be a number from 1 to 30'],
  [['--web-app', 'http://a.example', '--host', 'everywhere'], '--host must be an IP address such as 0.0.0.0'],
];

test('the gateway refuses wrong options in one line', async () => {
  for (const [args, words] of REFUSED) {
    const thread = launch(...args);
    const said = text(thread.stderr);
    const code = await new Promise((resolve) => thread.once('exit', resolve));
    const line = expect.stringMatching(new RegExp(`^${words}.*\\n$`));
    expect([args, code, await said]).toEqual([args, 1, line]);
  }
});
