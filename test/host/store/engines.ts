import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { openConnection } from '../../../host/database/connection';
import { type Pool, startPool } from '../../../host/workers/pool';
import { BUILD_CONSTANTS, buildOwnScript } from '../../harness/own-script';
import { startPreparedRealm } from '../../harness/realm';
import { createDatabase } from '../harness';
import type * as program from './program';

type Program = typeof program;
export type Name = {
  [N in keyof Program]: Program[N] extends (...args: never[]) => unknown ? N : never;
}[keyof Program];
type Arguments<N extends Name> = Program[N] extends (...args: infer A) => unknown ? A : never;
type Result<N extends Name> = Program[N] extends (...args: never[]) => infer R ? R : never;

/** A function of the program, and what it is given. */
export type Step = { [N in Name]: readonly [N, ...Arguments<N>] }[Name];

/** Something that runs the program of these tests. */
export interface Engine {
  run<N extends Name>(name: N, ...args: Arguments<N>): Promise<Result<N>>;
  /** Several, on a sheet in one execution: none finds what the one before it has left to its execution. */
  runAll(...steps: readonly Step[]): Promise<unknown[]>;
  close(): Promise<void>;
}

export interface SqlEngine extends Engine {
  /** Its URL. */
  database: string;
  /** Does what the engine needs to be done now and then. */
  maintain(): Promise<void>;
  /** Every text that was sent. */
  statements: ReadonlySet<string>;
  /** Counts how often the database was waited for. */
  exchanges(): number;
}

const ROOT = path.resolve(__dirname, '../../..');

/** The program on the local runtime of a sheet. */
export async function startSheet(): Promise<Engine> {
  const script = await buildOwnScript(path.join(__dirname, 'program.ts'));
  const realm = await startPreparedRealm('tables on both engines', async (original) => {
    await original.runtime.run(script, 'run', ['setUp'], {});
  });
  const execute = async (name: string, args: readonly unknown[]) => {
    const { error, returned } = await realm.runtime.run(script, name, args, {});
    if (error) throw new Error(error.message);
    return JSON.parse((returned?.kind === 'value' ? returned.json : undefined) ?? 'null');
  };
  return {
    run: (name, ...args) => execute('run', [name, ...args]),
    runAll: (...steps) => execute('runAll', steps),
    close: () => realm.close(),
  };
}

let built: Promise<string> | undefined;

/** The program on a fresh database, or on one that another engine has set up, in so many workers. */
export async function startSql({
  workers = 1,
  database,
}: {
  workers?: number;
  database?: string;
} = {}): Promise<SqlEngine> {
  built ??= buildWorker();
  const url = database ?? (await createDatabase());
  const statements = new Set<string>();
  const losses: string[] = [];
  let exchanges = 0;
  const pool: Pool = startPool({
    script: await built,
    size: workers,
    taskTimeoutMs: 60_000,
    connect() {
      const connection = openConnection({ database: url, statementTimeoutMs: 30_000 });
      return {
        ...connection,
        run(batch) {
          exchanges++;
          for (const { text } of batch.statements) statements.add(text);
          return connection.run(batch);
        },
      };
    },
    services: {},
    onLoss: (message) => losses.push(message),
  });
  const engine: SqlEngine = {
    database: url,
    statements,
    exchanges: () => exchanges,
    async run(name, ...args) {
      const { result } = await pool.run({ name, argument: args });
      // As it crosses from a script to a test.
      return JSON.parse(JSON.stringify(result ?? null));
    },
    async runAll(...steps) {
      const answers: unknown[] = [];
      for (const [name, ...args] of steps) answers.push(await engine.run(name, ...(args as never)));
      return answers;
    },
    async maintain() {
      await pool.run({ name: 'maintain', argument: undefined });
    },
    close: () => pool.close(),
  };
  if (database === undefined) await engine.run('setUp');
  return engine;
}

async function buildWorker(): Promise<string> {
  const outfile = path.join(ROOT, '.build/test-tables-worker.cjs');
  await build({
    entryPoints: [path.join(__dirname, 'worker.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    define: BUILD_CONSTANTS,
    minifyWhitespace: true,
    plugins: [ON_A_DATABASE],
  });
  return outfile;
}

const COUNTERPARTS: Readonly<Record<string, string>> = {
  'src/tables/tables.ts': 'host/store/tables.ts',
  'src/tables/writes.ts': 'host/store/writes.ts',
  'src/tables/sheet.ts': 'test/host/store/sheet.ts',
  'src/platform/time-zone.ts': 'test/host/store/zone.ts',
};

const ON_A_DATABASE: Plugin = {
  name: 'on a database',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path: file }) => {
      const counterpart = COUNTERPARTS[path.relative(ROOT, file).replaceAll(path.sep, '/')];
      if (counterpart === undefined) return undefined;
      return { contents: `export * from ${JSON.stringify(path.join(ROOT, counterpart))};`, loader: 'ts' };
    }),
};
