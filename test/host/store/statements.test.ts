import { setTimeout } from 'node:timers/promises';
import { testLong } from '../../harness/extent';
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
import { type SqlEngine, startSql } from './engines';
import { listenOn, type Wire } from './wire';

/**
 * What hosts may ask of a database: the part of SQL that PostgreSQL, CockroachDB, YugabyteDB, Aurora DSQL and AlloyDB have
 * in common. A word that is not here, and is no name of a table or column, is new: look it up in all of them first.
 */
const WORDS = new Set(
  [
    'select from where and or not in is null true false as distinct group order by asc desc nulls last limit offset',
    'insert into values on conflict do nothing update set excluded returning delete union all any array exists',
    'case when then else end like between with',
    'begin commit rollback isolation level serializable',
    'create table if index primary key default alter add column collate concurrently drop',
    'count sum min max coalesce nullif unnest least greatest length to_char cast at time zone interval',
    'current_timestamp now clock_timestamp current_schema extract epoch substr left right to_hex octet_length chr',
    'string_to_array regexp_replace array_position avg percentile_cont within',
    'information_schema',
    'pg_catalog pg_index pg_class pg_namespace join oid indexrelid indisvalid relname relnamespace nspname',
    // What subqueries and their columns are called.
    'c i n s counted entry filled id place is_valid sort_value read_at label text',
    ...Array.from({ length: 9 }, (_, at) => `figure_${at}`),
    'text bigint boolean timestamptz double precision float8 int',
  ].flatMap((line) => line.split(' ')),
);

/** Used where the database has it, and done without elsewhere. */
const OPTIONAL = [
  /^create index (concurrently )?if not exists \w+ on \w+ using gin \(\(string_to_array\([\s\S]*\)\)\)$/,
  /^select c.relname from pg_catalog.pg_stat_progress_create_index /,
  /^create unlogged table /,
  /^set (enable_seqscan = off|random_page_cost = 1.1)$/,
];

let wire: Wire;
let host: SeededHost;
let program: SqlEngine;
let names: Set<string>;

beforeAll(async () => {
  wire = await listenOn(await createDatabase());
  host = await startSeededHost({ database: wire.url });
  program = await startSql({ database: wire.url });
  await useTheApi();
  await useTheEngine();
  const found = await runSql<{ name: string }>(
    wire.url,
    `select table_name as name from information_schema.columns
     union select column_name from information_schema.columns
     union select indexname from pg_indexes`,
  );
  names = new Set(found.map(({ name }) => name));
});
afterAll(async () => {
  await program?.close();
  await stopHosts();
  await wire?.close();
});

