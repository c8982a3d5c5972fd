import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import fc from 'fast-check';
import { openConnection } from '../../../host/database/connection';
import { sendAll } from '../../../host/services/outgoing';
import { type Pool, startPool } from '../../../host/workers/pool';
import { extent, randomCases } from '../../harness/extent';
import { createDatabase, runSql } from '../harness';

const ROOT = path.resolve(__dirname, '../../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-services-'));
const script = path.join(folder, 'worker.cjs');
/** Of each of two hosts. */
const WORKERS = extent({ usual: 4, long: 15 });

let database: string;
let one: Pool;
let other: Pool;
/** What a worker that holds a lease waits for. */
let pause: () => Promise<void> = async () => {};

beforeAll(async () => {
  await build({
    entryPoints: [path.join(__dirname, 'try-services.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    inject: [path.join(ROOT, 'host/services/google.ts')],
    define: { SHEETDESK_VERSION: '""', SHEETDESK_URL: '""', SHEETDESK_SCRIPT: '"api"' },
  });
  database = await createDatabase();
  [one, other] = [start(), start()];
  await ask(one, 'createTables');
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  rmSync(folder, { recursive: true });
});

function start(): Pool {
  return startPool({
    script,
    size: WORKERS,
    taskTimeoutMs: 60_000,
    connect: () => openConnection({ database, statementTimeoutMs: 10_000 }),
    services: { send: sendAll, paused: () => pause() },
    onLoss: () => {},
  });
}

const ask = async <T>(pool: Pool, name: string, argument: unknown = undefined): Promise<T> =>
  (await pool.run({ name, argument })).result as T;

const count = (pool: Pool, caller: string) => ask<Record<string, unknown>>(pool, 'count', caller);

describe('the cache', () => {
  test('is shared by hosts, entry by entry, until it expires', async () => {
    await ask(one, 'putAll', [{ a: '1', b: 'ü "quoted"' }, 60]);
    expect(await ask(other, 'getAll', ['a', 'b', 'c'])).toEqual({ a: '1', b: 'ü "quoted"' });
    await ask(other, 'putAll', [{ a: '2' }, 60]);
    await ask(other, 'removeAll', ['b', 'absent']);
    expect(await ask(one, 'getAll', ['a', 'b'])).toEqual({ a: '2' });
    await runSql(database, `update cache set expires_at = now() where key = 'a'`);
    expect(await ask(one, 'getAll', ['a'])).toEqual({});
  });

  test('takes the same entries from all workers at once', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
    const { seed } = randomCases(30, 30);
    const orders = fc.sample(fc.shuffledSubarray(keys, { minLength: 40 }), { seed, numRuns: 30 });
    const writes = orders.map((mixed, writer) => {
      const values = Object.fromEntries(mixed.map((key) => [key, String(writer)]));
      return ask(writer % 2 === 0 ? one : other, 'putAll', [values, 60]);
    });
    await Promise.all(writes);
    const values = Object.values(await ask<Record<string, string>>(one, 'getAll', keys));
    expect(values).toHaveLength(40);
    expect(new Set(values).size).toBe(1);
  });
});

test('properties are shared by hosts', async () => {
  await ask(one, 'setProperties', { stripeSecretKey: 'sk_1', testMode: 'yes' });
  await ask(one, 'deleteProperty', 'testMode');
  expect(await ask(other, 'getProperties')).toEqual({ stripeSecretKey: 'sk_1' });
});

test('digests, signatures, dates and packed texts are what they are elsewhere', async () => {
  const [text, key] = ['Grüße, 7 €', 'geheim ß'];
  expect(await ask(one, 'sign', { text, key })).toEqual({
    sha256: createHash('sha256').update(text).digest('base64'),
    hmacSha1: createHmac('sha1', key).update(text).digest('base64'),
    day: '1970-01-01 01:00 +0100',
    packed: text,
    decoded: text,
  });
});

describe('the rate limit', () => {
  test('lets exactly a thousand through, from all workers of two hosts at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1_020 }, (_, index) => count(index % 2 === 0 ? one : other, 'busy')),
    );
    const passed = answers.filter(({ status }) => status === undefined);
    expect(passed).toHaveLength(1_000);
    const remaining = passed.map(({ RateLimit }) => Number(/r=(\d+)/.exec(String(RateLimit))?.[1]));
    expect(remaining.sort((a, b) => b - a)).toEqual(Array.from({ length: 1_000 }, (_, index) => 999 - index));
    const [refused] = answers.filter(({ status }) => status === 429);
    expect(refused).toMatchObject({ 'RateLimit-Policy': '"minute";q=1000;w=60' });
    expect(refused?.RateLimit).toBe(`"minute";r=0;t=${refused?.retryAfter}`);
    expect(Number(refused?.retryAfter)).toBeGreaterThan(0);
    expect(Number(refused?.retryAfter)).toBeLessThanOrEqual(60);
  });

  test('counts a minute: what is older does not count any more', async () => {
    await Promise.all(Array.from({ length: 300 }, () => count(one, 'slow')));
    await age('slow', 30_000);
    expect(await count(one, 'slow')).toMatchObject({ RateLimit: expect.stringMatching(/^"minute";r=699;/) });
    await age('slow', 31_000);
    await age('slow', -31_000, 1);
    // Only the last one is left of them.
    expect(await count(one, 'slow')).toMatchObject({ RateLimit: expect.stringMatching(/^"minute";r=998;/) });
    const [{ marks = '' } = {}] = await runSql<{ marks: string }>(
      database,
      `select marks from rate_limits where caller = 'slow'`,
    );
    expect(marks.length).toBeLessThan(300 * 11);
  });

  test('lets a caller in again as soon as the oldest of the thousand is a minute old', async () => {
    await Promise.all(Array.from({ length: 1_000 }, () => count(one, 'again')));
    expect(await count(one, 'again')).toMatchObject({ status: 429 });
    await age('again', 60_000);
    expect(await count(one, 'again')).toMatchObject({ RateLimit: '"minute";r=999;t=60' });
  });

  test('counts callers apart', async () => {
    expect(await count(one, 'new')).toMatchObject({ RateLimit: '"minute";r=999;t=60' });
  });

  /** Makes a caller's requests so far, or the last of them, older, as if so many ms had passed. */
  async function age(caller: string, ms: number, last = 1_000): Promise<void> {
    const [{ marks = '' } = {}] = await runSql<{ marks: string }>(
      database,
      'select marks from rate_limits where caller = $1',
      [caller],
    );
    const all = marks.match(/.{11}/g) ?? [];
    const aged = all.map((mark, index) =>
      index < all.length - last ? mark : (Number.parseInt(mark, 16) - ms).toString(16),
    );
    await runSql(database, 'update rate_limits set marks = $2 where caller = $1', [caller, aged.join('')]);
  }
});

