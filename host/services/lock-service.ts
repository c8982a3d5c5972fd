import { randomUUID } from 'node:crypto';
import { perExecution } from '../../src/platform/execution';
import { execute, guardWrites, query } from '../database/sql';
import { Utilities } from './utilities';

type Lock = GoogleAppsScript.Lock.Lock;

/** Holders who may work alone until a time by the database's clock. */
export const LEASES_TABLE = `create table if not exists leases (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null)`;

const TAKE = `insert into leases (name, holder, expires_at)
  values ($1, $2, now() + $3::float8 * interval '1 second')
  on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
  where leases.expires_at <= now()`;
const RENEW = `update leases set expires_at = now() + $3::float8 * interval '1 second'
  where name = $1 and holder = $2`;
const LOOK = 'select name from leases where name = $1 and holder = $2';
const RELEASE = 'delete from leases where name = $1 and holder = $2';

/** Longer than any statement or call of another server, between which a lease is renewed; a dead holder blocks others as long. */
const LEASE_S = 25;
const RENEW_AFTER_MS = 5_000;
const POLL_MS = 100;

interface Lease {
  name: string;
  /** A new one each time, so that it fences off whoever had the lease before, on this host too. */
  holder: string;
  /** Epoch ms by this host's clock. */
  renewedAt: number;
}

/** This host was paused for so long that another one has taken its work over. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

const held = perExecution(() => new Map<string, Lease>());

export const LockService = {
  /** The lock of all hosts, for the few things that are not done by one transaction. */
  getScriptLock: () => lockOf('script'),
  /** The lock of the timer, and of what must not run beside it. */
  getUserLock: () => lockOf('timer'),
} satisfies Partial<GoogleAppsScript.Lock.LockService>;

function lockOf(name: string): Lock {
  return {
    tryLock: (timeoutMs) => acquire(name, timeoutMs),
    waitLock(timeoutMs) {
      if (!acquire(name, timeoutMs)) throw new Error(`The lock "${name}" was held for too long.`);
    },
    hasLock: () => held.current.has(name),
    releaseLock() {
      const lease = held.current.get(name);
      held.current.delete(name);
      if (lease) execute(RELEASE, [name, lease.holder]);
    },
  };
}

/** An execution that holds the lock already has it. */
function acquire(name: string, timeoutMs: number): boolean {
  if (held.current.has(name)) return true;
  const lease: Lease = { name, holder: randomUUID(), renewedAt: Date.now() };
  const until = lease.renewedAt + timeoutMs;
  while (execute(TAKE, [name, lease.holder, LEASE_S]) === 0) {
    if (Date.now() >= until) return false;
    Utilities.sleep(POLL_MS * (1 + Math.random()));
    lease.renewedAt = Date.now();
  }
  held.current.set(name, lease);
  return true;
}

/**
 * Before a unit of work, or a call of another server, of an execution that holds a lease.
 *
 * @throws LeaseLost
 */
export function renewLeases(): void {
  for (const lease of held.current.values()) {
    const now = Date.now();
    if (now - lease.renewedAt < RENEW_AFTER_MS) continue;
    if (execute(RENEW, [lease.name, lease.holder, LEASE_S]) === 0) throw lost(lease);
    lease.renewedAt = now;
  }
}

/**
 * Writes under a lease are in one transaction with a look at that lease. So a host that was paused while another one took its
 * work over writes nothing. A lease that has expired and was not taken over is as good as before.
 */
guardWrites({
  isNeeded: () => held.current.size > 0,
  before: renewLeases,
  within() {
    for (const lease of held.current.values())
      if (query(LOOK, [lease.name, lease.holder]).length === 0) throw lost(lease);
  },
});

function lost({ name }: Lease): LeaseLost {
  return new LeaseLost(`Another host has taken over the lease "${name}", so this one stops its work.`);
}
