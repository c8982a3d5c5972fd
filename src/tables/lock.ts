import { UserError } from './user-error';

const PATIENCE_MS = 20_000;

/** Nobody else of this script writes meanwhile. Keep the work short: no mail, no files, no other server. */
export function underScriptLock<T>(work: () => T): T {
  const lock = LockService.getScriptLock();
  if (!lock.tryLock(PATIENCE_MS)) throw new UserError('The sheet is busy. Try again in a minute.');
  try {
    return work();
  } finally {
    lock.releaseLock();
  }
}
