import { confirm, prompt, showMessage } from '../platform/dialog';
import { UserError } from '../platform/user-error';
import { insert, NEVER, scan, update } from '../tables/tables';
import { cacheRevocation } from './credential-cache';
import { hasEnded, KEYS } from './tables';
import { apiKeyFactory, getSigningSecret } from './tokens';
import { getUser } from './users';

interface NewKey {
  /** Address of the user that the key acts for. */
  email: string;
  /** Purpose of the key. */
  name: string;
  /** Allows a URL to carry it, which others may come to see. */
  allowsPlain: boolean;
}

/** Returns the token, of which only a hash is stored. */
export function createKey({ email, name, allowsPlain }: NewKey): { id: string; token: string } {
  const { id: userId } = getUser(email);
  const trimmed = name.trim();
  if (!trimmed || trimmed.length > 80)
    throw new UserError(`name must be 1 to 80 characters (got ${trimmed.length}).`);
  const tokenOf = apiKeyFactory(getSigningSecret());
  const others = { userId, name: trimmed, allowsPlain, createdAt: new Date(), revokedAt: NEVER, version: 1 };
  const { id } = insert(KEYS, (id) => ({ id, hash: tokenOf(id).hash, ...others })).row;
  return { id, token: tokenOf(id).text };
}

/** Menu item. The token is shown once, in a dialog, and written into no cell. */
export function newKey(): void {
  const email = prompt('New API key', 'Email address of the user the key acts for:');
  const name = email && prompt('New API key', 'What is the key for?');
  if (!email || !name) return;
  const allowsPlain = confirm(
    'New API key',
    'Allow this key in URLs (plain calls)? Anyone who sees such a URL has the key.',
  );
  const { id, token } = createKey({ email, name, allowsPlain });
  showMessage(
    `${id} has been created`,
    `API key: ${token}\n\nYou will not see it again. Store it like a password.`,
  );
}

/** Menu item: from this moment on the key is refused. */
export function revokeKey(): void {
  const id = prompt('Revoke an API key', 'Key ID, as in the Keys tab (K-1):')?.trim().toUpperCase();
  if (!id) return;
  const key = scan(KEYS, ['id', 'hash', 'revokedAt']).find((one) => one.id === id);
  if (!key) throw new UserError(`There is no API key "${id}". The Keys tab lists the IDs, such as K-1.`);
  cacheRevocation(key.hash);
  if (!hasEnded(key.revokedAt)) update(KEYS, id, () => ({ revokedAt: new Date() }));
  showMessage(`${id} is revoked`, 'Requests with it are refused from now on.');
}
