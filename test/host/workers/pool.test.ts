import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import pg from 'pg';
import { openConnection } from '../../../host/database/connection';
import { type Pool, type PoolOptions, startPool } from '../../../host/workers/pool';
import { spread } from '../../harness/extent';
import { until } from '../../harness/until';
import { createDatabase, findWaiting, runSql } from '../harness';

const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-pool-'));
const script = path.join(folder, 'worker.cjs');
let database: string;
const pools: Pool[] = [];
beforeAll(async () => {
  await build({
    entryPoints: [path.join(__dirname, 'try-worker.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
  });
  database = await createDatabase();
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

const losses: string[] = [];
function start({ size = 1, ...options }: Partial<PoolOptions> = {}): Pool {
  losses.length = 0;
  const pool = startPool({
    script,
    size,
    taskTimeoutMs: 600_000,
    connect: () => openConnection({ database, statementTimeoutMs: 10_000 }),
    services: {},
    onLoss: (message) => losses.push(message),
    ...options,
  });
  pools.push(pool);
  return pool;
}

const ask = async (pool: Pool, name: string, argument: unknown = {}) =>
  (await pool.run({ name, argument })).result;

describe('a worker', () => {
  test('does one task after the other, and each gets its own result', async () => {
    const pool = start({ size: 2 });
    const wanted = Array.from({ length: 50 }, (_, index) => index);
    expect(await Promise.all(wanted.map((index) => ask(pool, 'echo', index)))).toEqual(wanted);
  });

  test('waits for what the main thread does for it', async () => {
    const pool = start({
      services: {
        double: async (value: number) => new Promise((resolve) => setImmediate(() => resolve(2 * value))),
      },
    });
    expect(await ask(pool, 'ask', { name: 'double', argument: 21 })).toBe(42);
  });

  test('gets the error of a service with its code', async () => {
    const pool = start({
      services: {
        fail() {
          throw Object.assign(new Error('closed today'), { code: 'E_CLOSED' });
        },
      },
    });
    await expect(ask(pool, 'ask', { name: 'fail' })).rejects.toThrow(/BridgeError: closed today/);
    await expect(ask(pool, 'ask', { name: 'absent' })).rejects.toThrow(/no service "absent"/);
  });

  const LOST: [string, string, RegExp][] = [
    ['ends by itself', 'exit', /ended with code 3/],
    ['has no memory left', 'fill', /ended with code 1/],
    ['answers another task than it was given', 'answerAnother', /another task/],
  ];
  test.each(spread(LOST, 2))(
    'that %s fails its caller, and another one takes its place',
    async (_title, name, message) => {
      const pool = start();
      await expect(ask(pool, name)).rejects.toThrow(message);
      expect(await ask(pool, 'echo', 'well')).toBe('well');
      expect(losses.join('\n')).toMatch(/is replaced/);
    },
  );

  test('that never comes to an end is ended', async () => {
    const pool = start({ taskTimeoutMs: 1_000 });
    await expect(ask(pool, 'loop')).rejects.toThrow(/did not finish within 1000 ms/);
    expect(await ask(pool, 'echo', 'well')).toBe('well');
  });

  test('that waits for the main thread can be ended too', async () => {
    const pool = start({ taskTimeoutMs: 1_000, services: { never: () => new Promise(() => {}) } });
    await expect(ask(pool, 'ask', { name: 'never' })).rejects.toThrow(/did not finish/);
    expect(await ask(pool, 'echo', 'well')).toBe('well');
  });

  test('that gets the answer to another call dies at once', async () => {
    const pool = start({
      services: { skip: () => 'an answer' },
      script: await oddBridge(),
    });
    await expect(ask(pool, 'ask', { name: 'skip' })).rejects.toThrow(/ended with code 70/);
  });
});

/** The same worker, with a bridge that has asked once more than it knows. */
async function oddBridge(): Promise<string> {
  const file = path.join(folder, 'odd.cjs');
  await build({
    stdin: {
      contents: `import { workerData } from 'node:worker_threads';
        workerData.bridge.port.postMessage({ number: 99, name: 'skip' });
        Atomics.wait(workerData.bridge.answered, 0, 0);
        Atomics.store(workerData.bridge.answered, 0, 0);
        import './try-worker';`,
      resolveDir: __dirname,
    },
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
  });
  return file;
}

describe('statements of a worker', () => {
  beforeAll(async () => {
    await runSql(
      database,
      'create table sums (id bigint primary key, value bigint, at timestamptz, note text)',
    );
  });
  beforeEach(async () => {
    await runSql(database, 'delete from sums');
    await runSql(database, 'insert into sums values (1, 0, $1, null)', [new Date(0)]);
  });

  test('return rows with bigint as number and timestamptz as Date', async () => {
    const rows = await ask(start(), 'query', {
      text: 'select * from sums where id = any($1)',
      values: [[1, 2]],
    });
    expect(rows).toEqual([{ id: 1, value: 0, at: new Date(0), note: null }]);
  });

  test('answer how many rows they changed', async () => {
    expect(await ask(start(), 'execute', { text: 'update sums set value = 1 where id > 7' })).toBe(0);
  });

  test('say what the database says of them', async () => {
    const pool = start();
    expect(await ask(pool, 'codeOf', { text: 'insert into sums (id) values (1)' })).toBe('23505');
    expect(await ask(pool, 'codeOf', { text: 'nonsense' })).toBe('42601');
  });

  test('that take too long make the database unavailable, and the next one works', async () => {
    const pool = start({ connect: () => openConnection({ database, statementTimeoutMs: 300 }) });
    expect(await ask(pool, 'codeOf', { text: 'select pg_sleep(60)' })).toBe('DatabaseUnavailable');
    expect(await ask(pool, 'query', { text: 'select 1 as one' })).toEqual([{ one: 1 }]);
  });

  test('outside of a database make it unavailable', async () => {
    const nowhere = 'postgres://nobody@127.0.0.1:1/nothing';
    const pool = start({ connect: () => openConnection({ database: nowhere, statementTimeoutMs: 300 }) });
    expect(await ask(pool, 'codeOf', { text: 'select 1' })).toBe('DatabaseUnavailable');
  });

  test('of one unit are made together or not at all', async () => {
    const pool = start();
    await expect(ask(pool, 'failingUnit', { text: 'update sums set value = 5' })).rejects.toThrow(
      'changed my mind',
    );
    const statements = [{ text: 'update sums set value = 6' }, { text: 'insert into sums (id) values (1)' }];
    await expect(ask(pool, 'unit', { statements })).rejects.toThrow(/duplicate key/);
    expect(await runSql(database, 'select value::int as value from sums')).toEqual([{ value: 0 }]);
    await ask(pool, 'unit', { statements: statements.slice(0, 1) });
    expect(await runSql(database, 'select value::int as value from sums')).toEqual([{ value: 6 }]);
  });

  test('of units at the same time behave as if one came after the other', async () => {
    const pool = start({ size: 4 });
    const other = new pg.Client({ connectionString: database });
    await other.connect();
    await other.query('begin; update sums set value = 0');
    const asked = Promise.all(Array.from({ length: 40 }, () => ask(pool, 'increment')));
    await until(async () => (await findWaiting(database)).length === 4);
    await other.query('commit');
    await other.end();
    // All four had read what the other one has changed since.
    expect((await asked).slice(0, 4).every((runs) => Number(runs) > 1)).toBe(true);
    expect(await runSql(database, 'select value::int as value from sums')).toEqual([{ value: 40 }]);
  });

  test('that the database wants again are repeated, whatever the code makes of the error', async () => {
    await runSql(database, 'create sequence tries');
    await runSql(
      database,
      `create function fail_at_first() returns bigint language plpgsql as $$ begin
        if nextval('tries') < 3 then raise exception 'again' using errcode = '40001'; end if; return 7; end $$`,
    );
    const statements = [
      { text: 'update sums set value = fail_at_first()' },
      { text: "update sums set note = 'two'" },
    ];
    await ask(start(), 'unit', { statements, catches: true });
    expect(await runSql(database, 'select value::int as value, note from sums')).toEqual([
      { value: 7, note: 'two' },
    ]);
  });

  test('of a worker that ends in the middle of a unit are undone', async () => {
    const pool = start({ services: { never: () => new Promise(() => {}) }, taskTimeoutMs: 1_000 });
    await expect(ask(pool, 'hang', { text: 'update sums set value = 9' })).rejects.toThrow(/did not finish/);
    // A row that is still locked would make this wait.
    await runSql(database, "set statement_timeout = '60s'; update sums set note = 'free'");
    expect(await runSql(database, 'select value::int as value, note from sums')).toEqual([
      { value: 0, note: 'free' },
    ]);
  });
});
