import type { ServerResponse } from 'node:http';
import type { Gateway } from '../../gateway/gateway';
import { type Backend, startBackend } from './backend';
import { openGateway } from './edge';
import { stopClock } from './held-backend';

const NOTHING_DONE = /Nothing was done/;
const MAY_HAVE_RUN = /may still have been carried out/;
const SECRET = 'hush-hush';

let backend: Backend;
let gateway: Gateway;
let behave: (response: ServerResponse) => void;
let lines: string[];
let isRedirecting: boolean;
beforeEach(async () => {
  stopClock();
  lines = [];
  isRedirecting = false;
  jest.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
  backend = await startBackend((request, response) => {
    if (isRedirecting && request.method === 'POST') response.writeHead(302, { location: '/echo' }).end();
    else behave(response);
  });
  gateway = openGateway({ webApp: backend.url });
});
afterEach(() => {
  backend.close();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const order = (path = '/v1/orders') =>
  gateway(
    new Request(`http://gateway.example${path}`, {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${SECRET}` },
    }),
  );

const shows = (status: number, title: string, text = '') => {
  behave = (response) =>
    void response
      .writeHead(status, { 'content-type': 'text/html' })
      .end(`<html><head><title>${title}</title></head><body>${text}</body></html>`);
};

const REFUSALS: [string, number, string, string, object, RegExp][] = [
  [
    'too many run at once',
    200,
    'Error',
    'There are too many scripts running simultaneously for this Google user account.',
    { status: 503, code: 'busy', retryAfter: 5 },
    /too many scripts running simultaneously.*fewer --seats/,
  ],
  [
    'too many begin within a second',
    200,
    'Error',
    'Script invoked too many times per second for this Google user account.',
    { status: 503, code: 'busy', retryAfter: 5 },
    /per second/,
  ],
  [
    'Google limits the address',
    429,
    'Sorry...',
    'unusual traffic from your computer network',
    { status: 503, code: 'busy', retryAfter: 60 },
    /from this network/,
  ],
  [
    'a login is asked for',
    200,
    'Sign in - Google Accounts',
    '',
    { status: 502, code: 'web_app_private' },
    /"Who has access" to Anyone/,
  ],
  [
    'access is denied',
    403,
    'Access Denied',
    'You need access',
    { status: 502, code: 'web_app_private' },
    /"Who has access" to Anyone/,
  ],
  [
    'there is no such deployment',
    404,
    'Page Not Found',
    '',
    { status: 502, code: 'web_app_missing' },
    /deployment was archived/,
  ],
  [
    'the deployment has other code',
    200,
    'Error',
    'Script function not found: doPost',
    { status: 502, code: 'web_app_missing' },
    /npm run deploy/,
  ],
];

describe.each(REFUSALS)('where %s', (_, status, title, text, error, advice) => {
  beforeEach(() => shows(status, title, text));

  test('nothing was done, as Google refuses before the script runs', async () => {
    const answer = await order();
    const { error: told } = await answer.json();
    expect(told).toMatchObject({ ...error, message: expect.stringMatching(NOTHING_DONE) });
    expect(answer.headers.get('retry-after')).toBe(
      told.retryAfter === undefined ? null : String(told.retryAfter),
    );
  });

  test('something may have been done if the page comes after a redirect', async () => {
    isRedirecting = true;
    const { error: told } = await (await order()).json();
    expect(told).toMatchObject({ ...error, message: expect.stringMatching(MAY_HAVE_RUN) });
    expect(told.message).not.toMatch(NOTHING_DONE);
  });

  test('the log has the advice for the owner, which no caller reads', async () => {
    const { error: told } = await (await order()).json();
    expect(lines).toEqual([expect.stringMatching(advice)]);
    expect(told.message).not.toMatch(advice);
  });
});

test.each<[string, number, string, string, object]>([
  [
    'a daily quota',
    200,
    'Error',
    'Service invoked too many times for one day: urlfetch.',
    { status: 503, code: 'unavailable', retryAfter: 3_600 },
  ],
  [
    'a limit of a service',
    200,
    'Error',
    'Service invoked too many times in a short time: cache.',
    { status: 503, code: 'unavailable', retryAfter: 60 },
  ],
  ['an outage', 502, 'Bad Gateway', '', { status: 503, code: 'unavailable', retryAfter: 60 }],
  ['a permission', 200, 'Authorization needed', '', { status: 502, code: 'web_app_unauthorized' }],
  ['a crash', 200, 'Error', 'TypeError: x is null', { status: 502, code: 'script_error' }],
  ['a page of anybody', 200, 'Hello', '', { status: 502, code: 'bad_gateway' }],
])('after the page of %s something may have been done', async (_, status, title, text, error) => {
  shows(status, title, text);
  const { error: told } = await (await order()).json();
  expect(told).toMatchObject({ ...error, message: expect.stringMatching(MAY_HAVE_RUN) });
  expect(lines).toHaveLength(1);
});

test('a failure is one line a minute, with how many met it', async () => {
  shows(404, 'Page Not Found');
  for (let asked = 0; asked < 100; asked++) await order();
  expect(lines).toHaveLength(1);
  shows(502, 'Bad Gateway');
  await order();
  expect(lines).toHaveLength(2);
  shows(404, 'Page Not Found');
  jest.advanceTimersByTime(60_000);
  await order();
  expect(lines.slice(2)).toEqual([expect.stringContaining('502 web_app_missing (and 99 more since ')]);
});

test('a line has the time, the request and the reason, and nobody can log in with it', async () => {
  shows(200, 'Error', `Error: no row for token=${SECRET}, Authorization: Bearer ${SECRET}`);
  await order(`/v1/leads/L-17-abc/notes?token=${SECRET}`);
  const [line = ''] = lines;
  expect(line).toMatch(/^\d{4}-\d\d-\d\dT\S+Z POST \/v1\/leads\/\*\/notes: 502 script_error\. /);
  expect(line).toContain('no row for token=***');
  expect(line).not.toContain(SECRET);
});

test('a web app that cannot be reached is logged with the reason', async () => {
  backend.close();
  await order();
  expect(lines).toEqual([
    expect.stringMatching(/502 bad_gateway\. .*could not be reached.*(ECONN|connection lost)/),
  ]);
});

test("the script's own errors are not logged here", async () => {
  behave = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ status: 500, headers: {}, body: '{}' }));
  expect((await order()).status).toBe(500);
  expect(lines).toEqual([]);
});
