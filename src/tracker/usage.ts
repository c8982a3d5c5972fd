import { addUsage, runTime, type Usage } from '../health/usage';
import { gmailUsed } from './gmail';

/** What checks have used: ms of the timer's runs, calls of Gmail and their units (interface section 8). */
export type DeskUsage = Usage<'ms' | 'calls' | 'units'>;

/** When a check began, and whether the timer had begun it. */
export interface Run {
  /** Epoch ms of the run's start. */
  now: number;
  isTimed: boolean;
}

/** With all that this run has used so far. */
export function usageAfter(usage: DeskUsage, { now, isTimed }: Run): DeskUsage {
  return addUsage(usage, now, { ms: isTimed ? runTime(now) : 0, ...gmailUsed() });
}