async function ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(host.url + path, {
    method,
    headers: {
      authorization: `Bearer ${host.demo.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': `${method} ${path} ${JSON.stringify(body)}`,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

async function useTheApi(): Promise<void> {
  await runCommand(wire.url, ['test-mode', 'on']);
  const lead = await ask('POST', '/v1/leads', {
    name: 'Ada',
    phone: '+15551230001',
    source: 'web',
    location: 'Bonn',
  });
  const path = `/v1/leads/${lead.id}`;
  await ask('PATCH', path, { status: 'sold' });
  await ask('POST', '/v1/leads/import', { rows: [{ name: 'Bea' }, { name: 'Cid', phone: '+15551230002' }] });
  await ask('POST', '/v1/messaging/messages', { leadId: lead.id, body: 'Hello' });
  for (const read of [path, `${path}/activities`, `/v1/messaging/threads/${lead.id}`, '/v1/leads/deleted'])
    await ask('GET', read);
  for (const query of [
    'q=ad',
    'status=new&sort=-score&count=capped',
    'after=L-1',
    'createdFrom=2026-01-01&page=2',
  ])
    await ask('GET', `/v1/leads?${query}`);
  for (const report of ['summary', 'sources', 'days', 'days?from=2026-01-01&to=2026-02-01&location=bonn'])
    await ask('GET', `/v1/analytics/${report}`);
  for (const report of ['leads?by=hour', 'first-response?by=agent', 'lead-steps', 'lost-leads?by=day'])
    await ask('GET', `/v1/reports/${report}`);
  const vehicle = await ask('POST', '/v1/vehicles', {
    make: 'VW',
    model: 'Golf',
    price: 9_000,
    location: 'Bonn',
  });
  await ask('PATCH', `/v1/vehicles/${vehicle.id}`, { price: 8_000 });
  await ask('GET', '/v1/vehicles?sort=price&q=golf');
  const order = await ask('POST', '/v1/orders', { cafeId: 'C-1', items: [{ menuItemId: 'I-2' }] });
  for (const read of [`/v1/orders/${order.id}`, '/v1/cafes', '/v1/cafes/C-1/orders', '/v1/cafes/C-1/menu'])
    await ask('GET', read);
  const endpoint = await ask('POST', '/v1/push-endpoints', { url: 'https://a.example/' });
  await ask('GET', `/v1/push-endpoints/${endpoint.id}/deliveries`);
  await ask('DELETE', `/v1/push-endpoints/${endpoint.id}`);
  const [user] = host.demo.users;
  await ask('POST', '/v1/auth/session', { email: user?.email, password: user?.password });
  await ask('DELETE', path);
}

async function useTheEngine(): Promise<void> {
  const { run } = program;
  await run('setUp');
  await run('addLeads', [{ name: 'a' }, null, { name: 'b', createdAt: 0 }], 'list');
  await run('addLeads', [{ name: 'a' }, { name: 'c' }, { name: 'b' }], 'list');
  await run('addLead', { name: 'c' }, 'key');
  await run('failToAdd', 'other key');
  for (const where of [
    { price: { in: [0, 1, null] } },
    { score: { notIn: [1, 2] } },
    { name: { isEmpty: true } },
  ])
    for (const sort of ['-price', 'name', 'createdAt'])
      await run('listLeads', { where, sort, page: 3, pageSize: 1 });
  await run('listOn', { where: { createdAt: { lt: { ms: 1 } as never } }, count: 'capped', q: '%' });
  await run('count', 'kind', { score: { gte: 0, lt: 5, lte: 4 } });
  await run('measure', 'source', { score: { gte: 0 } });
  for (const clock of ['day', 'hour'] as const)
    await run('countTimes', clock, ['2026-01-01', '2026-01-02'], {
      createdAt: { isEmpty: false },
      place: 'x',
    });
  await run('changeWithNote', 'L-1', 'words');
  await run('addNotes', [{ id: 'n', words: '', at: 1 }]);
  await run('keepNewestNotes', 1);
  await run('linesOf', ['L-1']);
  await run('searchIn', ['notes', 'createdAt'], ['w']);
  await run('selectByPhone', ['x']);
  await run('removeUnchanged', ['L-1', 'L-3'], 'b');
  await run('removeLead', 'L-1');
  await run('removeNotes', ['n']);
  await run('tidy', { name: { isEmpty: false } });
  await program.maintain();
}

const isOptional = (text: string) => OPTIONAL.some((pattern) => pattern.test(withoutQuotes(text)));
const withoutQuotes = (text: string) => text.replaceAll('"', '');

/** The words of a statement that are no literals. */
function wordsIn(text: string): string[] {
  return (
    withoutQuotes(text)
      .replace(/'(?:[^']|'')*'|collate C/g, ' ')
      .replace(/\$\d+/g, ' ')
      .toLowerCase()
      .match(/[a-z_]\w*/g) ?? []
  );
}

/** The lowest of many: the timer asks in between, and what was changed just now is not cached for two seconds. */
async function exchangesOf(request: (index: number) => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let index = 0; index < 60; index++) {
    const before = wire.exchanges();
    await request(index);
    counts.push(wire.exchanges() - before);
    await setTimeout(100);
  }
  return Math.min(...counts);
}

test('a creation waits for the database three times: for its caller, its number, and all that is written', async () => {
  const create = (index: number) =>
    ask('POST', '/v1/leads', { name: 'Counted', phone: `+15551231${100 + index}`, source: 'web' });
  expect(await exchangesOf(create)).toBe(3);
});

test('the disk is waited for twice in a creation: marks of the rate limit are not logged', async () => {
  const unlogged = `select relname as name from pg_class where relpersistence = 'u' and relkind = 'r'`;
  expect(await runSql(wire.url, unlogged)).toEqual([{ name: 'rate_limits' }]);
});

test('many different statements are sent', () => {
  expect(wire.statements.size).toBeGreaterThan(150);
});

test('every statement is made of words that all engines know', () => {
  const unknown = new Map<string, string>();
  for (const text of [...wire.statements].filter((one) => !isOptional(one)))
    for (const word of wordsIn(text))
      if (!WORDS.has(word) && !names.has(word)) unknown.set(word, text.slice(0, 200));
  expect([...unknown]).toEqual([]);
});

test.each([
  ['a partial index', /^create index .* where /i],
  ['a foreign key', /\breferences\b/i],
  ['a lock of its own', /\bfor (update|share)\b|\block\b|advisory/i],
  ['a sequence', /\bserial\b|sequence|nextval|generated /i],
  ['a temporary table', /\btemp(orary)?\b/i],
  ['JSON of the database', /\bjsonb?\b|->/i],
  ['a trigger or a program', /\btrigger\b|\bfunction\b|\bdo \$|\blisten\b|\bnotify\b/i],
  ['a value of a caller', /L-\d|Ada|\+1555/],
])('no statement has %s in it', (_, forbidden) => {
  expect(
    [...wire.statements].filter((text) =>
      forbidden.test(
        text.replace(/'(?:[^']|'')*'/g, (literal) => (/L-|Ada|1555/.test(literal) ? literal : "''")),
      ),
    ),
  ).toEqual([]);
});

testLong(
  'a database whose planner has no such settings, and that logs every table, is used as well',
  async () => {
    const other = await listenOn(await createDatabase(), {
      unknown: ['random_page_cost', 'enable_seqscan', 'unlogged'],
    });
    const second = await startHost({ database: other.url });
    await untilReady(second);
    expect((await fetch(`${second.url}/v1/health`)).status).toBe(200);
    await second.kill();
    await other.close();
  },
);

test('a statement has as many placeholders for one value as for many', () => {
  const most = [...wire.statements].map((text) =>
    Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, at]) => Number(at))),
  );
  expect(Math.max(...most)).toBeLessThan(60);
});
