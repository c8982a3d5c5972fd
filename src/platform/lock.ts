import { BusyError } from './user-error';

const TIMEOUT_MS = 20_000;

/** What was read before the lock may be this old: after longer, somebody may have moved columns. */
export const FRESH_MS = 1_000;

/**
 * No other execution of this script writes meanwhile. Keep the work short: no mail, no files, no other server. `hasWaited`:
 * others may have written in the meantime.
 */
export function withScriptLock<T>(work: (hasWaited: boolean) => T): T {
  const lock = LockService.getScriptLock();
  const since = Date.now();
  if (!lock.tryLock(TIMEOUT_MS)) throw new BusyError('The sheet is busy. Try again in a minute.');
  try {
    return work(Date.now() - since > FRESH_MS);
  } finally {
    lock.releaseLock();
  }
}
