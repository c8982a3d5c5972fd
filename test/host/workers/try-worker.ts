/** A worker whose tasks try what can go wrong. */
import { parentPort } from 'node:worker_threads';
import { callMain } from '../../../host/bridge';
import { execute, query, SqlError, type SqlValue, transaction } from '../../../host/database/sql';
import { serveTasks } from '../../../host/workers/tasks';

interface Unit {
  statements: { text: string; values?: SqlValue[] }[];
  /** Whether the code between catches what its statements throw. */
  catches?: boolean;
}

serveTasks({
  echo: (value: unknown) => value,
  ask: ({ name, argument }: { name: string; argument: unknown }) => callMain(name, argument),
  query: ({ text, values }: { text: string; values?: SqlValue[] }) => query(text, values),
  execute: ({ text, values }: { text: string; values?: SqlValue[] }) => execute(text, values),
  /** Adds one to a row: read, then written. Answers how often it ran. */
  increment() {
    let runs = 0;
    transaction(() => {
      runs++;
      const [{ value } = { value: 0 }] = query<{ value: number }>('select value from sums where id = 1');
      execute('update sums set value = $1 where id = 1', [value + 1]);
    });
    return runs;
  },
  unit: ({ statements, catches = false }: Unit) =>
    transaction(() => {
      for (const { text, values } of statements) {
        try {
          execute(text, values);
        } catch (error) {
          if (!catches) throw error;
        }
      }
    }),
  failingUnit: ({ text }: { text: string }) =>
    transaction(() => {
      execute(text);
      throw new Error('changed my mind');
    }),
  hang: ({ text }: { text: string }) =>
    transaction(() => {
      execute(text);
      callMain('never', {});
    }),
  codeOf({ text }: { text: string }) {
    try {
      execute(text);
      return undefined;
    } catch (error) {
      return error instanceof SqlError ? error.code : (error as Error).name;
    }
  },
  exit: () => process.exit(3),
  loop() {
    for (;;);
  },
  fill() {
    for (const all: string[][] = []; ; ) all.push(new Array(1_000_000).fill('x'));
  },
  answerAnother() {
    parentPort?.postMessage({ number: -1, result: 'of somebody else' });
    return 'mine';
  },
});
