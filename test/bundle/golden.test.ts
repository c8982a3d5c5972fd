/**
 * Every name that a sheet, a database, a client or somebody's habit depends on, as the built scripts and documents have it. A
 * commit that changes one says why, and takes it over: `npx jest --selectProjects all -u --testPathPatterns bundle/golden`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFunctions } from '../../runtime/execution/script';
import { type SeededApi, startApi } from '../harness/api';
import { runInThread } from '../harness/in-thread';
import { ROOT } from '../harness/local';
import { until } from '../harness/until';
import { runSql, startHost, stopHosts } from '../host/harness';
import { SCRIPTS } from './built';

let api: SeededApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  await stopHosts();
  await api.close();
});

test.each(SCRIPTS)('the functions of the %s script', (name) => {
  expect(listFunctions(api.scripts[name]).sort()).toMatchSnapshot();
});

test.each(SCRIPTS)('tabs and columns of the %s sheet', (name) => {
  const tabs = api.services.spreadsheets.grid(api.scripts[name].spreadsheetId);
  const columns = ({ name: tab, cells: [header = []] }: (typeof tabs)[number]) =>
    `${tab}: ${header.join(', ').replace(/As of .*/, 'As of')}`;
  expect(tabs.map(columns)).toMatchSnapshot();
});

test('tables, columns and indexes of a database', async () => {
  const { database } = await startHost({ workers: 1 });
  const tables = await runSql(
    database,
    `select table_name || ': ' || string_agg(column_name || ' ' || data_type, ', ' order by ordinal_position) as line
     from information_schema.columns where table_schema = 'public' group by table_name order by table_name`,
  );
  const indexes = await runSql(
    database,
    `select regexp_replace(indexdef, ' ON public\\.| USING btree', ' ', 'g') as line from pg_indexes where schemaname = 'public' order by indexdef`,
  );
  expect([...tables, ...indexes].map((row) => Object(row).line)).toMatchSnapshot();
});

test('endpoints, their parameters and fields', () => {
  const { paths, webhooks } = JSON.parse(readFileSync(path.join(ROOT, '.build/host-openapi.json'), 'utf8'));
  const lines = Object.entries<Record<string, Operation>>({ ...paths, ...webhooks }).flatMap(
    ([route, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => linesOf(`${method} ${route}`, operation)),
  );
  expect(lines).toMatchSnapshot();
});

test('codes of errors', () => {
  const built = ['dist/api/Code.js', '.build/gateway.cjs', '.build/host.cjs'].map((file) =>
    readFileSync(path.join(ROOT, file), 'utf8'),
  );
  const thrown = built
    .join()
    .matchAll(/new \w*(?:HttpError|GatewayError)\w*\((?:(\d{3}),\s*)?["'](\w+)["']/g);
  const codes = [...thrown].map(([, status, code]) => [code, status].join(' ').trim());
  expect([...new Set(codes)].sort()).toMatchSnapshot();
});

const HELP = [
  ['start'],
  ['login'],
  ['deploy'],
  ['parity'],
  ['gateway'],
  ['host'],
  ['host', 'help'],
  ['graduate'],
];

test('options of the commands', async () => {
  const helps = await Promise.all(
    HELP.map(([name, argument = '--help']) =>
      runInThread(path.join(ROOT, `.build/${name}.cjs`), { argv: [argument] }),
    ),
  );
  const lines = helps.map(({ out }) => {
    const [command = '', rest = ''] = out
      .split(/^ {2}(?=npm .*)/m)
      .slice(1)
      .join('')
      .split(/(?<=^npm.*)\n/);
    return [command, ...new Set(rest.match(/--[a-z][\w-]*/g))].join(' ');
  });
  expect(lines.sort()).toMatchSnapshot();
});

test('properties, and keys of the cache', async () => {
  const [token, body] = [api.tokens.admin, { name: 'Ana', phone: '+14155550101' }];
  await api.callAll([
    ['POST /v1/leads', { token, body, headers: { 'idempotency-key': 'golden' } }],
    ['GET /v1/leads?filter=hot', { token }],
    ['GET /v1/analytics/summary', { token }],
    ['GET /v1/analytics/sources', { token }],
    ['POST /v1/auth/login', { body: { email: api.people.agent.email, password: 'wrong' } }],
  ]);
  await api.run(api.scripts.api, 'deliverOutbox', [{ triggerUid: '1' }]);
  for (const name of ['listCases', 'getBell', 'getSettings']) await api.run(api.scripts.desk, name, []);
  const cachedKeys = () =>
    SCRIPTS.flatMap((name) => [...api.services.caches.open('script', api.scripts[name].id).keys()]);
  // The timer itself may be at it when its function is run here, which then leaves the work to it.
  await until(() => cachedKeys().includes('outbox.swept'));
  const stored = api.services.store.prepare("select owner || ' ' || key as name from properties").all();
  expect(stored.map((row) => Object(row).name).sort()).toMatchSnapshot();
  expect([...new Set(cachedKeys().map(toName))].sort()).toMatchSnapshot();
});

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Parameter {
  name?: string;
  $ref?: string;
  schema?: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

function linesOf(route: string, { parameters = [], requestBody, responses }: Operation): string[] {
  const parts = [
    ['takes', parameters.map(toText).sort()],
    ['body', fieldsOf(requestBody)],
    ...Object.entries(responses).map(([status, content]) => [status, fieldsOf(content)] as const),
  ] as const;
  return parts.flatMap(([part, names]) =>
    names.length > 0 ? [`${route} ${part}: ${names.join(', ')}`] : [],
  );
}

function toText({ name, $ref = '', schema = {} }: Parameter): string {
  return (name ?? path.basename($ref)) + namesIn(schema).join('');
}

function fieldsOf({ content = {} }: Content = {}): string[] {
  return [...new Set(Object.values(content).flatMap(({ schema = {} }) => namesIn(schema)))];
}

/** `items.name`, and a choice as `status=new`. */
function namesIn({ properties = {}, items, anyOf = [], enum: choices = [] }: Schema): string[] {
  const own = Object.entries(properties).flatMap(([name, schema]) => {
    const inner = namesIn(schema).map((one) => (one.startsWith('=') ? name + one : `${name}.${one}`));
    return [name, ...inner];
  });
  return [
    ...own,
    ...[items, ...anyOf].flatMap((schema) => (schema ? namesIn(schema) : [])),
    ...choices.map((one) => `=${one}`),
  ];
}

/** A key without what time, chance and the build have put into it. */
function toName(key: string): string {
  return key.replace(/\b\w{40,}\b|(?<=:)\d+\b|\b[\d.]+\+\w+/g, '*');
}
