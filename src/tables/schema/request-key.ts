import { digest } from '../../platform/platform';
import { BusyError } from '../../platform/user-error';

/** The column in which a row has the idempotency key of the request that made it. */
export const KEY_COLUMN = 'requestKey';

/** Time for which a second request waits for the row of the first. */
export const TIMEOUT_MS = 10_000;
export const POLL_MS = 500;

/** Time for which the first request with a key is waited for; after that it is taken for dead. */
export const RECLAIM_AFTER_MS = 30_000;

/** Follows the key of a list in the keys of its rows, before the place in it. */
export const IN_LIST = '.';

/** The key of a row that a list has made, by its place in the list. */
export function listKey(key: string, index: number): string {
  return key + IN_LIST + index;
}

export interface IdempotencyKey {
  key: string;
  /** Hash by which a claim is recorded. */
  hash: string;
}

export function toIdempotencyKey(key: string): IdempotencyKey {
  return { key, hash: digest(key, 12) };
}

export function stillInProgress(): BusyError {
  return new BusyError(
    'The first request with this Idempotency-Key is still in progress. Retry in 30 seconds.',
  );
}
