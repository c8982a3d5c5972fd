import type { LockScope } from '../execution/execution';
import { emulated } from '../realm/emulated';
import { caller, exception } from '../realm/host';
import type { LockCalls } from './calls';

const call = caller<LockCalls>();

export const lockService = emulated<GoogleAppsScript.Lock.LockService>('Lock.LockService', {
  getScriptLock: () => lock('script'),
  getUserLock: () => lock('user'),
  getDocumentLock: () => lock('document'),
} satisfies GoogleAppsScript.Lock.LockService);

function lock(scope: LockScope): GoogleAppsScript.Lock.Lock {
  const tryLock = (timeout: number) => call('lock.try', scope, timeout);
  return emulated('Lock.Lock', {
    tryLock,
    waitLock(timeout: number) {
      if (!tryLock(timeout))
        throw exception('Lock timeout: another process was holding the lock for too long.');
    },
    releaseLock: () => call('lock.release', scope),
    hasLock: () => call('lock.holds', scope),
  } satisfies GoogleAppsScript.Lock.Lock);
}
