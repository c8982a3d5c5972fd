import { select } from '../../tables/tables';
import { getOrRead, invalidate } from '../cafe-cache';
import { PUSH_ENDPOINTS, type PushEndpoint } from '../tables';

const COLUMNS = ['id', 'cafeId', 'url', 'state', 'failingSince'] as const;

/** An endpoint that is enabled. */
export type Receiver = Pick<PushEndpoint, (typeof COLUMNS)[number]>;

interface CachedReceiver extends Pick<Receiver, 'id' | 'cafeId' | 'url'> {
  isFailing: boolean;
}

/** One entry for all cafes, since they have few endpoints. */
const CACHED = ['push endpoints', 'of all'] as const;

/** Of all cafes, from the sheet. */
export function listReceivers(): Receiver[] {
  return select(PUSH_ENDPOINTS, COLUMNS).filter(({ state, url }) => state === 'enabled' && url !== '');
}

/** Of one cafe, some minutes old at most. */
export function cachedReceivers(cafeId: string): CachedReceiver[] {
  return cachedOfAll().filter((receiver) => receiver.cafeId === cafeId);
}

/** The ids of the cafes that have an endpoint. */
export function listenedCafes(): ReadonlySet<string> {
  return new Set(cachedOfAll().map(({ cafeId }) => cafeId));
}

function cachedOfAll(): CachedReceiver[] {
  return getOrRead(...CACHED, () =>
    listReceivers().map(
      (receiver): CachedReceiver => ({
        id: receiver.id,
        cafeId: receiver.cafeId,
        url: receiver.url,
        isFailing: isFailing(receiver),
      }),
    ),
  );
}

/** Call it after a change has reached the sheet. */
export function invalidateReceivers(): void {
  invalidate(...CACHED);
}

export function isFailing({ failingSince }: Pick<PushEndpoint, 'failingSince'>): boolean {
  return !Number.isNaN(failingSince.getTime());
}
