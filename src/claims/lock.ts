import { type Claim, listClaims } from './claim';
import { MAIL_SPIKES, REFERENCE } from './sources';

export const LOCK: Claim[] = listClaims(`${REFERENCE}/lock/lock-service`, [
  {
    id: 'lock.kinds.do-not-exclude-each-other',
    expected: [true, true],
    run: () => {
      const locks = [LockService.getScriptLock(), LockService.getUserLock()];
      const taken = locks.map((lock) => lock.tryLock(5_000));
      for (const lock of locks) lock.releaseLock();
      return taken;
    },
  },
  {
    id: 'lock.held-may-be-taken-again',
    source: MAIL_SPIKES,
    expected: [true, true, false],
    run: () => {
      const [lock, same] = [LockService.getScriptLock(), LockService.getScriptLock()];
      const taken = [lock.tryLock(5_000), lock.tryLock(0)];
      lock.releaseLock();
      return [...taken, same.hasLock()];
    },
  },
  {
    id: 'lock.document.is-there-for-bound-scripts',
    source:
      'measured: https://tanaikech.github.io/2021/09/15/benchmark-concurrent-writing-to-google-spreadsheet-using-form/',
    expected: [true, true, true],
    run: () =>
      [
        LockService.getDocumentLock(),
        CacheService.getDocumentCache(),
        PropertiesService.getDocumentProperties(),
      ].map((service) => service !== null),
  },
]);
