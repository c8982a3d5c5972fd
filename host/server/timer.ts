import { setTimeout } from 'node:timers/promises';
import type { Pool } from '../workers/pool';

/** Work that is due starts this much later at most. While nothing is due, a look costs one statement. */
export const TICK_MS = 2_000;

interface TimerOptions {
  /** Ends the timer after its current run. */
  stop: AbortSignal;
  report(message: string): void;
}

/**
 * Has a worker look again and again whether something is due. Every host looks; a lease in the database lets one of them
 * work.
 */
export async function runTimer(pool: Pool, { stop, report }: TimerOptions): Promise<void> {
  while (!stop.aborted) {
    try {
      await pool.run({ name: 'timer', argument: undefined });
    } catch (error) {
      if (!stop.aborted) report(`The timer: ${(error as Error).message}`);
    }
    await setTimeout(TICK_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}
