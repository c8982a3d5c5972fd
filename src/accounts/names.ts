import * as cache from '../platform/cache';
import { perExecution } from '../platform/execution';
import { scan } from '../tables/tables';
import { ACCOUNTS_EDITED } from './credential-cache';
import { DEVICES, USERS } from './tables';

const NAMES = 'account names';
const TTL_S = 600;

/** Names of users and devices, by their IDs. */
const names = perExecution(() => {
  const entry = { key: NAMES, ttlS: TTL_S, changes: [ACCOUNTS_EDITED] };
  return cache.getOrRead(entry, (): Record<string, string> => {
    const users = scan(USERS, ['id', 'email']).map(({ id, email }) => [id, nameIn(email)]);
    const devices = scan(DEVICES, ['id', 'name']).map(({ id, name }) => [id, name.trim()]);
    return Object.fromEntries([...users, ...devices]);
  });
});

/** Makes the name of a new user or device known at once. */
export function invalidateNames(): void {
  cache.invalidate(NAMES);
}

/** True for the ID of a user or a device. */
export function isAccountId(id: string): boolean {
  return [USERS, DEVICES].some(({ ids }) => ids?.numberOf(id) !== 0);
}

/** Undefined for an ID that is nobody's, or of a device that was removed. */
export function findName(id: string): string | undefined {
  return isAccountId(id) ? names.current[id] || undefined : undefined;
}

/** `Maria Lopez` of maria.lopez@example.com. */
export function nameIn(email: string): string {
  const words = email
    .trim()
    .replace(/@.*/, '')
    .split(/[._+-]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
