import { Socket } from 'node:net';
import pg from 'pg';
import { type Answer, Exchange, PreparedStatements } from './exchange';
import { type Batch, DISK_FULL, type Result, type Statement, UNAVAILABLE } from './statement';

/** One worker's connection to the database, opened when it is needed and again after it was lost. */
export interface Connection {
  /** Returns the result of each statement. @throws DatabaseError of the first that failed */
  run(batch: Batch): Promise<Result[]>;
  /** Undoes the unit of work, if there is one. */
  rollback(): Promise<void>;
  /** Closes at once: the database undoes what has not been committed. */
  close(): void;
}

interface ConnectionOptions {
  /** `postgres://user:password@host:port/database` */
  database: string;
  /** The database ends a statement that takes longer. */
  statementTimeoutMs: number;
  /** Told why there is no connection, or no longer, and what keeps the server from doing its work. */
  onFailure?: ((error: Error) => void) | undefined;
}

/** An error of a statement with its SQLSTATE, or with UNAVAILABLE. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(
    message: string,
    { code, constraint, cause }: { code: string; constraint?: string | undefined; cause?: unknown },
  ) {
    super(message, { cause });
    this.code = code;
    this.constraint = constraint;
  }
}

const CONNECT_TIMEOUT_MS = 5_000;
/** After a failure, requests do not try to connect again for this long. */
const PAUSE_AFTER_FAILURE_MS = 500;
/** The database itself ends what takes too long. Where not even that is heard of, the statement is given up after this time. */
const SILENCE_MS = 3_000;

/** A unit whose host hangs must not keep others waiting for what it has written; one that computes may be quiet for so long. */
const IDLE_MS = 10_000;

/**
 * Settings for PostgreSQL's planner, which by itself expects a turning disk, and reads a table from its beginning where it
 * hopes to meet enough matches soon: with two filters that can be all of it.
 */
const PLANNER_SETTINGS = ['set random_page_cost = 1.1', 'set enable_seqscan = off'];

const BEGIN: Statement = { text: 'begin isolation level serializable', values: [] };
const COMMIT: Statement = { text: 'commit', values: [] };
const ROLLBACK: Statement = { text: 'rollback', values: [] };

/**
 * SQLSTATE classes and codes that are about the server: connection exceptions, logins, a database that does not exist or
 * takes no connections, missing privileges, no memory left, shutting down, input and output; a replica that takes no writes,
 * a unit that was idle, an outcome that is unknown, a statement that took too long.
 */
const ABOUT_THE_SERVER = /^(08|28|3D|42501|53(?!100)|55000|57P|58|25006|25P03|40003|57014)/;

const READ_ONLY = '25006';

/** The operator's remedy, by SQLSTATE or by Node's code. */
const ADVICE: Readonly<Record<string, string>> = {
  '28000': 'Check the user in the URL, and pg_hba.conf of the server.',
  '28P01': 'Check user and password in the URL.',
  '3D000': 'Check its name in the URL, or create it.',
  [DISK_FULL]: 'Free some of its disk, or add to it.',
  '53300': 'Raise max_connections of the server, or give each host fewer --workers.',
  '42501': 'The user must be allowed to create tables in its schema.',
  ECONNREFUSED: 'Check host and port in the URL, and that the server is running.',
  ENOTFOUND: 'Check the host in the URL.',
};

/** The driver's message if nobody answers. */
const NO_ANSWER = /^timeout expired$/;
/** The driver's message if the server asks for a password and the URL has none. */
const NO_PASSWORD = /client password must be/;

