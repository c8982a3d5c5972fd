/** A host's process from its start to its end, and what becomes of requests when its database goes away. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import pg from 'pg';
import { generate } from 'selfsigned';
import { parseOptions } from '../../host/server/options';
import { IS_LONG, spread, testLong } from '../harness/extent';
import { closeServer, listenOn } from '../harness/loopback';
import { until } from '../harness/until';
import { runCommand } from './commands/run-command';
import {
  createDatabase,
  findWaiting,
  ownServer,
  type RunningHost,
  runSql,
  type SeededHost,
  startHost,
  startSeededHost,
  startThread,
  stopHosts,
  untilReady,
} from './harness';

afterAll(stopHosts);

/** A host that is to end by itself: its exit code and what it said. */
async function refused(...args: string[]): Promise<{ code: number | null; said: string }> {
  const { stdout, stderr, ended } = startThread('host.cjs', args, { DATABASE_URL: '' });
  let said = '';
  for (const stream of [stdout, stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  return { code: await ended, said };
}

/** From outside of the database of a host, which can be closed and opened again, as where its server restarts. */
function doorOf(database: string) {
  const name = new URL(database).pathname.slice(1);
  const server = Object.assign(new URL(database), { pathname: '/postgres' }).href;
  return {
    async close() {
      await runSql(server, `alter database ${name} allow_connections false`);
      // Whoever waits first: what it waits for would be free before its own connection ends.
      const own = `select pid from pg_stat_activity where datname = $1 order by wait_event_type = 'Lock' desc nulls last`;
      await runSql(server, `select pg_terminate_backend(pid) from (${own}) as own`, [name]);
    },
    open: () => runSql(server, `alter database ${name} allow_connections true`),
  };
}

async function expectUnavailable(answer: Response): Promise<void> {
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(10);
  expect(await answer.json()).toMatchObject({ error: { code: 'unavailable' } });
}

let names = 0;
const createLead = ({ url, demo }: SeededHost, headers: Record<string, string> = {}, name?: string) =>
  fetch(`${url}/v1/leads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${demo.apiKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({
      name: name ?? `Person ${++names}`,
      phone: `+1555${String(1_000_000 + (name ? 0 : names))}`,
    }),
  });

describe('the options of a host', () => {
  const WRONG: [string[], RegExp][] = [
    [['--database', 'mysql://root:hush@localhost/x'], /^--database must be a URL such as postgres:.*$/],
    [[], /^--database must be a URL such as postgres:.*$/],
    [
      ['--database', 'postgres://a@b/c', '--port', '99999'],
      /^--port must be a number from 0 to 65535 \(got "99999"\)\.$/,
    ],
    [
      ['--database', 'postgres://a@b/c', '--workers', '0'],
      /^--workers must be a number from 1 to 64 \(got "0"\)\.$/,
    ],
    [['--database', 'postgres://a@b/c', '--host', 'here'], /^--host must be an IP address .*$/],
    [['--nonsense'], /^Unknown option '--nonsense'. See --help.$/],
  ];

  test.each(WRONG)('%j are refused with one sentence', (args, sentence) => {
    expect(messageOf(args)).toMatch(sentence);
    expect(messageOf(args)).not.toContain('hush');
  });

  test.each(spread(WRONG, 1))('%j end a host, which says that in one line', async (args) => {
    const { code, said } = await refused(...args);
    expect(said).toBe(`${messageOf(args)}\n`);
    expect(code).toBe(1);
  });

  function messageOf(args: string[]): string {
    try {
      parseOptions(args);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  }

  test('a port that is in use is refused in one line', async () => {
    const taken = createServer();
    const { port } = new URL(await listenOn(taken));
    const database = await createDatabase();
    const { code, said } = await refused('--database', database, '--port', port);
    expect(said).toBe(`Port ${port} is in use. Choose another with --port.\n`);
    expect(code).toBe(1);
    await closeServer(taken);
  });
});

describe('a host', () => {
  let host: SeededHost;
  beforeAll(async () => {
    host = await startSeededHost();
  });

  test('logs one line of JSON for each request, without its query and the ID of an order', async () => {
    host.lines.length = 0;
    await fetch(`${host.url}/v1/leads?q=Ada+Lovelace`, {
      headers: { authorization: `Bearer ${host.demo.apiKey}` },
    });
    await fetch(`${host.url}/v1/orders/O-1-1234567890abcdefghijkl`);
    await fetch(`${host.url}/staff`);
    await until(async () => host.lines.length === 3);
    const line = { time: expect.stringMatching(/^20.*Z$/), method: 'GET', ms: expect.any(Number) };
    const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(host.lines).toEqual([
      { ...line, path: '/v1/leads', status: 200, requestId, worker: expect.any(Number) },
      { ...line, path: '/v1/orders/*', status: 404, requestId, worker: expect.any(Number) },
      { ...line, path: '/staff', status: 200, requestId: null },
    ]);
    expect(host.errors()).toBe('');
  });

  test('logs no failure where a caller leaves in the middle of a body', async () => {
    host.lines.length = 0;
    const { port } = new URL(host.url);
    const caller = connect(Number(port), '127.0.0.1');
    caller.write('POST /v1/leads HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{"name"');
    caller.end();
    await until(async () => host.lines.some(({ path }) => path === '/v1/leads'));
    expect(host.lines.find(({ path }) => path === '/v1/leads')).toMatchObject({ status: 499 });
    expect(host.errors()).toBe('');
  });

  test('logs the ID of an order nowhere, however its path is written, nor where its row cannot be read', async () => {
    const item = { menuItemId: 'I-2', quantity: 1 };
    const body = JSON.stringify({ cafeId: 'C-1', items: [item], customer: { name: 'Ada' } });
    const headers = { 'content-type': 'application/json' };
    const placed = await fetch(`${host.url}/v1/orders`, { method: 'POST', headers, body });
    const { id } = await placed.json();
    await runSql(host.database, 'update orders set tip = -1.5 where id = $1', [id]);
    host.lines.length = 0;
    const paths = [
      `/v1/orders/${id}`,
      `/v1/%6frders/${id}`,
      `/v1/orders/%4F${id.slice(1)}`,
      `/v1//orders/${id}/`,
      `/%6F/${id}`,
    ];
    const answers = await Promise.all(paths.map((at) => fetch(host.url + at)));
    expect([placed.status, ...answers.map(({ status }) => status)]).toEqual([201, 200, 200, 200, 404, 200]);
    await until(async () => host.lines.length === paths.length && host.errors().includes('tip must be'));
    expect(JSON.stringify(host.lines) + host.errors()).not.toContain(id.slice(-22));
  });

  test('whose database goes away says so with Retry-After until it is back, and writes then what is repeated', async () => {
    const door = doorOf(host.database);
    const create = () => createLead(host, { 'idempotency-key': 'in the middle' });
    expect((await createLead(host)).status).toBe(201);
    const blocker = new pg.Client({ connectionString: host.database });
    blocker.on('error', () => {});
    await blocker.connect();
    await blocker.query('begin; lock table "leads" in exclusive mode');
    const underWay = create();
    await until(async () => (await findWaiting(host.database)).length === 1);
    await door.close();
    expect((await underWay).status).toBe(503);
    await until(async () => (await fetch(`${host.url}/readyz`)).status === 503);
    await expectUnavailable(await createLead(host));
    expect((await fetch(`${host.url}/healthz`)).status).toBe(200);
    await door.open();
    let answer: Response | undefined;
    // Whoever is answered 503 repeats the request: one connection may be back before another.
    await until(async () => {
      answer = await create();
      return answer.status !== 503;
    });
    expect([answer?.status, answer?.headers.get('location')]).toEqual([201, '/v1/leads/L-2']);
    const rows = await runSql(host.database, 'select id from leads order by row_order');
    expect(rows).toEqual([{ id: 'L-1' }, { id: 'L-2' }]);
  });

  test('does not stay with a database that takes no writes any more', async () => {
    const name = new URL(host.database).pathname.slice(1);
    // Those that are connected from now on stay so, whatever is said later.
    await runSql(host.database, `alter database ${name} set default_transaction_read_only = on`);
    await runSql(
      host.database,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await until(async () => (await createLead(host)).status === 503 && host.errors().includes('read-only'));
    await runSql(
      host.database,
      `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
    );
    await until(async () => (await createLead(host)).status === 201);
  });

  test('makes at the first repetition what a killed host beside it was about to write', async () => {
    const { database, demo } = host;
    const dies: SeededHost = { ...(await startHost({ database, workers: 1 })), demo };
    await untilReady(dies);
    const before = await runSql<{ id: string }>(database, 'select "id" from "leads" order by row_order');
    const create = (asked: SeededHost) =>
      createLead(asked, { 'idempotency-key': 'about to be written' }, 'Ada');
    const blocker = new pg.Client({ connectionString: database });
    await blocker.connect();
    await blocker.query('begin; lock table "leads" in exclusive mode');
    const lost = create(dies).catch(() => undefined);
    await until(async () => (await findWaiting(database)).length === 1);
    await dies.kill();
    expect(await lost).toBeUndefined();
    await blocker.query('commit');
    await blocker.end();
    const { status, headers } = await create(host);
    const id = headers.get('location')?.slice('/v1/leads/'.length);
    expect([status, id]).toEqual([201, expect.stringMatching(/^L-\d+$/)]);
    expect(await runSql(database, 'select "id" from "leads" order by row_order')).toEqual([
      ...before,
      { id },
    ]);
  });
});

describe('the log of a host', () => {
  test('never has the password of the database', async () => {
    const database = new URL(await createDatabase());
    database.password = 'not-the-password';
    const host = await startHost({ database: database.href, workers: 1 });
    await until(async () =>
      /password authentication failed.* Check user and password in the URL/.test(host.errors()),
    );
    expect((await fetch(`${host.url}/readyz`)).status).toBe(503);
    expect(JSON.stringify(host.lines) + host.errors()).not.toContain('not-the-password');
    expect(host.lines[0]).toMatchObject({ database: expect.stringContaining('postgres:***@127.0.0.1') });
  });
});

describe('a host that is stopped', () => {
  test('answers all requests that it works on, takes no others and ends with 0', async () => {
    // In the long tests the signal is a real one.
    const host = await startSeededHost({ isApart: IS_LONG });
    const blocker = new pg.Client({ connectionString: host.database });
    await blocker.connect();
    await blocker.query('begin; lock table "leads" in exclusive mode');
    const asked = Array.from({ length: 8 }, () => createLead(host));
    await until(async () => (await findWaiting(host.database)).length === 2);
    const stopped = host.stop();
    await until(() =>
      fetch(`${host.url}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    await blocker.query('commit');
    await blocker.end();
    const answers = await Promise.all(asked);
    // A connection that stays open would hold up the end for as long as a host waits at most.
    expect(answers.map(({ status, headers }) => [status, headers.get('connection')])).toEqual(
      asked.map(() => [201, 'close']),
    );
    expect(await stopped).toBe(0);
    expect(await runSql(host.database, 'select count(*)::int as leads from "leads"')).toEqual([{ leads: 8 }]);
  });
});

