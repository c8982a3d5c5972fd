import { logError } from '../../health/errors';
import { update } from '../../tables/tables';
import { forgetReceivers, type Receiver } from './endpoint-cache';
import { GONE, hasFailedLastingly } from './push-schedule';
import type { Attempt } from './push-send';
import { PUSH_ENDPOINTS, type PushEndpoint } from './push-tables';

const NEVER = new Date(Number.NaN);

/** What an attempt tells of its endpoint; nothing is written while all is well, or as bad as it was. */
export function noteHealth(receiver: Receiver, attempt: Attempt): void {
  if (Object.keys(healthAfter(receiver, attempt)).length === 0) return;
  const changed = update(PUSH_ENDPOINTS, receiver.id, (row) => healthAfter(row, attempt));
  forgetReceivers();
  if (changed?.state === 'disabled')
    logError(`The push endpoint ${receiver.id} has been disabled: ${attempt.error}`);
}

/** Whoever enables it again begins with a clean slate. */
const DISABLED = { state: 'disabled', failingSince: NEVER } as const;

function healthAfter(
  { state, failingSince }: Pick<PushEndpoint, 'state' | 'failingSince'>,
  { at, status, error }: Attempt,
): Partial<PushEndpoint> {
  const isFailing = !Number.isNaN(failingSince.getTime());
  if (state === 'disabled') return {};
  if (error === '') return isFailing ? { failingSince: NEVER } : {};
  const now = new Date(at);
  if (status === GONE || hasFailedLastingly(failingSince, now)) return DISABLED;
  return isFailing ? {} : { failingSince: now };
}
