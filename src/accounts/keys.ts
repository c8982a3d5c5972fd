import { UserError } from '../platform/user-error';
import { insert, select, update } from '../tables/tables';
import { cacheRevocation } from './credential-cache';
import { hasEnded, KEYS, NEVER } from './tables';
import { apiKeyFactory, getSecret } from './tokens';
import { getUser } from './users';

export interface NewKey {
  /** Of the user whom it acts for. */
  email: string;
  /** What it is for. */
  name: string;
  /** Whether it may stand in an address, which others may come to see. */
  allowsPlain: boolean;
}

/** The token is shown once: what is kept is a hash. */
export function addKey({ email, name, allowsPlain }: NewKey): { id: string; token: string } {
  const { id: userId } = getUser(email);
  const words = name.trim();
  if (!words || words.length > 80)
    throw new UserError(`name must be 1 to 80 characters (got ${words.length}).`);
  const tokenOf = apiKeyFactory(getSecret());
  const others = { userId, name: words, allowsPlain, createdAt: new Date(), revokedAt: NEVER, version: 1 };
  const { id } = insert(KEYS, (id) => ({ id, hash: tokenOf(id).hash, ...others })).row;
  return { id, token: tokenOf(id).text };
}

/** From this moment on the key is refused. */
export function revoke(id: string): void {
  const key = select(KEYS, ['id', 'hash', 'revokedAt']).find((one) => one.id === id);
  if (!key) throw new UserError(`There is no API key "${id}". The Keys tab lists the IDs, such as K-1.`);
  cacheRevocation(key.hash);
  if (hasEnded(key.revokedAt)) return;
  update(KEYS, id, () => ({ revokedAt: new Date() }));
}
