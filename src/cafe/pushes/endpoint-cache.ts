import { select } from '../../tables/select';
import { PUSH_ENDPOINTS, type PushEndpoint } from './push-tables';

const COLUMNS = ['id', 'cafeId', 'url', 'state', 'failingSince'] as const;

/** What pushing needs of an endpoint. */
export type Receiver = Pick<PushEndpoint, (typeof COLUMNS)[number]>;

interface Kept {
  readAt: number;
  receivers: { id: string; cafeId: string; url: string; isFailing: boolean }[];
}
export type KnownReceiver = Kept['receivers'][number];

const KEPT = 'push.endpoints';
const CHANGED = 'push.endpoints.changed';
/** So long a cell that somebody has typed over goes unnoticed. */
const KEPT_S = 300;
const LONGEST_S = 21_600;
/** What the clocks of two machines may differ by. */
const SKEW_MS = 2_000;

/** Those that are enabled, as they stand in the sheet; one read. */
export function listReceivers(): Receiver[] {
  return select(PUSH_ENDPOINTS, COLUMNS).filter(({ state, url }) => state === 'enabled' && url !== '');
}

/** Those of a cafe, as they stood some minutes ago at most: one call of the cache. */
export function recallReceivers(cafeId: string): KnownReceiver[] {
  const { [KEPT]: kept, [CHANGED]: changed = '0' } = cache().getAll([KEPT, CHANGED]);
  const known: Kept | undefined = kept === undefined ? undefined : JSON.parse(kept);
  const isFresh = (known?.readAt ?? 0) > Number(changed) + SKEW_MS;
  const receivers = known && isFresh ? known.receivers : keepReceivers();
  return receivers.filter((one) => one.cafeId === cafeId);
}

/** What was read before now counts no more. Call it after the change has reached the sheet. */
export function forgetReceivers(): void {
  cache().put(CHANGED, String(Date.now()), LONGEST_S);
}

function keepReceivers(): KnownReceiver[] {
  const readAt = Date.now();
  const receivers = listReceivers().map(({ id, cafeId, url, failingSince }) => ({
    id,
    cafeId,
    url,
    isFailing: !Number.isNaN(failingSince.getTime()),
  }));
  const kept: Kept = { readAt, receivers };
  cache().put(KEPT, JSON.stringify(kept), KEPT_S);
  return receivers;
}

function cache(): GoogleAppsScript.Cache.Cache {
  return CacheService.getScriptCache();
}
