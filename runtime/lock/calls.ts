import type { LockScope } from '../execution/execution';

export interface LockCalls {
  /** Waits up to `timeout` ms; a lock that the execution already holds is granted at once. */
  'lock.try'(scope: LockScope, timeout: number): boolean;
  'lock.release'(scope: LockScope): void;
  'lock.holds'(scope: LockScope): boolean;
}
