import { formatDuration, type HealthCheck, toStatus } from '../health/checks';
import { MINUTE_MS } from '../platform/platform';
import type { Host } from './host';
import { readState } from './state';
import { SWEEP_MS } from './window';

const LABEL = 'Window';
/** More than one minute that is lost. */
const LATE_MS = 2 * SWEEP_MS;

/** When the host has answered last, and what it has refused. */
export function windowChecks({ address }: Host, now: number): HealthCheck[] {
  const state = readState();
  if (!state || (state.sweptAt === 0 && !state.failure))
    return [{ label: LABEL, detail: `Not filled yet. The timer asks ${address} every minute.` }];
  const { sweptAt, failure, refusals } = state;
  const swept = sweptAt === 0 ? 'never' : `${formatDuration(now - sweptAt)} ago`;
  const detail = failure
    ? `Not refreshed since ${new Date(failure.since).toISOString()}. Retried ${timesOf(failure, now)}. Last error: ${failure.error}`
    : `Refreshed every minute from ${address}, in full ${swept}.`;
  return [
    { label: LABEL, detail, status: toStatus(failure !== undefined || now - sweptAt > LATE_MS) },
    ...Object.values(refusals)
      .flat()
      .map((problem): HealthCheck => ({ label: 'Rejected by the host', detail: problem, status: 'problem' })),
  ];
}

/** Less often where each try takes long. */
function timesOf({ retryAt }: { retryAt: number }, now: number): string {
  return retryAt > now + MINUTE_MS ? `at ${new Date(retryAt).toISOString()}` : 'every minute';
}
