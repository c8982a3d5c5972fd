import { logError } from '../../health/errors';
import { DAY_MS } from '../../platform/platform';
import { select, update } from '../../tables/tables';
import { getOrRead, invalidate } from '../cafe-cache';
import { PUSH_ENDPOINTS, type PushEndpoint } from '../tables';
import type { Attempt } from './push-send';

const COLUMNS = ['id', 'cafeId', 'url', 'state', 'failingSince'] as const;

/** What pushing needs of an endpoint. */
export type Receiver = Pick<PushEndpoint, (typeof COLUMNS)[number]>;

/** The same as it is kept for those who may not read the sheet for it. */
interface KnownReceiver extends Pick<Receiver, 'id' | 'cafeId' | 'url'> {
  isFailing: boolean;
}

/** All cafes have few endpoints: they are kept together. */
const KEPT = ['push endpoints', 'of all'] as const;

/** An endpoint at which nothing has arrived for so long is disabled. */
const PATIENCE_MS = 5 * DAY_MS;

/** The receiver wants nothing any more. */
export const GONE = 410;

const NEVER = new Date(Number.NaN);

/** Whoever enables it again begins with a clean slate. */
const DISABLED = { state: 'disabled', failingSince: NEVER } as const;

/** Those that are enabled, as they stand in the sheet; one read. */
export function listReceivers(): Receiver[] {
  return select(PUSH_ENDPOINTS, COLUMNS).filter(({ state, url }) => state === 'enabled' && url !== '');
}

/** Those of a cafe, as they stood some minutes ago at most: one call of the cache. */
export function cachedReceivers(cafeId: string): KnownReceiver[] {
  return getOrRead(...KEPT, readReceivers).filter((one) => one.cafeId === cafeId);
}

/** What was read before now counts no more. Call it after the change has reached the sheet. */
export function invalidateReceivers(): void {
  invalidate(...KEPT);
}

function readReceivers(): KnownReceiver[] {
  return listReceivers().map(({ id, cafeId, url, failingSince }) => ({
    id,
    cafeId,
    url,
    isFailing: !Number.isNaN(failingSince.getTime()),
  }));
}

/** What an attempt tells of its endpoint; nothing is written while all is well, or as bad as it was. */
export function recordHealth(receiver: Receiver, attempt: Attempt): void {
  if (Object.keys(healthAfter(receiver, attempt)).length === 0) return;
  const changed = update(PUSH_ENDPOINTS, receiver.id, (row) => healthAfter(row, attempt));
  invalidateReceivers();
  if (changed?.state === 'disabled')
    logError(`The push endpoint ${receiver.id} has been disabled: ${attempt.error}`);
}

function healthAfter(
  { state, failingSince }: Pick<PushEndpoint, 'state' | 'failingSince'>,
  { at, status, error }: Attempt,
): Partial<PushEndpoint> {
  const isFailing = !Number.isNaN(failingSince.getTime());
  if (state === 'disabled') return {};
  if (error === '') return isFailing ? { failingSince: NEVER } : {};
  if (status === GONE || at - failingSince.getTime() > PATIENCE_MS) return DISABLED;
  return isFailing ? {} : { failingSince: new Date(at) };
}
