import { setTimeout } from 'node:timers/promises';
import { type Connection, DatabaseError } from './connection';
import { DISK_FULL, type Statement, UNAVAILABLE } from './statement';

const PAUSE_MS = 250;

interface LaterOptions {
  stop: AbortSignal;
  /** Told of a statement that the database refuses. */
  report(message: string): void;
}

/** Takes statements that wait until the database is back, and runs them in their order. They are lost with the process. */
export function startLater(
  connection: Connection,
  { stop, report }: LaterOptions,
): (statement: Statement) => void {
  const waiting: Statement[] = [];

  async function run(): Promise<void> {
    for (let [next] = waiting; next && !stop.aborted; [next] = waiting) {
      try {
        await connection.run({ statements: [next] });
        waiting.shift();
      } catch (error) {
        const isThere = !(error instanceof DatabaseError) || ![UNAVAILABLE, DISK_FULL].includes(error.code);
        if (isThere) {
          report(`A statement could not be made up for: ${(error as Error).message}`);
          waiting.shift();
        } else await setTimeout(PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  return (statement) => {
    waiting.push(statement);
    if (waiting.length === 1) void run();
  };
}
