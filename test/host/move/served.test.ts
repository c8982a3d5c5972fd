import { type Cafe, startCafe } from '../../cafe/cafe';
import type { Call, Told } from '../../harness/api';
import { spread } from '../../harness/extent';
import { until } from '../../harness/until';
import { type Received, Receiver } from '../../pushes/push-receiver';
import { createDatabase, type RunningHost, runSql, startHost, stopHosts, untilReady } from '../harness';
import { beginMove, graduate, settle } from './moving';
import { endedRun } from './window/moved-sheet';

const HOUR_MS = 3_600_000;

/** A day of the desk that is no day of UTC. */
const DAY = 'createdFrom=2026-01-01&createdTo=2026-01-01';
const ZONE = 'America/New_York';
/** In the desk's zone. In UTC L-2 were of the first of January, and L-3 were not. */
const CREATED = { 'L-1': '2026-01-01 01:30', 'L-2': '2025-12-31 22:00', 'L-3': '2026-01-01 22:00' };

/** What is read before the move and after it. */
const ALL_READS = [
  '/v1/leads?pageSize=100',
  '/v1/leads?status=contacted',
  '/v1/leads?q=zo%C3%AB',
  '/v1/leads?sort=-score',
  '/v1/leads/L-1',
  '/v1/leads/L-2/activities',
  '/v1/leads/deleted',
  '/v1/leads/choices',
  '/v1/vehicles',
  '/v1/analytics/summary',
  '/v1/analytics/sources',
  `/v1/leads?${DAY}`,
  '/v1/analytics/days?from=2025-12-31&to=2026-01-02',
  '/v1/analytics/summary?from=2026-01-01&to=2026-01-01',
  '/v1/messaging/threads/L-1',
  '/v1/cafes',
  '/v1/cafes/C-1/menu',
  '/v1/cafes/C-1/orders',
  '/v1/cafes/C-1/devices',
];
const PERIOD = 'from=2025-12-31&to=2026-12-01';
/** Both engines count the same, whoever folds it. */
const REPORTS = [
  ...['leads', 'first-response', 'lead-steps', 'lost-leads'].flatMap((id) =>
    ['day', 'source', 'agent'].map((by) => `/v1/reports/${id}?by=${by}&${PERIOD}`),
  ),
  ...['takings', 'sold-items', 'time-to-ready'].map((id) => `/v1/reports/${id}?cafeId=C-1`),
  '/v1/reports/sold-out?cafeId=C-1',
  '/v1/cafes/C-1/takings',
  `/v1/analytics/summary?${PERIOD}&location=nowhere`,
];
const READS = [...spread(ALL_READS, 10), ...spread(REPORTS, 0)];

let cafe: Cafe;
let receiver: Receiver;
let host: RunningHost;
let before: Map<string, unknown>;
let secret: string;
let device: string;
/** How often the endpoint was asked until the move had ended. */
let pushesBefore: number;
const KEYED = { body: { name: 'Keyed', phone: '+15551239999' }, headers: { 'idempotency-key': 'once' } };
let keyed: Told;

beforeAll(async () => {
  // The host lives in the machine's time, and what fell due in the desk's is due there.
  // Timers count from the full hour, whenever that is.
  const hours = Math.floor(Date.now() / HOUR_MS) - 1;
  cafe = await startCafe(undefined, new Date(hours * HOUR_MS).toISOString());
  const { services, scripts } = cafe.api;
  services.spreadsheets.settings(scripts.api.spreadsheetId, { timeZone: ZONE });
  receiver = new Receiver(() => Date.now());
  const address = await receiver.listen();
  cafe.api.enter({ allowLocalPushes: 'yes', testMode: 'yes' });
  const { key: token, agent } = cafe.api.tokens;
  const posting = (path: string, body: object, headers = {}): Call => [
    `POST ${path}`,
    { token, body, headers },
  ];
  const askAll = async (...calls: readonly Call[]) => {
    const told = await cafe.callAll(...calls);
    const failed = told.filter(({ status }) => (status ?? 500) >= 300).map(({ text }) => text);
    expect(failed).toEqual([]);
    return told;
  };
  const item = (fields: object) => posting('/v1/cafes/C-1/menu', fields);
  const people = ['Zoë', 'Bob =1+1', '007'].map((name, at) => ({
    name,
    phone: `+1555123000${at}`,
    source: `ad ${at}`,
    creditScore: '640-680',
    tradeIn: true,
  }));
  const car = { vin: '1HGCM82633A004352', make: 'Honda', model: 'Accord', year: 2003 };
  const order = { cafeId: 'C-1', items: [{ menuItemId: 'I-3', quantity: 2 }] };
  const told = await askAll(
    ...people.map((body) => posting('/v1/leads', body)),
    ['PATCH /v1/leads/L-2', { token: agent, body: { status: 'contacted', notes: "'=x" } }],
    posting('/v1/vehicles', { ...car, miles: 1.5, price: 9_000 }),
    ...['Tea', 'Bagel'].map((name) => item({ name, price: 250 })),
    item({ name: 'Latte', price: 380, stock: 9 }),
    ['POST /v1/orders', { body: order }],
    posting('/v1/cafes/C-1/devices', { name: 'Till' }),
    posting('/v1/push-endpoints', { url: `${address}/crm` }),
  );
  const [till, endpoint] = told.slice(-2).map(({ body }) => body as { token: string; secret: string });
  device = till?.token ?? '';
  secret = endpoint?.secret ?? '';
  // The menu is shown in the order of its rows.
  await cafe.paste(
    'Leads',
    Object.entries(CREATED).map(([lead, at]) => [lead, 'createdAt', at]),
  );
  services.spreadsheets.sort(scripts.api.spreadsheetId, 'Menu', { column: 3 });
  await cafe.later(60_000);
  [keyed] = (await askAll(
    posting('/v1/leads', KEYED.body, KEYED.headers),
    posting('/v1/leads', { name: 'Gone', phone: '+15551230009' }),
    ['DELETE /v1/leads/L-5', { token: cafe.api.tokens.admin }],
  )) as [Told, Told, Told];
  await cafe.later(600_000);
  receiver.behaviours.set('/crm', { status: 503 });
  await cafe.call('PATCH /v1/leads/L-1', { token: agent, body: { status: 'contacted' } });
  await cafe.later(61_000);
  const read = await askAll(
    ...READS.map((path): Call => {
      const [plain = '', query = ''] = path.split('?');
      return [`GET ${plain}`, { token, query }];
    }),
  );
  before = new Map(READS.map((path, at) => [path, read[at]?.body]));
  pushesBefore = receiver.received.length;
  expect(receiver.received.at(-1)).toMatchObject({ isTaken: false });

  const moveToken = await beginMove(cafe);
  await settle(cafe);
  receiver.behaviours.clear();
  const database = await createDatabase();
  const ran = await graduate({ from: cafe.api.urls.api, database, token: moveToken });
  expect(ran).toMatchObject({ code: 0, error: '' });
  expect(receiver.received).toHaveLength(pushesBefore);
  host = await startHost({ database });
  await untilReady(host);
});
afterAll(async () => {
  await stopHosts();
  await receiver?.close();
  await cafe?.close();
});

