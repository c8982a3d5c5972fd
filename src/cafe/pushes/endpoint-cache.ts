import { select } from '../../tables/tables';
import { forget, recallOrRead } from '../kept';
import { PUSH_ENDPOINTS, type PushEndpoint } from './push-tables';

const COLUMNS = ['id', 'cafeId', 'url', 'state', 'failingSince'] as const;

/** What pushing needs of an endpoint. */
export type Receiver = Pick<PushEndpoint, (typeof COLUMNS)[number]>;

/** The same as it is kept for those who may not read the sheet for it. */
export interface KnownReceiver extends Pick<Receiver, 'id' | 'cafeId' | 'url'> {
  isFailing: boolean;
}

/** All cafes have few endpoints: they are kept together. */
const KEPT = ['push endpoints', 'of all'] as const;

/** Those that are enabled, as they stand in the sheet; one read. */
export function listReceivers(): Receiver[] {
  return select(PUSH_ENDPOINTS, COLUMNS).filter(({ state, url }) => state === 'enabled' && url !== '');
}

/** Those of a cafe, as they stood some minutes ago at most: one call of the cache. */
export function recallReceivers(cafeId: string): KnownReceiver[] {
  return recallOrRead(...KEPT, readReceivers).filter((one) => one.cafeId === cafeId);
}

/** What was read before now counts no more. Call it after the change has reached the sheet. */
export function forgetReceivers(): void {
  forget(...KEPT);
}

function readReceivers(): KnownReceiver[] {
  return listReceivers().map(({ id, cafeId, url, failingSince }) => ({
    id,
    cafeId,
    url,
    isFailing: !Number.isNaN(failingSince.getTime()),
  }));
}
