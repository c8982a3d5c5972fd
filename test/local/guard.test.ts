import { request } from 'node:http';
import { createApp } from '../../local/app';
import type { Local } from '../../local/local';
import { serveScripts } from '../harness/scripts';

let local: Local;
let port: string;

beforeAll(async () => {
  local = await serveScripts({ api: { doPost: () => ContentService.createTextOutput('done') } });
  port = new URL(local.urls.home).port;
});
afterAll(() => local.close());

/** The status of a request with headers that `fetch` does not let one write. */
function statusOf(
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end();
  });
}

test.each(['localhost', '127.0.0.1', '[::1]'])('%s is a name of this server', async (name) => {
  expect(await statusOf('/_local/state', { host: `${name}:${port}` })).toBe(200);
});

test.each(['evil.example', 'localhost', 'localhost:1', 'localhost.evil.example'])(
  '%s is none',
  async (host) => {
    expect(await statusOf('/_local/state', { host })).toBe(421);
    expect(await statusOf('/v1/leads', { host })).toBe(421);
  },
);

test.each(['http://evil.example', 'null', 'https://localhost:443'])(
  'pages of %s are refused',
  async (origin) => {
    const headers = { host: `localhost:${port}`, origin };
    expect(await statusOf('/_local/run/doPost?script=api', headers, 'POST')).toBe(403);
    expect(await statusOf('/macros/s/local-api/exec', headers, 'POST')).toBe(403);
    expect(await statusOf('/gmail/v1/users/me/profile', headers)).toBe(403);
    expect(local.executions).toHaveLength(0);
  },
);

test('pages of any origin may ask for what is under /v1', async () => {
  const status = await statusOf('/v1/leads', { host: `localhost:${port}`, origin: 'https://shop.example' });
  expect(status).not.toBe(403);
});

test('a page may call where it came from', async () => {
  const headers = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
  expect(await statusOf('/_local/state', headers)).toBe(200);
});

describe('on port 80, which clients leave out', () => {
  /** The same server as if it had got that port, which not everybody may listen on. */
  const askOn80 = (path: string, headers: Record<string, string>, home = 'http://localhost:80') =>
    createApp({ ...local, urls: { ...local.urls, home } })(
      new Request(`http://${headers.host}${path}`, { headers }),
    );

  test.each([
    ['localhost', 200],
    ['127.0.0.1', 200],
    ['[::1]', 200],
    ['localhost:80', 200],
    ['localhost:8080', 421],
    ['evil.example', 421],
  ])('a request to %s is answered %i', async (host, status) => {
    expect((await askOn80('/_local/state', { host })).status).toBe(status);
  });

  test.each(['localhost', 'localhost:80'])('a page of it may call %s', async (host) => {
    const origin = 'http://localhost';
    expect((await askOn80('/_local/state', { host, origin })).status).toBe(200);
    expect((await askOn80('/_local/state', { host, origin: `${origin}:81` })).status).toBe(403);
  });

  test('frames name its two origins without it', async () => {
    const { headers } = await askOn80('/macros/panel', { host: 'localhost' });
    expect(headers.get('content-security-policy')).toBe('frame-ancestors http://127.0.0.1');
  });
});
