import type { Execution } from '../../runtime/execution/execution';
import { inTurns } from '../tables/in-turns';

interface Load {
  times: number;
  atOnce: number;
}

/** Runs so many executions, a number of them at once, on virtual time: as one ends the next begins. */
export async function measureThroughput(
  { times, atOnce }: Load,
  run: (index: number) => Promise<Execution>,
): Promise<Throughput> {
  return new Throughput(await inTurns(times, atOnce, run));
}

/** What many callers at once got, in modelled time. */
export class Throughput {
  readonly executions: readonly Execution[];

  constructor(executions: readonly Execution[]) {
    this.executions = executions;
  }

  /** How many were answered in a minute, from the first one's start to the last one's end. */
  get perMinute(): number {
    const started = Math.min(...this.executions.map(({ startedAt }) => startedAt));
    const ended = Math.max(...this.executions.map(({ clock }) => clock));
    return (this.executions.length * 60_000) / (ended - started);
  }

  /** So many ms, or less, are what this part of the callers waited, such as 0.95. */
  waited(part: number): number {
    return percentile(
      this.executions.map(({ elapsed }) => elapsed),
      part,
    );
  }

  /** How often each status was answered. */
  get statuses(): Record<number, number> {
    const statuses: Record<number, number> = {};
    for (const execution of this.executions) {
      const { status } = replyOf(execution);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    return statuses;
  }

  /** The JSON of each answer. */
  bodies<B>(): B[] {
    return this.executions.map((execution) => replyOf(execution).body as B);
  }
}

/** The smallest of them that this part of all does not exceed. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN;
}

/** What a web app has answered to an envelope. */
export function replyOf({ returned, error }: Execution): { status: number; body: unknown } {
  if (error || returned?.kind !== 'text') throw new Error(error?.message ?? `It answered ${returned?.kind}.`);
  const { status, body } = JSON.parse(returned.content) as { status: number; body: string };
  return { status, body: typeof body === 'string' ? JSON.parse(body) : body };
}
