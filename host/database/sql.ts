import type { CompiledQuery } from 'kysely';
import { perExecution } from '../../src/platform/execution';
import { BusyError } from '../../src/platform/user-error';
import { BridgeError, callMain } from '../bridge';
import { db } from './builder';
import { type Batch, type Result, type SqlValue, type Statement, UNAVAILABLE } from './statement';

export type { SqlValue } from './statement';

/** An error that the database reports for a statement. */
export class SqlError extends Error {
  override name = 'SqlError';
  /** The SQLSTATE: postgresql.org/docs/current/errcodes-appendix.html */
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(
    message: string,
    { code, constraint, cause }: { code: string; constraint: string | undefined; cause: unknown },
  ) {
    super(message, { cause });
    this.code = code;
    this.constraint = constraint;
  }
}

/** There is no database, it is restarting, or it gave up a statement that took too long. What was under way may have been done. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Serialization failure and deadlock: the database asks for the whole unit again. */
const CONFLICTS = ['40001', '40P01'];
/** Thirty who change the same row at once are through within two seconds on a busy machine. */
const PATIENCE_MS = 10_000;
const MAX_PAUSE_MS = 60;

/** All statements of an exchange have the time of one. */
const MAX_WAITING = 100;

interface Unit {
  /** The transaction begins with the first exchange. */
  isOpen: boolean;
  /** Changes that go with the next exchange. */
  waiting: Statement[];
  /** The database has asked for the whole unit again, whatever the code in between made of that error. */
  conflict?: SqlError;
}

let unit: Unit | undefined;

/** A condition that has to hold for every writer. */
interface WriteGuard {
  /** Tells if there is anything to look at now. */
  isNeeded(): boolean;
  /** Runs before a unit, and before a statement outside of one. */
  before(): void;
  /** Runs as the first statements of each unit. @throws what ends the unit */
  within(): void;
}

let guard: WriteGuard | undefined;
/** A guard's own statements are not guarded. */
let isGuarding = false;

export function guardWrites(made: WriteGuard): void {
  guard = made;
}

/** A statement as the builder makes it. */
interface Built {
  compile(by: typeof db): CompiledQuery;
}

/**
 * Runs one statement and returns its rows, with the names of their columns as keys; timestamptz comes as Date, bigint as
 * number. Within `transaction` it is part of that.
 *
 * @throws SqlError, DatabaseUnavailable
 */
export function query<R extends object>(built: Built | string, values: readonly SqlValue[] = []): R[] {
  return toRows(run(toStatement(built, values)));
}

/**
 * The same for a statement outside of units that can wait: it is sent with the next one, which costs no exchange of its own.
 * Returns what to ask for its rows with.
 */
export function queryAlong<R extends object>(
  built: Built | string,
  values: readonly SqlValue[] = [],
): () => R[] {
  const statement = toStatement(built, values);
  if (unit || isGuarded()) return () => toRows(run(statement));
  const sent: Along = { statement };
  along.current.push(sent);
  return () => {
    if (!sent.result) along.current = along.current.filter((one) => one !== sent);
    return toRows(sent.result ?? run(statement));
  };
}

interface Along {
  statement: Statement;
  /** Absent until the next statement was sent. */
  result?: Result;
}

const along = perExecution((): Along[] => []);

function toRows<R extends object>({ columns, rows }: Result): R[] {
  return rows.map((cells) => {
    const row: Record<string, unknown> = {};
    for (const [index, name] of columns.entries()) row[name] = cells[index];
    return row as R;
  });
}

/**
 * The number of rows that a statement changed.
 *
 * @throws SqlError, DatabaseUnavailable
 */
export function execute(built: Built | string, values: readonly SqlValue[] = []): number {
  return run(toStatement(built, values)).count;
}

/** Makes a change of which nothing is asked. In a unit it is sent with the next statement, or with the commit. */
export function change(built: Built | string, values: readonly SqlValue[] = []): void {
  const statement = toStatement(built, values);
  if (unit && unit.waiting.length < MAX_WAITING) unit.waiting.push(statement);
  else run(statement);
}

/** Has a statement run once the database is there again; it is lost if the host ends before. */
export function executeLater(built: Built): void {
  ask('later', toStatement(built));
}

function toStatement(built: Built | string, values: readonly SqlValue[] = []): Statement {
  if (typeof built === 'string') return { text: built, values };
  const { sql, parameters } = built.compile(db);
  return { text: sql, values: parameters as readonly SqlValue[] };
}

/**
 * A unit of work: all of it or nothing, as if no other ran beside it. Where the database finds that this cannot be, the
 * whole of `work` runs again, after a short random pause. Within another unit it is a part of that.
 *
 * @throws BusyError after ten seconds
 */
export function transaction<T>(work: () => T): T {
  if (unit) return work();
  askGuard('before');
  return untilNoConflict(() => runUnit(work));
}

function runUnit<T>(work: () => T): T {
  const own: Unit = { isOpen: false, waiting: [] };
  unit = own;
  try {
    askGuard('within');
    const result = work();
    if (own.conflict) throw own.conflict;
    if (own.isOpen || own.waiting.length > 0) send(own, { statements: [], commits: true });
    return result;
  } catch (error) {
    if (own.isOpen) ask('rollback', undefined);
    throw own.conflict ?? error;
  } finally {
    unit = undefined;
  }
}

function untilNoConflict<T>(work: () => T): T {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return work();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (performance.now() - startedAt > PATIENCE_MS)
        throw new BusyError('Too many changes are being made at once. Try again in a few seconds.', {
          cause: error,
        });
      pause(Math.random() * Math.min(MAX_PAUSE_MS, 2 ** attempt));
    }
  }
}

function isConflict(error: unknown): error is SqlError {
  return error instanceof SqlError && CONFLICTS.includes(error.code);
}

function run(statement: Statement): Result {
  if (unit) return lastOf(send(unit, { statements: [statement] }));
  if (isGuarded() && !statement.text.startsWith('select')) return transaction(() => run(statement));
  askGuard('before');
  const others = along.current;
  along.current = [];
  const statements = [...others.map((one) => one.statement), statement];
  const results = untilNoConflict(() => ask<Result[]>('sql', { statements } satisfies Batch));
  for (const [at, one] of others.entries()) Object.assign(one, { result: results[at] });
  return lastOf(results);
}

/** The results of what waited come first. */
function lastOf(results: readonly Result[]): Result {
  return results[results.length - 1] as Result;
}

function send(own: Unit, { statements, commits = false }: Batch): Result[] {
  const batch: Batch = {
    statements: [...own.waiting.splice(0), ...statements],
    unit: own.isOpen ? 'next' : 'first',
    commits,
  };
  own.isOpen = !commits;
  try {
    return ask<Result[]>('sql', batch);
  } catch (error) {
    if (isConflict(error)) own.conflict = error;
    throw error;
  }
}

function isGuarded(): boolean {
  return !isGuarding && guard?.isNeeded() === true;
}

function askGuard(question: 'before' | 'within'): void {
  if (!isGuarded()) return;
  isGuarding = true;
  try {
    guard?.[question]();
  } finally {
    isGuarding = false;
  }
}

function ask<T>(name: string, argument: unknown): T {
  try {
    return callMain<T>(name, argument);
  } catch (error) {
    if (!(error instanceof BridgeError) || error.code === undefined) throw error;
    const { message, code, constraint } = error;
    if (code === UNAVAILABLE) throw new DatabaseUnavailable(message, { cause: error });
    throw new SqlError(message, { code, constraint, cause: error });
  }
}

/** Blocks the thread, as everything in a worker does. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
