/**
 * How the database runs what requests ask of it, with very many rows: each statement finds its rows by an index, and has no
 * more of them in its hands than a page and its count need. The plans are those of the statements themselves, as
 * PostgreSQL's own auto_explain writes them down.
 */

import { setTimeout } from 'node:timers/promises';
import { type Copies, copyRows, leadCopies, makeTemplates, newLead, vacuum } from '../../../bench/fill';
import { LEADS } from '../../../src/leads/tables';
import { spread } from '../../harness/extent';
import { Patience } from '../../harness/patience';
import { runCommand } from '../commands/run-command';
import {
  createDatabase,
  runSql,
  type SeededHost,
  startHost,
  startSeededHost,
  stopHosts,
  untilReady,
} from '../harness';
import { explained, type RunStatement, toStatement } from './plans';
import { listenOn, type Wire } from './wire';

/** `ROWS=1000000` asks for more, and for statistics that claim ten times as many. */
const ROWS = Number(process.env.ROWS ?? 20_000);
const IS_LARGE = ROWS > 100_000;
/** Enough for every value of every filter. */
const TEMPLATES = 240;
/** Tables of which no request may read all rows. */
const LARGE = ['leads', 'vehicles', 'orders', 'deliveries'];
/** A page of CSV has 1,000 rows, and a count that may be capped goes to 1,000, by whichever index of two filters the planner takes. */
const MAX_ROWS = IS_LARGE ? 15_000 : 6_000;
/** A tenth of the leads has the commonest of the words that are asked for. */
const MAX_ROWS_OF_WORDS = Math.max(MAX_ROWS, ROWS / 10);
/** The database changes to a plan for any values after the fifth time. */
const TIMES = 6;

interface Asked {
  method?: string;
  path: string;
  body?: object;
  /** For Idempotency-Key. */
  key?: string;
}

let wire: Wire;
let seeded: SeededHost;
let url: string;
beforeAll(async () => {
  const database = await createDatabase();
  seeded = await startSeededHost({ database });
  await fill(seeded);
  await seeded.kill();
  // It makes the indexes and the totals.
  const migrating = await startHost({ database });
  // The database makes the indexes of a million rows, and the host only waits for it.
  await untilReady(migrating, new Patience(IS_LARGE ? 600_000 : undefined));
  await migrating.kill();
  await vacuum(database);
  // Statistics are as the tests make them.
  for (const table of LARGE) await runSql(database, `alter table ${table} set (autovacuum_enabled = off)`);
  wire = await listenOn(explained(database));
});
afterAll(async () => {
  await stopHosts();
  await wire.close();
});