describe('a lease', () => {
  const expire = () => runSql(database, `update leases set expires_at = now() where name = 'timer'`);

  test('is held by one worker of all hosts', async () => {
    // One each: who holds a lease may take it again.
    const tries = Array.from({ length: 2 * WORKERS }, (_, index) =>
      ask<boolean>(index % 2 === 0 ? one : other, 'tryLock', 0),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    await runSql(database, 'delete from leases');
  });

  test.each(['statement', 'unit', 'cache'])(
    'that another host has taken over lets its former holder write nothing (%s)',
    async (way) => {
      await Promise.all([one.close(), other.close()]);
      [one, other] = [start(), start()];
      await runSql(database, 'delete from leases');
      await runSql(database, 'delete from written');
      await runSql(database, `delete from cache where key = 'written'`);
      const paused = withResolvers();
      const resumed = withResolvers();
      pause = async () => {
        paused.resolve(undefined);
        await resumed.promise;
      };
      const written = ask(one, 'writeUnderLease', way);
      await paused.promise;
      await expire();
      expect(await ask(other, 'tryLock', 0)).toBe(true);
      resumed.resolve(undefined);
      await expect(written).rejects.toThrow(/LeaseLost: Another host has taken over/);
      expect(await runSql(database, 'select * from written')).toEqual([]);
      expect(await ask(other, 'getAll', ['written'])).toEqual({});
      const [lease] = await runSql<{ name: string }>(database, 'select name from leases');
      expect(lease).toEqual({ name: 'timer' });
    },
  );

  test('that has expired and that nobody has taken is as good as before', async () => {
    await runSql(database, 'delete from leases');
    pause = async () => {
      await expire();
    };
    expect(await ask(one, 'writeUnderLease', 'unit')).toBe('written');
    expect(await runSql(database, 'select * from written')).toEqual([{ what: 'unit' }]);
    expect(await runSql(database, 'select * from leases')).toEqual([]);
  });
});

describe('requests to other servers', () => {
  let server: Server;
  let listener: RequestListener = (_, response) => response.end('well');
  beforeAll(async () => {
    server = createServer((request, response) => listener(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await runSql(database, 'delete from cache');
    await runSql(database, 'delete from properties');
  });
  const port = () => (server.address() as AddressInfo).port;

  test.each([
    ['http://127.0.0.1'],
    ['http://localhost'],
    ['http://[::1]'],
    ['http://[::ffff:127.0.0.1]'],
    ['http://0x7f.1'],
    ['http://0.0.0.0'],
    ['http://10.1.2.3'],
    ['http://169.254.169.254'],
    ['http://[64:ff9b::a9fe:a9fe]'],
    ['http://[fd00::1]'],
    ['http://192.168.1.1'],
    ['http://168.63.129.16'],
    ['http://192.88.99.1'],
    ['http://192.0.2.1'],
    ['http://198.51.100.1'],
    ['http://203.0.113.1'],
    ['http://[::7f00:1]'],
    ['http://[2001::1]'],
    ['http://[2001:db8::1]'],
    ['http://[100::1]'],
    ['http://[100:0:0:1::1]'],
    ['http://[4000::1]'],
    ['http://[::ffff:0:7f00:1]'],
    ['http://[2002:7f00:1::]'],
  ])('%s is not called: it is in a private network', async (address) => {
    await expect(ask(one, 'fetch', [`${address}:${port()}/`])).rejects.toThrow(/private network/);
  });

  test('a private server is called where the settings name it, or allow those of a laptop', async () => {
    await expect(ask(one, 'fetch', [`http://localhost:${port()}/`])).rejects.toThrow(/private network/);
    await runSql(database, 'delete from cache');
    await runSql(database, `insert into properties values ('stripeAddress', 'http://localhost:${port()}')`);
    expect(await ask(one, 'fetch', [`http://localhost:${port()}/v1`])).toEqual([[200, 'well']]);
    await expect(ask(one, 'fetch', [`http://127.0.0.1:${port()}/v1`])).rejects.toThrow(/private network/);
    await runSql(database, 'delete from cache');
    await runSql(database, `insert into properties values ('allowLocalPushes', '9000 ${port()}')`);
    expect(await ask(one, 'fetch', [`http://127.0.0.1:${port()}/`])).toEqual([[200, 'well']]);
    const other = `http://127.0.0.1:${new URL(database).port}/`;
    await expect(ask(one, 'fetch', [other])).rejects.toThrow(/private network/);
    await expect(ask(one, 'fetch', [`http://0.0.0.0:${port()}/`])).rejects.toThrow(/private network/);
  });

  describe('of which one', () => {
    beforeEach(() => runSql(database, `insert into properties values ('allowLocalPushes', 'yes')`));
    afterEach(() => {
      listener = (_, response) => response.end('well');
    });

    test('redirects is not followed', async () => {
      listener = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end();
      expect(await ask(one, 'fetch', [`http://127.0.0.1:${port()}/`])).toEqual([[302, '']]);
    });

    test('sends its response without end is given up after the timeout', async () => {
      listener = (_, response) => {
        response.write('a');
        const drip = setInterval(() => response.write('a'), 200);
        response.on('close', () => clearInterval(drip));
      };
      await expect(ask(one, 'fetch', [`http://127.0.0.1:${port()}/`])).rejects.toThrow(/Timeout/);
    });

    test('sends too much is given up', async () => {
      listener = (_, response) => response.end(Buffer.alloc(11 * 1024 * 1024));
      await expect(ask(one, 'fetch', [`http://127.0.0.1:${port()}/`])).rejects.toThrow(/larger than 10 MB/);
    });

    test('is not there says so, without its address', async () => {
      const failed = ask(one, 'fetch', ['http://127.0.0.1:1/secret']);
      await expect(failed).rejects.toThrow('The connection was refused.');
      await expect(failed).rejects.not.toThrow(/secret/);
    });
  });
});

function withResolvers() {
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
