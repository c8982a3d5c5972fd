import path from 'node:path';
import { type Demo, USERS } from '../../../local/world/cafe';
import { resultOf } from '../../harness/local';
import { createDatabase, dropDatabase, openSql, type RunningHost, startHost, untilReady } from '../harness';
import { madeOnce } from '../made-once';
import { type Book, openBook } from './book';
import { type Clock, startClock } from './clock';
import { keepOriginal, restoreOriginal } from './original';
import { startSqlScript } from './script';
import type { NewCafe } from './seed-script';

/** Hosts on a database of their own, with somebody in every role. */
export interface SqlDesk {
  database: string;
  demo: Demo;
  clock: Clock;
  book: Book;
  /** One host more, on the time of the desk. */
  addHost(options?: { workers?: number }): Promise<RunningHost>;
  /** For who has held its clock: everything is as it was at the start, but the time, and the hosts go on. */
  restart(startsAt?: number): Promise<void>;
  close(): Promise<void>;
}

interface DeskOptions {
  cafes?: readonly NewCafe[];
  /** The shared one unless said. */
  server?: string;
  /** Epoch ms; the machine's time unless said. */
  startsAt?: number | undefined;
}

interface Original {
  database: string;
  demo: Demo;
}

export async function startSqlDesk({ cafes = [], server, startsAt }: DeskOptions): Promise<SqlDesk> {
  const { demo, database: copied } = await madeOnce(`desk ${JSON.stringify([cafes, server])}`, () =>
    fill(cafes, server),
  );
  const database = await createDatabase(server, copied);
  const sql = openSql(database);
  const clock = await startClock(sql, database, startsAt);
  const book = openBook(database);
  const hosts: RunningHost[] = [];
  return {
    database,
    demo,
    clock,
    book,
    async addHost({ workers = 2 } = {}) {
      const env = await clock.environment();
      const host = await startHost({ database, workers, env });
      hosts.push(host);
      void host.ended.then(() => clock.forget(env));
      await untilReady(host);
      return host;
    },
    async restart(at) {
      await restoreOriginal(sql);
      await clock.restart(at);
    },
    async close() {
      await Promise.all(hosts.map((host) => host.kill()));
      await book.close();
      await sql.close();
      await dropDatabase(database);
    },
  };
}

/** Every desk is a copy of it. */
async function fill(cafes: readonly NewCafe[], server?: string): Promise<Original> {
  const database = await createDatabase(server);
  const script = await startSqlScript(path.join(__dirname, 'seed-script.ts'), { database });
  const run = async (name: string, ...args: unknown[]) => resultOf(await script.execute(name, args));
  await run('migrate');
  const demo = (await run('seedDemo', { users: USERS, key: 'demo' })) as Demo;
  await run('addCafes', cafes);
  await script.close();
  await keepOriginal(database);
  return { database, demo };
}