async function ask(asked: Asked, base = url): Promise<Response> {
  const { method = 'GET', path, body, key } = asked;
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${seeded.demo.apiKey}`,
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (response.status === 429) {
    await setTimeout(1_000 * Number(response.headers.get('retry-after')));
    return ask(asked, base);
  }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

const CAR = {
  make: 'Toyota',
  model: 'Corolla',
  price: 18_900,
  year: 2023,
  miles: 21_400,
  location: 'Austin',
};

const VEHICLES: Copies = {
  table: 'vehicles',
  templates: 1,
  rows: ROWS / 2,
  columns: {
    id: `'V-' || n`,
    row_order: 'n',
    price: '5000 + n::bigint * 7919 % 30000',
    status: `case when n % 9 = 0 then 'sold' else 'available' end`,
  },
};

/** Most of them are done. */
const ORDERS: Copies = {
  table: 'orders',
  templates: 1,
  rows: ROWS,
  columns: {
    id: `'O-' || n || substr(t.id, 4)`,
    row_order: 'n',
    status: `case when n % 100 = 0 then 'placed' else 'completed' end`,
    created_at: `current_timestamp - (${ROWS} - n) * interval '1 minute'`,
    updated_at: `current_timestamp - (${ROWS} - n) * interval '1 minute'`,
    request_key: `''`,
  },
};

const DELIVERIES = `
  insert into deliveries (id, at, event_id, endpoint_id, attempt, status, error, row_order)
  select 'D-' || n, current_timestamp - n * interval '1 second', 'evt-' || n, $1, 1, 200, '', n from generate_series(1, $2::int) n`;

async function fill({ url: host, database, demo }: SeededHost): Promise<void> {
  await runCommand(database, ['test-mode', 'on']);
  await makeTemplates({ url: host }, demo.apiKey, TEMPLATES);
  const on = (asked: Asked) => ask(asked, host);
  await on({ method: 'POST', path: '/v1/vehicles', body: CAR });
  await on({ method: 'POST', path: '/v1/orders', body: ORDER });
  const made = await on({ method: 'POST', path: '/v1/push-endpoints', body: { url: 'https://a.example/' } });
  const { id } = (await made.json()) as { id: string };
  await on({ method: 'PATCH', path: `/v1/push-endpoints/${id}`, body: { state: 'disabled' } });
  for (const copies of [leadCopies(TEMPLATES, ROWS), VEHICLES, ORDERS]) await copyRows(database, copies);
  await runSql(database, DELIVERIES, [id, ROWS]);
}

const ORDER = { cafeId: 'C-1', items: [{ menuItemId: 'I-2' }] };
const DAY = new Date(Date.now() - 86_400_000).toISOString();

const LEAD_FILTERS = [
  ...[
    'name=Ada%20Brown',
    'filter=hot',
    'filter=hot,warm',
    'status=sold',
    'status=sold,lost',
    'phone=%2B155510000700',
  ],
  ...[
    'creditScore=good',
    'hasBank=true',
    'idType=passport',
    'tradeIn=true',
    'location=Austin',
    'source=web,fair',
  ],
  ...['vehicleId=V-1', 'agentId=U-1', 'scoreMin=60', 'score=21', 'downPaymentMax=100', `createdFrom=${DAY}`],
  ...[
    `updatedFrom=${DAY}&sort=id`,
    `updatedFrom=${DAY}&after=L-7`,
    'q=brown',
    'q=10000700',
    'q=zz',
    'q=%E7%94%B0%E4%B8%AD',
  ],
];

const TOGETHER = [
  ...['filter=cold&location=Austin', 'filter=hot,warm&location=Reno', 'status=sold&source=web'],
  ...['scoreMin=60&source=web', 'hasBank=true&tradeIn=true', 'q=brown&status=sold'],
];
const MANY_TOGETHER = 'hasBank=true&tradeIn=true&location=Austin&source=web&status=sold';

const READ: string[] = [
  ...[
    '/v1/leads',
    '/v1/leads?page=3',
    '/v1/leads?format=csv',
    '/v1/leads?include=reasons',
    '/v1/leads/L-700',
  ],
  ...(LEADS.lookups?.sorts ?? []).flatMap((column) => [
    `/v1/leads?sort=${column}`,
    `/v1/leads?sort=-${column}`,
  ]),
  ...[...LEAD_FILTERS, ...TOGETHER].map((filter) => `/v1/leads?count=capped&${filter}`),
  ...['/v1/leads?status=sold', '/v1/leads?filter=hot,warm', '/v1/leads?location=Austin'],
  ...['/v1/leads?filter=hot&sort=score', '/v1/leads?q=zz', '/v1/leads?q=zz&status=sold&sort=-score'],
  ...['/v1/leads/choices', '/v1/leads/deleted', '/v1/leads/L-700/activities', '/v1/messaging/threads/L-700'],
  ...['/v1/vehicles', '/v1/vehicles?sort=-price', '/v1/vehicles?status=available', '/v1/vehicles/V-7'],
  '/v1/vehicles?count=capped&priceMax=9000',
  ...[
    '/v1/analytics/summary',
    '/v1/analytics/summary?location=Austin',
    '/v1/analytics/sources',
    '/v1/analytics/days',
  ],
  ...['/v1/cafes', '/v1/cafes/C-1/menu', '/v1/cafes/C-1/orders', '/v1/cafes/C-1/orders?format=csv'],
  ...['/v1/cafes/C-1/orders?status=placed', '/v1/cafes/C-1/orders?status=placed,ready&count=capped'],
  ...[`/v1/cafes/C-1/orders?count=capped&since=${DAY}`, '/v1/cafes/C-1/takings', '/v1/push-endpoints'],
  '/v1/push-endpoints/P-1/deliveries',
];

/** What changes something, again and again: each time it is another lead, order or vehicle. */
const WRITES: [string, (index: number) => Asked][] = [
  ['a lead', () => ({ method: 'POST', path: '/v1/leads', body: newLead(ROWS * 2 + made++) })],
  [
    'a lead of a vehicle',
    () => ({ method: 'POST', path: '/v1/leads', body: { ...newLead(ROWS * 2 + made++), vehicleId: 'V-7' } }),
  ],
  [
    'a lead with a key',
    () => ({ method: 'POST', path: '/v1/leads', body: newLead(ROWS * 2 + made), key: `key ${made++}` }),
  ],
  [
    'an import',
    () => ({
      method: 'POST',
      path: '/v1/leads/import',
      body: { rows: [newLead(ROWS * 2 + made++), newLead(ROWS * 2 + made++)] },
    }),
  ],
  [
    'a change of a lead',
    (index) => ({
      method: 'PATCH',
      path: `/v1/leads/L-${100 + index}`,
      body: { status: 'sold', notes: `${index}` },
    }),
  ],
  ['a deletion of a lead', () => ({ method: 'DELETE', path: `/v1/leads/L-${200 + made++}` })],
  [
    'a message',
    (index) => ({
      method: 'POST',
      path: '/v1/messaging/messages',
      body: { leadId: `L-${300 + index}`, body: 'Hello' },
    }),
  ],
  ['a vehicle', () => ({ method: 'POST', path: '/v1/vehicles', body: CAR })],
  [
    'a change of a vehicle',
    (index) => ({ method: 'PATCH', path: `/v1/vehicles/V-${100 + index}`, body: { price: 9_000 + index } }),
  ],
  ['an order', () => ({ method: 'POST', path: '/v1/orders', body: ORDER })],
];
let made = 0;

/** A large table that is read without an index, or more rows of it than a page and its count need. */
function offences(statements: readonly RunStatement[], max = MAX_ROWS): string[] {
  return statements.flatMap(({ text, scans }) =>
    scans
      .filter(({ table, kind, rows }) => LARGE.includes(table) && (kind.includes('Seq Scan') || rows > max))
      .map(({ table, kind, rows }) => `${kind} of ${rows} rows of ${table}: ${text}`),
  );
}

async function run(asked: (index: number) => Asked): Promise<RunStatement[]> {
  readPlans();
  for (let index = 0; index < TIMES; index++) await ask(asked(index));
  return readPlans();
}

/** Of all statements since the last time: what the database says of one comes before its rows. */
const readPlans = () => wire.readNotices().flatMap(toStatement);

/**
 * With so many times as many rows, as the database believes: it takes the number of rows a page from the statistics, and
 * the pages from the disk, so that reading all of a table looks cheaper to it than it would be.
 */
const SCALES = IS_LARGE ? [1, 10] : [1];

const SCALE = `
  update pg_class set reltuples = reltuples * $1::real
  where oid = any($2::text[]::regclass[]) or oid in (select indexrelid from pg_index where indrelid = any($2::text[]::regclass[]))`;

describe.each(SCALES)(`with %d times ${ROWS} rows`, (scale) => {
  beforeAll(async () => {
    if (scale > 1) await runSql(seeded.database, SCALE, [scale, LARGE]);
    const host = await startHost({ database: wire.url, workers: 1 });
    await untilReady(host);
    url = host.url;
  });

  test.each(spread(READ, 16))('GET %s needs a few', async (path) => {
    const statements = await run(() => ({ path }));
    expect(statements.length).toBeGreaterThan(0);
    expect(offences(statements, path.includes('q=') ? MAX_ROWS_OF_WORDS : MAX_ROWS)).toEqual([]);
  });

  test.each(spread(WRITES, 6))('%s needs a few', async (_, asked) => {
    const statements = await run(asked);
    expect(statements.length).toBeGreaterThan(TIMES);
    expect(offences(statements)).toEqual([]);
  });

  test('a cursor leads to the next page by an index, wherever that is', async () => {
    const { headers } = await ask({ path: '/v1/leads?sort=-score&page=400' });
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
    expect(next).toContain('cursor=');
    expect(offences(await run(() => ({ path: next })))).toEqual([]);
  });

  test('where few rows meet many filters, no more are read than meet one of them', async () => {
    const statements = await run(() => ({ path: `/v1/leads?count=capped&${MANY_TOGETHER}` }));
    // There are eight locations.
    expect(offences(statements, 1.01 * (ROWS / 8))).toEqual([]);
  });

  test('for a word that half of all rows have, no more are read than have it', async () => {
    const statements = await run(() => ({ path: '/v1/vehicles?count=capped&make=Toyota&q=corolla' }));
    expect(statements.length).toBeGreaterThan(0);
    expect(offences(statements, 0.51 * ROWS)).toEqual([]);
  });

  test('for one letter of q, which no index knows, rows are read until enough of them match', async () => {
    const statements = await run(() => ({ path: '/v1/leads?count=capped&q=a' }));
    expect(offences(statements).filter((one) => !/^Seq Scan of [1-4]\d{3} rows of leads/.test(one))).toEqual(
      [],
    );
  });

  test('a statement that reads all rows is seen', async () => {
    readPlans();
    await runSql(wire.url, `select count(*) from leads where notes = 'x'`);
    expect(offences(readPlans())).toEqual([expect.stringMatching(/^Seq Scan of \d+ rows of leads/)]);
  });
});
