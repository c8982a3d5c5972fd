import type { ServerResponse } from 'node:http';
import { type Backend, startBackend } from './backend';
import { openGateway } from './edge';

let backend: Backend | undefined;
beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  backend?.close();
  jest.restoreAllMocks();
});

/** For those that never come to an end; the others take the time that this machine takes. */
const SHORT_MS = 300;
const LONG_MS = 20_000;
const HUGE = 'x'.repeat(1_000_000);

async function answerOf(
  behave: Parameters<typeof startBackend>[0],
  init: RequestInit = {},
  timeoutMs = LONG_MS,
): Promise<Response> {
  backend = await startBackend(behave);
  const gateway = openGateway({ webApp: backend.url, timeoutMs, maxBytes: 100 });
  return gateway(new Request('http://gateway.example/v1/leads', init));
}

function send(response: ServerResponse, body: string, type = 'application/json', status = 200): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

const reply = (parts: object) => JSON.stringify({ status: 200, headers: {}, body: '{}', ...parts });

test.each<[string, Parameters<typeof startBackend>[0], number, RegExp]>([
  ['never answers', () => {}, 504, /did not respond within 300 ms/],
  [
    'stops in the middle of its answer',
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    504,
    /did not respond within/,
  ],
  ['breaks the connection', (_, response) => response.destroy(), 502, /could not be reached/],
  [
    'sends its page of errors',
    (_, response) => send(response, '<title>Error</title>', 'text/html'),
    502,
    /script stopped with an error\. The request may still have been carried out/,
  ],
  [
    'is not there',
    (_, response) => send(response, '<title>Page Not Found</title>', 'text/html', 404),
    502,
    /no API behind this gateway.* Nothing was done/,
  ],
  [
    'wants a login',
    (request, response) => {
      if (request.url === '/login') send(response, '<title>Sign in</title>', 'text/html');
      else response.writeHead(302, { location: '/login' }).end();
    },
    502,
    /a page instead/,
  ],
  [
    "leads to Google's login",
    (_, response) =>
      void response.writeHead(302, { location: 'https://accounts.google.com/ServiceLogin?x=1' }).end(),
    502,
    /not open to callers.* Nothing was done/,
  ],
  [
    'redirects for ever',
    (_, response) => void response.writeHead(302, { location: '/exec' }).end(),
    502,
    /redirect/,
  ],
  [
    'redirects nowhere',
    (_, response) => void response.writeHead(302, { location: 'http://' }).end(),
    502,
    /could not be reached/,
  ],
  [
    'sends no end of an answer',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (let megabytes = 0; megabytes < 30; megabytes++) response.write(HUGE);
      response.end();
    },
    502,
    /too long/,
  ],
  ['sends something else in JSON', (_, response) => send(response, '{"ok":true}'), 502, /invalid reply/],
  ['sends what is no JSON', (_, response) => send(response, '{'), 502, /invalid reply/],
  ['sends no status', (_, response) => send(response, reply({ status: 99 })), 502, /invalid reply/],
  [
    'sends a header that is none',
    (_, response) => send(response, reply({ headers: { 'a b': 'x\n' } })),
    502,
    /invalid reply/,
  ],
])('a web app that %s is a clear error', async (_, behave, status, message) => {
  const answer = await answerOf(behave, {}, status === 504 ? SHORT_MS : LONG_MS);
  const { error } = await answer.json();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json']);
  expect(error).toMatchObject({ status, message: expect.stringMatching(message) });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
});

test('a write is sent once, even if it fails', async () => {
  await answerOf((_, response) => response.destroy(), { method: 'POST', body: '{}' });
  expect(backend?.asked).toEqual(['POST /exec']);
});

test('the reply to a POST is fetched with GET from its redirect', async () => {
  const answer = await answerOf(
    (request, response) => {
      if (request.method === 'POST') response.writeHead(302, { location: '/echo?key=1' }).end();
      else
        send(response, reply({ status: 201, headers: { location: '/v1/leads/L-1' }, body: '{"id":"L-1"}' }));
    },
    { method: 'POST', body: '{}' },
  );
  expect(backend?.asked).toEqual(['POST /exec', 'GET /echo?key=1']);
  expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([
    201,
    '/v1/leads/L-1',
    '{"id":"L-1"}',
  ]);
});

test('a body that is too large does not reach the web app', async () => {
  const answer = await answerOf((_, response) => send(response, reply({})), {
    method: 'POST',
    body: 'x'.repeat(101),
  });
  expect([answer.status, (await answer.json()).error.code]).toEqual([413, 'too_large']);
  expect(backend?.asked).toEqual([]);
});

test('a web app that does not exist is a clear error', async () => {
  const gateway = openGateway({ webApp: 'http://127.0.0.1:1/exec' });
  const answer = await gateway(new Request('http://gateway.example/v1/health'));
  expect(answer.status).toBe(502);
});
