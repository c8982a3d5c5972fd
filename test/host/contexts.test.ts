/** A worker evaluates the API once and serves everyone with it: nothing of one caller may be left for the next. */
import { IS_LONG } from '../harness/extent';
import {
  type RunningHost,
  type SeededHost,
  startHost,
  startSeededHost,
  stopHosts,
  untilReady,
} from './harness';

afterAll(stopHosts);

const ROLES = ['admin', 'agent', 'manager', 'staff'] as const;
const CALLERS = ['key', ...ROLES, 'nobody', 'an invalid token'] as const;
type Caller = (typeof CALLERS)[number];

interface Asked {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const get = (path: string): Asked => ({ method: 'GET', path });
const send = (method: string, path: string, body: unknown, headers = {}): Asked => ({
  method,
  path,
  body,
  headers,
});

/** Reads, refusals, and changes that come to the same whenever they are repeated; none that tells the time. */
const REQUESTS: readonly Asked[] = [
  get('/v1/health'),
  get('/v1/auth/me'),
  get('/v1/leads'),
  get('/v1/leads?status=new&pageSize=2&sort=-score'),
  get('/v1/leads?page=2&pageSize=2'),
  get('/v1/leads?q=lovelace'),
  get('/v1/leads?source=web&count=capped'),
  get('/v1/leads?status=nonsense'),
  get('/v1/leads?unknown=1'),
  get('/v1/leads/L-1'),
  get('/v1/leads/L-2'),
  get('/v1/leads/L-999'),
  get('/v1/leads/analytics'),
  get('/v1/leads/analytics/summary'),
  get('/v1/vehicles'),
  get('/v1/cafes'),
  get('/v1/cafes/C-1'),
  get('/v1/cafes/C-1/menu'),
  get('/v1/cafes/C-2/orders'),
  get('/v1/push-endpoints'),
  get('/v1/orders/or_unknown'),
  get('/v1/nothing'),
  get('/openapi.json'),
  { method: 'OPTIONS', path: '/v1/leads' },
  send(
    'POST',
    '/v1/leads',
    { name: 'Repeated', phone: '+15551239999' },
    { 'idempotency-key': 'one and the same' },
  ),
  send('POST', '/v1/leads', { name: 'No phone' }),
  send('POST', '/v1/leads', '{"name": '),
  send('PATCH', '/v1/leads/L-1', { status: 'contacted' }, { 'if-match': '"of another version"' }),
  send('PATCH', '/v1/leads/L-1', { status: 'sleeping' }),
  send('DELETE', '/v1/leads/L-999', undefined),
  send('POST', '/v1/orders', { cafeId: 'C-1', items: [] }),
  send('POST', '/v1/messaging/webhook', 'Body=STOP', { 'x-twilio-signature': 'abc=' }),
  send('POST', '/webhooks/payments', '{}', { 'stripe-signature': 't=1,v1=2' }),
];

/** Of everyone in the long tests, else of two or three of them in turns. */
const CALLS = REQUESTS.flatMap((asked, at) =>
  CALLERS.filter((_, turn) => IS_LONG || (at + turn) % 3 === 0).map((caller) => ({ asked, caller })),
);
type Call = (typeof CALLS)[number];

let first: SeededHost;
let tokens: Record<Caller, string>;
beforeAll(async () => {
  first = await startSeededHost({ workers: 1 });
  const { demo } = first;
  const sessions = await Promise.all(ROLES.map(async (role) => [role, await logIn(role)] as const));
  tokens = {
    ...(Object.fromEntries(sessions) as Record<(typeof ROLES)[number], string>),
    key: demo.apiKey,
    nobody: '',
    'an invalid token': 'sk_1_00000000000000000000000000',
  };
  for (const name of ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson'])
    await ask(first, {
      caller: 'key',
      asked: send('POST', '/v1/leads', { name, phone: `+1555123${name.length}000`, source: 'web' }),
    });
  // What some of the calls find done already is done before the first round.
  for (const call of CALLS) await ask(first, call);
});

async function logIn(role: string): Promise<string> {
  const { email, password } = first.demo.users.find((user) => user.role === role) ?? {};
  const answer = await fetch(`${first.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return ((await answer.json()) as { token: string }).token;
}

/** What differs from one answer to the next for everyone: the request's number, and what is left of a rate limit. */
const OF_ITS_OWN = ['date', 'x-request-id', 'ratelimit', 'retry-after', 'connection', 'keep-alive'];

async function ask({ url }: RunningHost, { asked, caller }: Call): Promise<string> {
  const { method, path, body, headers = {} } = asked;
  const token = tokens[caller];
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const kept = [...answer.headers].filter(([name]) => !OF_ITS_OWN.includes(name));
  return `${answer.status} ${JSON.stringify(kept)} ${await answer.text()}`.replace(
    /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    '<ID>',
  );
}

/** All calls, one after the other in this order, and what came of each, in the order of the list. */
async function round(host: RunningHost, order: readonly number[]): Promise<string[]> {
  const answers: string[] = [];
  for (const index of order) answers[index] = await ask(host, CALLS[index] as Call);
  return answers;
}

test('every request is answered the same, whoever was served before', async () => {
  const forwards = CALLS.map((_, index) => index);
  // Neighbours of the list are far from each other, and of another caller each.
  const mixed = [...forwards].sort((a, b) => ((a * 97) % CALLS.length) - ((b * 97) % CALLS.length));
  const fresh = await startHost({ database: first.database, workers: 1 });
  await untilReady(fresh);
  const one = await round(first, forwards);
  const two = await round(first, [...forwards].reverse());
  const three = await round(fresh, mixed);
  const label = (answers: string[]) =>
    answers.map(
      (answer, index) =>
        `${CALLS[index]?.caller}, ${CALLS[index]?.asked.method} ${CALLS[index]?.asked.path}: ${answer}`,
    );
  expect(label(two)).toEqual(label(one));
  expect(label(three)).toEqual(label(one));
  const statuses = new Set(one.map((answer) => answer.slice(0, 3)));
  expect([...statuses].sort()).toEqual(
    expect.arrayContaining(['200', '201', '400', '401', '403', '404', '412', '422']),
  );
  expect(statuses).not.toContain('500');
});
