import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { type Connection, DatabaseError, openConnection } from '../../../host/database/connection';
import { UNAVAILABLE } from '../../../host/database/statement';
import { type OutgoingRequest, sendAll } from '../../../host/services/outgoing';
import { type Pool, startPool } from '../../../host/workers/pool';
import type { Execution } from '../../../runtime/execution/execution';
import type { RunOptions } from '../../../runtime/execution/executor';
import { BUILD_CONSTANTS } from '../../harness/own-script';
import { bundle } from './bundle';
import { only } from './only';
import { type Steps, startSteps } from './steps';
import type { ScriptCall, ScriptResult } from './thread';

/** A script of the tests' own in a worker of its own, on a database. */
export interface SqlScript {
  execute(name: string, args?: readonly unknown[], options?: RunOptions): Promise<Execution>;
  close(): Promise<void>;
}

const ROOT = path.resolve(__dirname, '../../..');

/** By execution, how often it could have been made to fail. */
const stepsTaken = new WeakMap<Execution, number>();

export function countSteps(execution: Execution): number {
  return stepsTaken.get(execution) ?? 0;
}

/** A file of tests, or `script.ts` of their folder, as for the local runtime. */
export async function startSqlScript(
  tests: string,
  { database, clock }: { database: string; clock?: string },
): Promise<SqlScript> {
  const script = await bundleScript(tests.endsWith('.ts') ? tests : path.join(tests, 'script.ts'));
  const losses: string[] = [];
  let steps = startSteps(undefined, () => {});
  let thread: Thread | undefined;
  const start = () => startThread(script, { database, losses, steps: () => steps });
  const end = async () => {
    const ended = thread;
    thread = undefined;
    ended?.connection.close();
    await ended?.pool.close();
  };
  return {
    async execute(name, args = [], { fault, ...others } = {}) {
      const [unknown] = Object.keys(others);
      if (unknown !== undefined) throw new Error(`Over SQL an execution has no ${unknown}.`);
      const argument: ScriptCall = { name, args, ...(clock === undefined ? {} : { clock }) };
      thread ??= start();
      const own = startSteps(fault, () => void end());
      steps = own;
      const result = await thread.pool.run({ name: 'call', argument }).then(
        (finished) => finished.result as ScriptResult,
        (error: Error) => {
          if (own.hasFaultFired) return KILLED;
          throw error;
        },
      );
      const execution = toExecution(result, own);
      stepsTaken.set(execution, own.count);
      return execution;
    },
    async close() {
      await end();
      expect(losses).toEqual([]);
    },
  };
}

interface Thread {
  pool: Pool;
  connection: Connection;
}

function startThread(
  script: string,
  { database, losses, steps }: { database: string; losses: string[]; steps(): Steps },
): Thread {
  const onFailure = ({ message }: Error) => losses.push(message);
  const connection = openConnection({ database, statementTimeoutMs: 30_000, onFailure });
  const lost = () => {
    throw new DatabaseError('The connection was lost.', { code: UNAVAILABLE });
  };
  const pool = startPool({
    script,
    size: 1,
    taskTimeoutMs: 300_000,
    connect: () => ({
      ...connection,
      // Who undoes a unit has met a fault already.
      run: (batch) => steps().take(() => connection.run(batch), lost),
    }),
    services: {
      send: (requests: readonly OutgoingRequest[]) =>
        steps().take(
          () => sendAll(requests),
          () => requests.map(() => ({ error: 'The connection was closed before a response came.' })),
        ),
    },
    onLoss: (message) => losses.push(message),
  });
  return { pool, connection };
}

const KILLED: ScriptResult = {
  log: [],
  error: { name: 'Exception', message: 'The execution was killed.', stack: undefined },
};

/** As much of one as there is without the local runtime. */
function toExecution(result: ScriptResult, { hasFaultFired }: Steps): Execution {
  const returned = 'json' in result ? { kind: 'value', json: result.json } : undefined;
  const error = 'error' in result ? result.error : undefined;
  const ended = error ? 'failed' : 'completed';
  return only<Execution>('execution', {
    returned,
    error,
    hasFaultFired,
    log: result.log,
    status: result === KILLED ? 'killed' : ended,
  } as Partial<Execution>);
}

function bundleScript(file: string): Promise<string> {
  return bundle(path.relative(ROOT, file).replace(/\W/g, '-'), {
    contents: `
      import { serveScript } from './thread';
      import { createTabs } from './sheet';
      import * as script from ${JSON.stringify(file)};
      serveScript({ createTabs: () => createTabs(), ...script });`,
    define: BUILD_CONSTANTS,
    inject: [path.join(ROOT, 'host/services/google.ts')],
    plugins: [ON_A_DATABASE],
  });
}

/** As in the build, but that a script may make its tabs. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  ...JSON.parse(readFileSync(path.join(ROOT, 'host/counterparts.json'), 'utf8')),
  'src/tables/sheet.ts': 'test/host/suites/sheet.ts',
};

const ON_A_DATABASE: Plugin = {
  name: 'on a database',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path: source }) => {
      const counterpart = COUNTERPARTS[path.relative(ROOT, source).replaceAll(path.sep, '/')];
      if (counterpart === undefined) return undefined;
      return { contents: `export * from ${JSON.stringify(path.join(ROOT, counterpart))};`, loader: 'ts' };
    }),
};
