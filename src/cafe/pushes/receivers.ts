import { logError } from '../../health/errors';
import { DAY_MS } from '../../platform/platform';
import { select, update } from '../../tables/tables';
import { getOrRead, invalidate } from '../cafe-cache';
import { PUSH_ENDPOINTS, type PushEndpoint } from '../tables';
import type { Attempt } from './push-send';

const COLUMNS = ['id', 'cafeId', 'url', 'state', 'failingSince'] as const;

/** An endpoint that is enabled. */
export type Receiver = Pick<PushEndpoint, (typeof COLUMNS)[number]>;

interface CachedReceiver extends Pick<Receiver, 'id' | 'cafeId' | 'url'> {
  isFailing: boolean;
}

/** One entry for all cafes, since they have few endpoints. */
const CACHED = ['push endpoints', 'of all'] as const;

/** The status of an endpoint that wants no more pushes. */
export const GONE = 410;

/** An endpoint is disabled after failing for this time. */
const MAX_FAILING_MS = 5 * DAY_MS;

const NEVER = new Date(Number.NaN);

/** Of all cafes, from the sheet. */
export function listReceivers(): Receiver[] {
  return select(PUSH_ENDPOINTS, COLUMNS).filter(({ state, url }) => state === 'enabled' && url !== '');
}

/** Of one cafe, some minutes old at most. */
export function cachedReceivers(cafeId: string): CachedReceiver[] {
  const all = getOrRead(...CACHED, () =>
    listReceivers().map(
      (receiver): CachedReceiver => ({
        id: receiver.id,
        cafeId: receiver.cafeId,
        url: receiver.url,
        isFailing: isFailing(receiver),
      }),
    ),
  );
  return all.filter((receiver) => receiver.cafeId === cafeId);
}

/** Call it after a change has reached the sheet. */
export function invalidateReceivers(): void {
  invalidate(...CACHED);
}

/** Writes only what an attempt changes: since when an endpoint is failing, and that it is disabled. */
export function recordHealth(receiver: Receiver, attempt: Attempt): void {
  if (Object.keys(toPatch(receiver, attempt)).length === 0) return;
  const updated = update(PUSH_ENDPOINTS, receiver.id, (endpoint) => toPatch(endpoint, attempt));
  invalidateReceivers();
  if (updated?.state === 'disabled')
    logError(`The push endpoint ${receiver.id} has been disabled: ${attempt.error}`);
}

type Health = Pick<PushEndpoint, 'state' | 'failingSince'>;

function toPatch(endpoint: Health, { at, status, error }: Attempt): Partial<Health> {
  if (endpoint.state === 'disabled') return {};
  if (error === '') return isFailing(endpoint) ? { failingSince: NEVER } : {};
  const hasFailedTooLong = at - endpoint.failingSince.getTime() > MAX_FAILING_MS;
  if (status === GONE || hasFailedTooLong) return { state: 'disabled', failingSince: NEVER };
  return isFailing(endpoint) ? {} : { failingSince: new Date(at) };
}

function isFailing({ failingSince }: Pick<Health, 'failingSince'>): boolean {
  return !Number.isNaN(failingSince.getTime());
}
