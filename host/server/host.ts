import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isLogin } from '../../gateway/admission';
import type { Envelope, Reply } from '../../gateway/envelope';
import { GatewayError, nothingDone } from '../../gateway/gateway-error';
import { MAY_HAVE_RUN } from '../../gateway/page-error';
import type { StaticFile } from '../../gateway/static-file';
import { openConnection } from '../database/connection';
import { startLater } from '../database/later';
import { toEnvironment } from '../services/environment';
import { sendAll } from '../services/outgoing';
import { type Pool, startPool, TaskTimeout } from '../workers/pool';
import type { Options } from './options';
import { type Answered, type HostServer, type RequestLine, serveHost } from './server';
import { runTimer } from './timer';

/** The time that a gateway waits for a script on Google. */
const REQUEST_TIMEOUT_MS = 60_000;
/** The time that an execution may take on Google. */
const BACKGROUND_TIMEOUT_MS = 360_000;
/** The limit of statements that nobody waits for: counting and removing may take longer than a request's. */
const BACKGROUND_STATEMENT_MS = 10_000;
/** Building an index of a large table takes long. */
const MIGRATION_TIMEOUT_MS = 3_600_000;
const GRACE_MS = 10_000;
const RETRY_AFTER_S = 2;
const QUIET_MS = 60_000;

export interface Host {
  port: number;
  /** Resolves once requests are answered. */
  ready: Promise<void>;
  /** Lets requests that are under way finish, for ten seconds at most. */
  close(): Promise<void>;
}

export type HostOptions = Pick<Options, 'database' | 'port' | 'host' | 'workers' | 'statementTimeoutMs'> & {
  log(line: RequestLine): void;
  onRequest?(request: Request): void;
  /** Settings that take precedence over those of the process's environment. */
  settings?: Readonly<Record<string, string>>;
  /** Tells the operator. */
  report(message: string): void;
};

/** Everything that one host process is: the server, the workers and their connections. */
export async function startHost({
  log,
  onRequest,
  settings = {},
  report,
  ...options
}: HostOptions): Promise<Host> {
  const reportSometimes = onceAMinute(report);
  const connect = (statementTimeoutMs = options.statementTimeoutMs) =>
    openConnection({
      database: options.database,
      statementTimeoutMs,
      onFailure: ({ message }) => reportSometimes(`The database: ${message}`),
    });
  const own = connect();
  const stop = new AbortController();
  const shared = {
    script: path.join(__dirname, 'host-worker.cjs'),
    connect: () => connect(),
    env: toEnvironment(settings),
    services: { send: sendAll, later: startLater(own, { stop: stop.signal, report: reportSometimes }) },
    onLoss: report,
  };
  const requests = startPool({ ...shared, size: options.workers, taskTimeoutMs: REQUEST_TIMEOUT_MS });
  // A password's hash takes as long as dozens of other requests, none of which waits for it.
  const logins = startPool({ ...shared, size: 1, taskTimeoutMs: REQUEST_TIMEOUT_MS });
  // Payments wait for no login.
  const signatures = startPool({ ...shared, size: 1, taskTimeoutMs: REQUEST_TIMEOUT_MS });
  const background = startPool({
    ...shared,
    size: 1,
    taskTimeoutMs: BACKGROUND_TIMEOUT_MS,
    connect: () => connect(Math.max(BACKGROUND_STATEMENT_MS, options.statementTimeoutMs)),
  });
  const migration = startPool({
    ...shared,
    size: 1,
    taskTimeoutMs: MIGRATION_TIMEOUT_MS,
    connect: () => connect(MIGRATION_TIMEOUT_MS),
  });
  let working: Promise<unknown> = Promise.resolve();
  const close = async (server?: HostServer) => {
    stop.abort();
    const grace = setTimeout(GRACE_MS, undefined, { ref: false });
    await Promise.all([server?.close(GRACE_MS), Promise.race([working, grace])]);
    own.close();
    await Promise.all([requests, logins, signatures, background, migration].map((pool) => pool.close()));
  };

  let isMigrated = false;
  try {
    const server = await serveHost({
      ...options,
      pages: readPages(),
      ask: (envelope) => {
        if (isMigrated) return ask(isLogin(envelope) ? logins : requests, envelope);
        throw unavailable(`The API is starting. ${nothingDone(RETRY_AFTER_S)}`);
      },
      // The request itself meets the reason why the check fails, and is answered so.
      isSigned: (envelope) =>
        signatures.run({ name: 'is signed', argument: envelope }).then(
          ({ result }) => result === true,
          () => false,
        ),
      isReady: async () => isMigrated && !stop.signal.aborted && (await answers(own)),
      log,
      onRequest,
    });
    const ready = migrate(migration, { stop: stop.signal, report: reportSometimes }).then((isDone) => {
      isMigrated = isDone;
      return migration.close();
    });
    working = ready.then(() => runTimer(background, { stop: stop.signal, report: reportSometimes }));
    return { port: server.port, ready, close: () => close(server) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function ask(pool: Pool, envelope: Envelope): Promise<Answered> {
  try {
    const { result, worker } = await pool.run({ name: 'request', argument: envelope });
    return { reply: result as Reply, worker };
  } catch (cause) {
    if (cause instanceof TaskTimeout)
      throw new GatewayError('gateway_timeout', `The request took too long. ${MAY_HAVE_RUN}`, { cause });
    throw unavailable(`The request was interrupted. ${MAY_HAVE_RUN}`, cause);
  }
}

function unavailable(message: string, cause?: unknown): GatewayError {
  return new GatewayError('unavailable', message, { cause, retryAfter: RETRY_AFTER_S });
}

/** Makes the tables once the database can be reached. Returns false where the host stops before that. */
async function migrate(
  pool: Pool,
  { stop, report }: { stop: AbortSignal; report(message: string): void },
): Promise<boolean> {
  while (!stop.aborted) {
    try {
      await pool.run({ name: 'migrate', argument: undefined });
      return true;
    } catch (error) {
      if (stop.aborted) return false;
      report(`The tables could not be created: ${(error as Error).message}`);
      await setTimeout(1_000, undefined, { ref: false });
    }
  }
  return false;
}

function answers(connection: ReturnType<typeof openConnection>): Promise<boolean> {
  return connection.run({ statements: [{ text: 'select 1', values: [] }] }).then(
    () => true,
    () => false,
  );
}

/** However many connections meet the same failure, it is reported once a minute. */
function onceAMinute(report: (message: string) => void): (message: string) => void {
  const reportedAt = new Map<string, number>();
  return (message) => {
    const now = Date.now();
    if (now - (reportedAt.get(message) ?? 0) < QUIET_MS) return;
    reportedAt.set(message, now);
    report(message);
  };
}

/** The build puts them beside this file. */
function readPages(): StaticFile[] {
  return JSON.parse(readFileSync(path.join(__dirname, 'host-pages.json'), 'utf8')) as StaticFile[];
}