describe('a host whose database goes away', () => {
  testLong('loses nothing that was acknowledged before its server was killed', async () => {
    const server = await ownServer('killed');
    const host = await startSeededHost({ database: await createDatabase(server.url) });
    const ids: string[] = [];
    const create = async () => {
      const answer = await createLead(host);
      if (answer.status === 201) ids.push(((await answer.json()) as { id: string }).id);
      return answer;
    };
    for (let count = 0; count < 5; count++) expect((await create()).status).toBe(201);

    const underWay = Array.from({ length: 10 }, create);
    process.kill(server.pid, 'SIGKILL');
    const met = await Promise.all(underWay);
    await until(async () => (await fetch(`${host.url}/readyz`)).status === 503);
    const down = await create();
    for (const answer of [...met, down].filter(({ status }) => status !== 201)) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    }
    expect(await down.json()).toMatchObject({ error: { code: 'unavailable' } });
    expect((await fetch(`${host.url}/healthz`)).status).toBe(200);

    const again = await ownServer('killed', { port: Number(new URL(server.url).port) });
    await untilReady(host);
    await until(async () => (await create()).status === 201);
    const rows = await runSql<{ id: string }>(host.database, 'select "id" from "leads"');
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(new Set(ids).size).toBe(ids.length);
    await host.kill();
    await again.stop();
  });

  test('may be started before it', async () => {
    const database = await createDatabase();
    const door = doorOf(database);
    await door.close();
    const host: RunningHost = await startHost({ database, workers: 1 });
    expect((await fetch(`${host.url}/readyz`)).status).toBe(503);
    await expectUnavailable(await fetch(`${host.url}/v1/leads`));
    // In plain words, without the lines of a program.
    await until(async () => host.errors().includes('The tables could not be created: '));
    expect(host.errors()).not.toMatch(/^ +at /m);
    await door.open();
    await untilReady(host);
    expect((await fetch(`${host.url}/v1/health`)).status).toBe(200);
  });
});

