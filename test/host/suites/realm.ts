import type { Execution } from '../../../runtime/execution/execution';
import type { RunOptions } from '../../../runtime/execution/executor';
import type { Script } from '../../../runtime/execution/script';
import { START } from '../../../runtime/test/harness/realm';
import { resultOf, type Step } from '../../harness/local';
import type { Realm } from '../../harness/realm';
import { createDatabase, dropDatabase, openSql } from '../harness';
import { madeOnce } from '../made-once';
import { openBook } from './book';
import { startClock } from './clock';
import { keepIdle } from './idle';
import { only } from './only';
import { keepOriginal, restoreOriginal } from './original';
import { type SqlScript, startSqlScript } from './script';

/** What stands for a realm: a suite's own script on a database. It has what a database has a counterpart of. */
export interface SqlRealm {
  realm: Realm;
  /** Is run by that realm only. */
  script: Script;
}

interface Stand extends SqlRealm {
  /** Everything is as it was when its database was copied, the time included. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** By their tests. */
const idle = keepIdle<Stand>();

/** A database on which this has been done: once in this run, every other goes on from there. */
export async function startSqlRealm(
  tests: string,
  work: (original: SqlRealm) => Promise<unknown> = async () => {},
): Promise<SqlRealm> {
  const stand = idle.take(tests) ?? (await open(tests, await copyOf(tests, work)));
  await stand.restart();
  const close = () => idle.leave(tests, stand);
  return { realm: only<Realm>('realm', { ...stand.realm, close }), script: stand.script };
}

/** What the script of the local runtime does in one execution; here each step has its own. */
async function runAll(script: SqlScript, steps: readonly Step[], options: RunOptions): Promise<Execution> {
  const returned: unknown[] = [];
  for (const [name, ...args] of steps) {
    const execution = await script.execute(name, args, options);
    if (execution.error) return execution;
    returned.push(resultOf(execution) ?? null);
  }
  const json = JSON.stringify(returned);
  return only<Execution>('execution', {
    status: 'completed',
    error: undefined,
    returned: { kind: 'value', json, holdsDate: false },
  });
}

async function copyOf(tests: string, work: (original: SqlRealm) => Promise<unknown>): Promise<string> {
  const original = await madeOnce(`realm ${tests}`, async () => {
    const database = await createDatabase();
    const stand = await open(tests, database);
    resultOf(await stand.realm.runtime.run(stand.script, 'run', ['createTabs']));
    await work(stand);
    await stand.realm.close();
    await keepOriginal(database);
    return database;
  });
  return createDatabase(undefined, original);
}

async function open(tests: string, database: string): Promise<Stand> {
  const sql = openSql(database);
  const clock = await startClock(sql, database, START);
  const script = await startSqlScript(tests, { database, clock: clock.file });
  const book = openBook(database);
  const closeAll = () => Promise.all([script.close(), book.close(), sql.close()]);
  const realm = only<Realm>('realm', {
    runtime: only<Realm['runtime']>('runtime', {
      async run(_script, name, args = [], { startsAt = 0, ...options } = {}) {
        await clock.reach(startsAt);
        return name === 'runAll'
          ? runAll(script, args as Step[], options)
          : script.execute(args[0] as string, args.slice(1), options);
      },
    }),
    scheduler: only<Realm['scheduler']>('scheduler', { now: clock.now, advance: clock.advance }),
    spreadsheets: only<Realm['spreadsheets']>('spreadsheets', {
      rows: (_book, tab) => book.rows(tab),
      editAs: (_book, tab, { a1, text }) => book.edit(tab, a1, text),
      grid: () => book.sheets() as ReturnType<Realm['spreadsheets']['grid']>,
    }),
    close: async () => void (await closeAll()),
  });
  return {
    realm,
    script: only<Script>('script', {}),
    async restart() {
      await restoreOriginal(sql);
      await clock.restart(START);
    },
    async close() {
      await closeAll();
      await dropDatabase(database);
    },
  };
}
