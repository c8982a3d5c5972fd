import * as cache from '../../platform/cache';
import { perExecution } from '../../platform/execution';
import { MINUTE_MS } from '../../platform/platform';
import { describeProgress } from '../../platform/progress';
import type { Intake } from './prepare';
import type { Progress } from './progress';

/** Mail that takes several checks, as the first look at a mailbox does: what they have looked at, and what waits. */
export interface Backlog {
  done: number;
  left: number;
  /** Number of messages that the last check has looked at. */
  perCheck: number;
}

/** The key of the cache that says how far the check is that runs now. */
export const INTAKE = 'intake';

/** Each telling costs a call of the cache. */
const EVERY_MS = 1.5 * MINUTE_MS;
/** Longer than the time to the next words, so that those of a run that died are soon gone. */
const TTL_S = 120;
const CHECK_EVERY_MS = 5 * MINUTE_MS;

/** Epoch ms at which this check last said how far it is; 0 before it has. */
const toldAt = perExecution(() => 0);

export function tellIntake(words: string): void {
  if (Date.now() - toldAt.current < EVERY_MS) return;
  toldAt.current = Date.now();
  cache.setText(INTAKE, words, TTL_S);
}

/** Ends what the page is told of a check that runs. */
export function endIntake(): void {
  if (toldAt.current > 0) cache.invalidate(INTAKE);
}

export function addToBacklog({ looked, left }: Intake, before?: Backlog): Backlog {
  return { done: (before?.done ?? 0) + looked, left, perCheck: looked };
}

/** Says how far the mail is that comes in, by the check that runs now or by the last one; undefined where all is in. */
export function describeIntake({ backlog }: Progress, running: string | undefined): string | undefined {
  if (running !== undefined) return toSentence(running);
  if (!backlog || backlog.left === 0) return undefined;
  const { done, left, perCheck } = backlog;
  return toSentence(describeProgress(done, done + left, (left / Math.max(1, perCheck)) * CHECK_EVERY_MS));
}

function toSentence(words: string): string {
  return `Mail is coming in: ${words}. You can close the page.`;
}