test('a database that cannot encrypt is not used where its URL wants that', async () => {
  const database = `${await createDatabase()}?sslmode=no-verify`;
  const host = await startHost({ database, workers: 1 });
  await until(async () => host.errors().includes('does not support SSL'));
  expect((await fetch(`${host.url}/readyz`)).status).toBe(503);
});

testLong('the connections to the database are encrypted where its URL says so', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  const server = await ownServer('encrypted', { tls: { key, cert } });
  const url = `${await createDatabase(server.url)}?sslmode=no-verify`;
  const host = await startHost({ database: url });
  await untilReady(host);
  const ways = await runSql(
    server.url,
    "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'sheetdesk'",
  );
  expect(ways).toEqual([{ ssl: true }]);
  await host.kill();
  await server.stop();
});

test('a full disk is told as that, reads go on, and there is room again once there is', async () => {
  const host = await startSeededHost({ workers: 1 });
  await runSql(
    host.database,
    `create function refuse() returns trigger language plpgsql as $$ begin
       raise exception 'could not extend file "base/5/16": No space left on device' using errcode = 'disk_full';
     end $$`,
  );
  const tables = ['leads', 'properties'];
  for (const table of tables)
    await runSql(
      host.database,
      `create trigger full_disk before insert on ${table} execute function refuse()`,
    );
  const ask = (method: string, body?: object) =>
    fetch(`${host.url}/v1/leads`, {
      method,
      headers: {
        authorization: `Bearer ${host.demo.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const lead = { name: 'Ada', phone: '+15551234567' };
  const refused = await ask('POST', lead);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
  expect((await refused.json()).error.message).toContain('The disk of the database is full');
  expect((await ask('GET')).status).toBe(200);
  expect(host.errors()).toContain('No space left on device. Free some of its disk');
  const health = () => runCommand(host.database, ['health']);
  expect((await health()).out).toContain('The disk of the database is full');
  for (const table of tables) await runSql(host.database, `drop trigger full_disk on ${table}`);
  expect((await ask('POST', lead)).status).toBe(201);
  expect((await health()).out).toContain('how much room its disk has left');
});
