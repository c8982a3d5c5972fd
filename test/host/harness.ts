import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { type EmbeddedDatabase, startEmbedded } from '../../host/database/embedded';
import { seedHost } from '../../local/host/seed-host';
import type { Demo } from '../../local/world/cafe';
import type { Patience } from '../harness/patience';
import { until } from '../harness/until';
import { madeOnce } from './made-once';

const ROOT = path.resolve(__dirname, '../..');

/** What a server that is killed has committed survives that; nothing has to survive a power failure. */
const SETTINGS = ['fsync=off', 'full_page_writes=off'];

/** The folder of this run of the tests, which is removed at the end. */
function prepared(): string {
  const { SHEETDESK_PREPARED } = process.env;
  if (!SHEETDESK_PREPARED) throw new Error('A database needs the setup of Jest.');
  return SHEETDESK_PREPARED;
}

let shared: Promise<string> | undefined;

/** The server that all suites of a run share, by its URL. */
function sharedServer(): Promise<string> {
  shared ??= askForServer();
  return shared;
}

async function askForServer(): Promise<string> {
  const answer = await fetch(process.env.SHEETDESK_POSTGRES ?? '');
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

interface ServerOptions {
  /** Of the last start. */
  port?: number;
  /** Besides those that all servers here have. */
  settings?: readonly string[];
  onLog?(text: string): void;
  /** Takes encrypted connections too. */
  tls?: { key: string; cert: string };
}

/** A server of its own for a suite that kills it, or reads its log; started again under the same name and port it has the same data. */
export function ownServer(
  name: string,
  { port, tls, onLog, settings = [] }: ServerOptions = {},
): Promise<EmbeddedDatabase> {
  // As root the server runs as somebody else, who has to get to its folder.
  chmodSync(prepared(), 0o711);
  const folder = path.join(prepared(), `postgres-${process.pid}-${name}`);
  const all = [...SETTINGS, ...settings, ...(tls ? writeCertificate(folder, tls) : [])];
  return startEmbedded({ folder, settings: all, port, onLog });
}

/** Beside the folder; the server insists that the key is its own. */
function writeCertificate(folder: string, { key, cert }: NonNullable<ServerOptions['tls']>): string[] {
  const settings = Object.entries({ ssl_key_file: key, ssl_cert_file: cert }).map(([name, text]) => {
    const file = `${folder}-${name}`;
    writeFileSync(file, text, { mode: 0o600 });
    if (process.getuid?.() === 0) chownSync(file, 65_534, 65_534);
    return `${name}=${file}`;
  });
  return ['ssl=on', ...settings];
}

/** A fresh database in the shared server, by its URL, or a copy of another one, to which nobody is connected. */
export async function createDatabase(server?: string, original?: string): Promise<string> {
  const url = server ?? (await sharedServer());
  const name = `suite_${randomBytes(8).toString('hex')}`;
  const template = original === undefined ? '' : ` template ${new URL(original).pathname.slice(1)}`;
  await runSql(url, `create database ${name}${template}`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** Gives the disk back what a database has taken. */
export async function dropDatabase(database: string): Promise<void> {
  const server = Object.assign(new URL(database), { pathname: '/postgres' }).href;
  await runSql(server, `drop database ${new URL(database).pathname.slice(1)} with (force)`);
}

/** Runs one statement from outside of any host, and returns its rows. */
export async function runSql<R extends object>(
  database: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const sql = openSql(database);
  try {
    return await sql.run<R>(text, values);
  } finally {
    await sql.close();
  }
}

/** The statements that wait for others. */
export function findWaiting(database: string): Promise<object[]> {
  return runSql(
    database,
    "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
}

/** A connection from outside of any host. */
export interface Sql {
  /** Returns the rows. */
  run<R extends object>(text: string, values?: unknown[]): Promise<R[]>;
  close(): Promise<void>;
}

/** Connects when it is first asked, and again after the server was gone. */
export function openSql(database: string): Sql {
  let open: Promise<pg.Client> | undefined;
  const connect = async () => {
    const client = new pg.Client({ connectionString: database });
    for (const event of ['error', 'end'] as const)
      client.on(event, () => {
        open = undefined;
      });
    await client.connect();
    return client;
  };
  return {
    async run<R extends object>(text: string, values: unknown[] = []) {
      open ??= connect();
      open.catch(() => {
        open = undefined;
      });
      return (await (await open).query<R>(text, values)).rows;
    },
    async close() {
      await (await open)?.end();
    },
  };
}

export interface HostOptions {
  /** One of its own by default, with all tables and no row. */
  database?: string;
  workers?: number;
  args?: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** In a process of its own, for tests that pause it or send it real signals. */
  isApart?: boolean;
}

/** A host, as `npm run host` starts it: in a thread of this process, which ends it no less suddenly than a signal would. */
export interface RunningHost {
  url: string;
  database: string;
  /** Every line of its log so far, parsed. */
  lines: Record<string, unknown>[];
  /** What it wrote to stderr so far. */
  errors(): string;
  /** Resolves when it has ended, with its exit code. */
  ended: Promise<number | null>;
  /** For one that is apart. */
  signal(signal: NodeJS.Signals): void;
  /** As a service manager does, with SIGTERM. Answers the exit code. */
  stop(): Promise<number | null>;
  /** With SIGKILL. */
  kill(): Promise<void>;
}

/** A program of the build that runs by itself. */
export interface Program {
  stdout: Readable;
  stderr: Readable;
  ended: Promise<number | null>;
  kill(signal?: NodeJS.Signals): unknown;
}

/** In a thread a message stands for a signal. */
const inThread = (file: string) => `const { parentPort } = require('node:worker_threads');
parentPort.once('message', (signal) => process.emit(signal));
parentPort.unref();
require(${JSON.stringify(file)});`;

/** Runs `.build/host.cjs` or another program in a thread of this process. */
export function startThread(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Program {
  const code = inThread(path.join(ROOT, '.build', program));
  const options = { argv: [...args], env: { ...process.env, ...env }, stdout: true, stderr: true };
  const thread = new Worker(code, { ...options, eval: true });
  const { stdout, stderr } = thread;
  let isKilled = false;
  const ended = new Promise<number | null>((resolve, reject) => {
    thread.once('error', reject);
    thread.once('exit', (code) => resolve(isKilled ? null : code));
  });
  return {
    stdout,
    stderr,
    ended,
    kill(signal = 'SIGKILL') {
      if (signal !== 'SIGKILL') return thread.postMessage(signal);
      isKilled = true;
      return thread.terminate();
    },
  };
}

/** The same in a process of its own. */
export function startProcess(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(process.execPath, [path.join(ROOT, '.build', program), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { stdout, stderr } = child;
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { stdout, stderr, ended, kill: (signal = 'SIGKILL') => child.kill(signal) };
}

const running = new Set<RunningHost>();

/** Starts the built host on a free port and waits until it listens. */
export async function startHost({
  database,
  workers = 2,
  args = [],
  env = {},
  isApart = false,
}: HostOptions = {}): Promise<RunningHost> {
  const url = database ?? (await createMigrated());
  const start = isApart ? startProcess : startThread;
  // A test may hold up a statement for longer than a caller would wait.
  const options = ['--port', '0', '--workers', String(workers), '--statement-timeout', '10', ...args];
  const program = start('host.cjs', options, { DATABASE_URL: url, ...env });
  const lines: Record<string, unknown>[] = [];
  let errors = '';
  program.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(program.stdout).on('line', (text) => {
      const line = JSON.parse(text) as Record<string, unknown>;
      lines.push(line);
      if (typeof line.listening === 'string') resolve(line.listening);
    });
    program.ended.then((code) => reject(new Error(`The host ended with ${code}: ${errors}`)), reject);
  });
  const host: RunningHost = {
    url: address,
    database: url,
    lines,
    errors: () => errors,
    ended: program.ended,
    signal: (signal) => void program.kill(signal),
    async stop() {
      program.kill('SIGTERM');
      return end();
    },
    async kill() {
      program.kill();
      await end();
    },
  };
  running.add(host);
  return host;

  async function end(): Promise<number | null> {
    running.delete(host);
    return program.ended;
  }
}

/** A host with the demo's users, key, cafe and menu in its database. */
export interface SeededHost extends RunningHost {
  demo: Demo;
}

export async function startSeededHost(options: HostOptions = {}): Promise<SeededHost> {
  if (options.database !== undefined) {
    const host = await startReadyHost(options);
    return { ...host, demo: await seed(host) };
  }
  const { database, made: demo } = await makeOriginal('seeded', seed);
  const host = await startReadyHost({ ...options, database: await createDatabase(undefined, database) });
  return { ...host, demo };
}

const seed = ({ url, database }: RunningHost) => seedHost({ root: ROOT, database, home: url });

async function startReadyHost(options: HostOptions): Promise<RunningHost> {
  const host = await startHost(options);
  await untilReady(host);
  return host;
}

/** A database with all tables and no row. */
async function createMigrated(): Promise<string> {
  const { database } = await makeOriginal('migrated', async () => undefined);
  return createDatabase(undefined, database);
}

/** The timer of a host that is killed may be at work, of which the hosts of copies would tell. */
const FORGET_TIMER = `delete from leases; delete from cache; delete from properties where name = 'outbox.runs'`;

/** A database for copies, made once a run: to fill another one takes longer than most tests. */
function makeOriginal<T>(
  name: string,
  make: (host: RunningHost) => Promise<T>,
): Promise<{ database: string; made: T }> {
  return madeOnce(name, async () => {
    const host = await startReadyHost({ database: await createDatabase() });
    const made = await make(host);
    await host.kill();
    await runSql(host.database, FORGET_TIMER);
    return { database: host.database, made };
  });
}

/** The tables are there, and requests are answered. */
export function untilReady({ url }: RunningHost, patience?: Patience): Promise<void> {
  return until(async () => (await fetch(`${url}/readyz`)).ok, patience);
}

/** As much time goes by for leases alone as they outlive their holder: nobody renews those of a host that was killed. */
export async function outliveLeases(database: string): Promise<void> {
  await runSql(database, `update leases set expires_at = expires_at - interval '25 seconds'`);
}

/** For `afterAll`: no host outlives its suite. */
export async function stopHosts(): Promise<void> {
  await Promise.all([...running].map((host) => host.kill()));
}
