import { findProblem } from '../platform/circuit-breaker';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/platform';

/** A line of Health. `problem`: it needs attention. */
export interface HealthCheck {
  label: string;
  detail: string;
  status?: 'ok' | 'problem';
}

export function toStatus(isProblem: boolean): 'ok' | 'problem' {
  return isProblem ? 'problem' : 'ok';
}

/** `detail` says what is wrong and what to do. */
export function toProblem(detail: string): HealthCheck {
  return { label: 'Problem', detail, status: 'problem' };
}

/** Whether a provider that is connected works, as its last calls have shown; and what it means if it does not. */
export function checkProvider(
  name: string,
  { down, refused }: Record<'down' | 'refused', string>,
): HealthCheck {
  const problem = findProblem(name);
  if (!problem) return { label: name, detail: 'Connected.' };
  const since = new Date(problem.since).toISOString();
  const detail =
    problem.kind === 'unavailable'
      ? `Not responding since ${since}. Retried every 30 seconds. ${down} Last error: ${problem.error}`
      : `Refuses the credentials since ${since}. ${refused} Last error: ${problem.error}`;
  return { label: name, detail, status: 'problem' };
}

/** `3 minutes` */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (ms < 2 * HOUR_MS) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.round(ms / DAY_MS)} days`;
}
