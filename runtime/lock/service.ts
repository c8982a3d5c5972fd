import { type Costs, FREE } from '../execution/costs';
import type { Execution, LockScope } from '../execution/execution';
import type { Scheduler } from '../execution/scheduler';
import type { Service } from '../execution/service';
import type { LockCalls } from './calls';

/** Parts that locks work on. */
interface LockParts {
  scheduler: Scheduler;
}

const COSTS: Costs<LockCalls> = {
  'lock.try': { ms: 30 },
  'lock.release': { ms: 20 },
  'lock.holds': FREE,
};

interface Waiter {
  execution: Execution;
  grant(): void;
}

interface Lock {
  scope: LockScope;
  holder: Execution | undefined;
  waiters: Waiter[];
}

/** Locks: first come, first served, released at the end of an execution, however it ends. */
export function lockService({ scheduler }: LockParts): Service<LockCalls> {
  const locks = new Map<string, Lock>();

  function lockOf(execution: Execution, scope: LockScope): Lock {
    const key = keyOf(execution, scope);
    const lock = locks.get(key) ?? { scope, holder: undefined, waiters: [] };
    locks.set(key, lock);
    return lock;
  }

  function acquire(lock: Lock, execution: Execution, timeout: number): boolean | Promise<boolean> {
    if (lock.holder === execution) return true;
    // test/testlock.js of github.com/brucemcpherson/gas-fakes: with a time below zero even a free lock is not taken.
    if (lock.holder === undefined && timeout >= 0) {
      hold(lock, execution);
      return true;
    }
    return timeout > 0 ? wait(lock, execution, timeout) : false;
  }

  /** While an execution waits for a lock others continue; its clock moves on to the time of the grant. */
  function wait(lock: Lock, execution: Execution, timeout: number): Promise<boolean> {
    const since = scheduler.now();
    return new Promise((resolve) => {
      const finish = (isGranted: boolean) => {
        lock.waiters = lock.waiters.filter((other) => other !== waiter);
        execution.clock += scheduler.now() - since;
        resolve(isGranted);
      };
      const grant = () => {
        pause.end();
        finish(true);
        hold(lock, execution);
      };
      const waiter: Waiter = { execution, grant };
      lock.waiters.push(waiter);
      const pause = execution.work.pause(since + timeout, () => finish(false));
    });
  }

  return {
    costs: COSTS,
    handlers: {
      'lock.try': (execution, scope, timeout) => acquire(lockOf(execution, scope), execution, timeout),
      'lock.release': (execution, scope) => {
        const lock = lockOf(execution, scope);
        if (lock.holder === execution) passOn(lock);
      },
      'lock.holds': (execution, scope) => lockOf(execution, scope).holder === execution,
    },
    release(execution) {
      for (const lock of locks.values()) {
        lock.waiters = lock.waiters.filter((waiter) => waiter.execution !== execution);
        if (lock.holder === execution) passOn(lock);
      }
    },
  };
}

/**
 * A script lock belongs to the project, a document lock to the spreadsheet, a user lock to the one local user of a
 * project.
 */
function keyOf({ script }: Execution, scope: LockScope): string {
  return `${scope} ${scope === 'document' ? script.spreadsheetId : script.id}`;
}

function hold(lock: Lock, execution: Execution): void {
  lock.holder = execution;
  execution.holds.push({ scope: lock.scope, since: execution.clock });
}

function passOn(lock: Lock): void {
  const { scope, holder } = lock;
  const held = holder?.holds.find((one) => one.scope === scope && one.until === undefined);
  if (holder && held) held.until = holder.clock;
  lock.holder = undefined;
  lock.waiters[0]?.grant();
}