/** bigint and timestamptz as they are used: numbers below 2^53, and instants. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function openConnection(options: ConnectionOptions): Connection {
  let client: Promise<Client> | undefined;
  let failedAt = 0;
  let isClosed = false;
  /** The client that has the unit of work: after the connection was lost the rest of the unit must not run on the next. */
  let unit: Client | undefined;

  /** A connection that was lost has nothing left to undo. */
  const undo = async (client: Client | undefined) => {
    await client?.run([ROLLBACK]).catch(() => undefined);
  };
  const forget = (lost: Promise<Client>) => {
    if (client === lost) client = undefined;
  };
  const connect = (): Promise<Client> => {
    if (client) return client;
    if (Date.now() - failedAt < PAUSE_AFTER_FAILURE_MS)
      return Promise.reject(new DatabaseError('The database could not be reached.', { code: UNAVAILABLE }));
    const opened = openClient(options, (error) => {
      if (error && !isClosed) options.onFailure?.(error);
      forget(opened);
    });
    client = opened;
    opened.catch((error: Error) => {
      if (!isClosed) options.onFailure?.(toDatabaseError(error));
      failedAt = Date.now();
      forget(opened);
    });
    return opened;
  };

  /** Leaves without a goodbye, which works even on a server that hangs. */
  const leave = () => {
    client?.then(
      ({ socket }) => socket.destroy(),
      () => undefined,
    );
    client = undefined;
  };

  return {
    async run({ statements, unit: place, commits = false }) {
      try {
        const connected = place === 'next' ? assertOpen(unit) : await connect();
        if (place !== undefined) unit = commits ? undefined : connected;
        const begun = place === 'first' ? [BEGIN] : [];
        const ended = commits ? [COMMIT] : [];
        // The database passes over a commit that is behind what fails.
        const answers = await connected.run([...begun, ...statements, ...ended]).catch(async (error) => {
          if (commits) await undo(connected);
          throw error;
        });
        // The database answers so where the unit had failed before.
        if (commits && answers.at(-1)?.command !== 'COMMIT') throw new Error('The unit was undone.');
        return answers.slice(begun.length, begun.length + statements.length);
      } catch (error) {
        const failure = toDatabaseError(error);
        // The loss of a connection is reported by itself.
        if (error instanceof pg.DatabaseError && [UNAVAILABLE, DISK_FULL].includes(failure.code))
          options.onFailure?.(failure);
        // After a failover this server takes no writes any more, while the URL leads to another one.
        if (error instanceof pg.DatabaseError && error.code === READ_ONLY) leave();
        throw failure;
      }
    },
    async rollback() {
      const ended = unit;
      unit = undefined;
      await undo(ended);
    },
    close() {
      isClosed = true;
      leave();
    },
  };
}

interface Client {
  socket: Socket;
  /** Has all of them on their way before the first is answered. */
  run(statements: readonly Statement[]): Promise<Answer[]>;
}

async function openClient(
  { database, statementTimeoutMs }: ConnectionOptions,
  onEnd: (error?: Error) => void,
): Promise<Client> {
  const socket = new Socket();
  const client = new pg.Client({
    stream: () => socket,
    connectionString: database,
    application_name: 'sheetdesk',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: Math.max(IDLE_MS, statementTimeoutMs),
    keepAlive: true,
  });
  // Statements under way have failed by themselves.
  client.on('error', onEnd);
  client.on('end', () => onEnd());
  try {
    await client.connect();
  } catch (error) {
    // The driver leaves a connection open that it could not log in on.
    socket.destroy();
    throw error;
  }
  await Promise.all(PLANNER_SETTINGS.map((text) => client.query(text).catch(assertRefused)));
  const prepared = new PreparedStatements();
  const silenceMs = statementTimeoutMs + SILENCE_MS;
  const run = (statements: readonly Statement[]) => {
    const answered = new Promise<Answer[]>((resolve, reject) => {
      client.query(new Exchange(statements, prepared, { resolve, reject }));
    });
    const timer = setTimeout(() => {
      socket.destroy(new Error(`It said nothing for ${silenceMs / 1_000} seconds.`));
    }, silenceMs);
    return answered.finally(() => clearTimeout(timer));
  };
  return { socket, run };
}

/** A database with a planner of its own may not know a setting, and does without. */
function assertRefused(error: unknown): void {
  if (!(error instanceof pg.DatabaseError)) throw error;
}

function assertOpen(unit: Client | undefined): Client {
  if (unit) return unit;
  throw new DatabaseError('The connection was lost in the middle of a unit of work.', { code: UNAVAILABLE });
}

function toDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { code = UNAVAILABLE, constraint } = error instanceof pg.DatabaseError ? error : {};
  const isUnavailable = code === UNAVAILABLE || ABOUT_THE_SERVER.test(code);
  const options = { code: isUnavailable ? UNAVAILABLE : code, constraint, cause: error };
  return new DatabaseError(describe(error as NodeJS.ErrnoException), options);
}

/** Describes an error. Node's own has only a code if a name has several addresses. */
function describe({ message, code = '' }: NodeJS.ErrnoException): string {
  if (NO_ANSWER.test(message))
    return `It did not answer within ${CONNECT_TIMEOUT_MS / 1_000} seconds. Check host and port in the URL.`;
  if (NO_PASSWORD.test(message)) return 'The server asks for a password, and the URL has none.';
  const advice = ADVICE[code];
  const problem = message || code;
  return advice === undefined ? problem : `${problem.replace(/\.$/, '')}. ${advice}`;
}
