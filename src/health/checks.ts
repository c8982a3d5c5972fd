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

interface CheckedProvider {
  name: string;
  findClient(): unknown;
  remedies: { credentials: string };
}

/** Whether the providers that are connected work. `down` says what it means if they do not, `missing` if there is none. */
export function checkProviders(
  { all, names }: { all: readonly CheckedProvider[]; names: string },
  { down, missing }: Record<'down' | 'missing', string>,
): HealthCheck[] {
  const connected = all.filter(({ findClient }) => findClient());
  if (connected.length === 0) return [{ label: names, detail: `Not connected: ${missing}` }];
  return connected.map((one) => checkProvider(one, down));
}

/** As its last calls have shown. */
function checkProvider({ name, remedies }: CheckedProvider, down: string): HealthCheck {
  const problem = findProblem(name);
  if (!problem) return { label: name, detail: 'Connected.' };
  const since = new Date(problem.since).toISOString();
  const detail =
    problem.kind === 'unavailable'
      ? `Not responding since ${since}. Retried every 30 seconds. ${down} Last error: ${problem.error}`
      : `Refuses the credentials since ${since}. ${remedies.credentials} Last error: ${problem.error}`;
  return { label: name, detail, status: 'problem' };
}

/** `3 minutes` */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (ms < 2 * HOUR_MS) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.round(ms / DAY_MS)} days`;
}
