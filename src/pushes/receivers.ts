import * as cache from '../platform/cache';
import { MissingTableError } from '../platform/user-error';
import { scan } from '../tables/tables';
import { PUSH_ENDPOINTS, type PushEndpoint } from './tables';

const COLUMNS = ['id', 'cafeId', 'url', 'state', 'failingSince', 'events'] as const;

/** An endpoint that is enabled. */
export type Receiver = Pick<PushEndpoint, (typeof COLUMNS)[number]>;

export interface CachedReceiver extends Pick<Receiver, 'id' | 'cafeId' | 'url' | 'events'> {
  isFailing: boolean;
}

const CHANGED = 'changed push endpoints of all';
/** One entry for all, since there are few. An edit of the sheet that no trigger reports takes effect after its time. */
const CACHED = { key: 'push endpoints by event', ttlS: 300, changes: [CHANGED] } as const;

/** Keys of the cache that `cachedReceivers` reads, for those who read ahead. */
export const RECEIVER_KEYS = [CACHED.key, CHANGED];

/** All of them, from the sheet. Where the tab was deleted, which Health reports, there are none and all else works. */
export function listReceivers(): Receiver[] {
  try {
    return scan(PUSH_ENDPOINTS, COLUMNS).filter(({ state, url }) => state === 'enabled' && url !== '');
  } catch (error) {
    if (error instanceof MissingTableError) return [];
    throw error;
  }
}

/** Tells whether an endpoint of this cafe, or for leads where it is blank, gets the events of a type. */
export function listeningTo(cafeId: string): (type: string) => boolean {
  const receivers = cachedReceivers();
  return (type) => receivers.some(listensTo(cafeId, type));
}

/** The cafes with an endpoint that gets the events of a type. */
export function listeningCafes(type: string): ReadonlySet<string> {
  const listening = cachedReceivers().filter(({ events }) => isChosen(type, events));
  return new Set(listening.map(({ cafeId }) => cafeId));
}

export function listensTo(cafeId: string, type: string) {
  return (one: Pick<Receiver, 'cafeId' | 'events'>): boolean =>
    one.cafeId === cafeId && isChosen(type, one.events);
}

function isChosen(type: string, events: readonly string[]): boolean {
  return events.length === 0 || events.includes(type);
}

/** All of them, some minutes old at most. */
export function cachedReceivers(): CachedReceiver[] {
  return cache.getOrRead(CACHED, () =>
    listReceivers().map(
      (receiver): CachedReceiver => ({
        id: receiver.id,
        cafeId: receiver.cafeId,
        url: receiver.url,
        events: receiver.events,
        isFailing: isFailing(receiver),
      }),
    ),
  );
}

/** Marks them at once: the sheet says only after the worker's next run that they are failing or disabled. */
export function leaveToWorker(ids: readonly string[]): void {
  if (ids.length === 0) return;
  cache.amend(CACHED, (receivers: CachedReceiver[]) =>
    receivers.map((one) => (ids.includes(one.id) ? { ...one, isFailing: true } : one)),
  );
}

/** Call it after a change has reached the sheet. */
export function invalidateReceivers(): void {
  cache.markChanged(CHANGED);
}

/** Forgets the receivers after an edit by hand (trigger onEdit). */
export function onPushEdit({ range }: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  if (range?.getSheet().getName() === PUSH_ENDPOINTS.name) invalidateReceivers();
}

export function isFailing({ failingSince }: Pick<PushEndpoint, 'failingSince'>): boolean {
  return !Number.isNaN(failingSince.getTime());
}