async function ask(
  method: string,
  path: string,
  {
    token = cafe.api.tokens.key,
    body,
    headers = {},
  }: { token?: string; body?: object; headers?: object } = {},
) {
  const response = await fetch(host.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

test.each(READS)('GET %s is answered as the sheet did', async (path) => {
  const { status, body } = await ask('GET', path);
  expect([status, body]).toEqual([200, before.get(path)]);
});

test("days are those of the sheet's time zone", async () => {
  const { body } = await ask('GET', `/v1/leads?${DAY}`);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['L-3', 'L-1']);
});

test('a push that fell due meanwhile arrives, once, signed with the secret of before', async () => {
  await until(async () => receiver.received.length > pushesBefore);
  const done = async () => (await runSql(host.database, 'select id from outbox')).length === 0;
  await until(done);
  const [failed, pushed, ...others] = receiver.received.slice(pushesBefore - 1);
  expect(others).toEqual([]);
  expect(pushed?.headers['webhook-id']).toBe(failed?.headers['webhook-id']);
  expect(receiver.verify(pushed as Received, secret)).toMatchObject({ type: 'lead.updated' });
  const { body } = await ask('GET', '/v1/push-endpoints/P-1/deliveries');
  const attempts = (body.data as { attempt: number; status: number }[]).map(({ attempt, status }) => [
    attempt,
    status,
  ]);
  expect(attempts).toEqual([
    [2, 200],
    [1, 503],
    [1, 200],
  ]);
});

test('keys, passwords and devices are valid, sessions of before are not', async () => {
  expect(await ask('GET', '/v1/auth/session')).toMatchObject({
    status: 200,
    body: { user: { role: 'admin' } },
  });
  expect(await ask('GET', '/v1/auth/session', { token: device })).toMatchObject({ status: 200 });
  const { agent } = cafe.api.tokens;
  expect(await ask('GET', '/v1/auth/session', { token: agent })).toMatchObject({ status: 401 });
  const { email, password } = cafe.api.people.agent;
  const login = await ask('POST', '/v1/auth/login', { body: { email, password } });
  expect(login).toMatchObject({ status: 200 });
  expect(await ask('GET', '/v1/leads', { token: login.body.token })).toMatchObject({ status: 200 });
  const wrong = await ask('POST', '/v1/auth/login', { body: { email, password: `${password}x` } });
  expect(wrong).toMatchObject({ status: 401 });
});

test('a request that is repeated with its Idempotency-Key makes nothing twice, and ids go on', async () => {
  const repeated = await ask('POST', '/v1/leads', KEYED);
  expect(repeated).toEqual({ status: 201, body: keyed.body });
  const other = await ask('POST', '/v1/leads', { ...KEYED, body: { ...KEYED.body, name: 'Other' } });
  expect(other).toMatchObject({ status: 422 });
  // L-5 was deleted before the move: no other lead gets its ID.
  const next = await ask('POST', '/v1/leads', { body: { name: 'Next', phone: '+15551238888' } });
  expect(next).toMatchObject({ status: 201, body: { id: 'L-6' } });
});

test('the sheet shows what the host has within a minute', async () => {
  const { services, scripts } = cafe.api;
  const select = "select value from properties where owner = ? and key = 'move'";
  const { value } = services.store.prepare(select).get(`script ${scripts.api.id}`) as { value: string };
  // Where a test's host really is.
  cafe.api.enter({ move: JSON.stringify({ ...JSON.parse(value), address: host.url }) });
  await ask('PATCH', '/v1/leads/L-1', { body: { notes: 'on the host' } });
  await cafe.later(60_000);
  await endedRun(cafe.api);
  expect(cafe.rows('Leads').find(({ id }) => id === 'L-1')).toMatchObject({ notes: 'on the host' });
});
