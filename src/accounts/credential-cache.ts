import * as cache from '../platform/cache';
import { TEXT_MARK, useTextMark } from '../tables/sheet';
import { requestKeys } from './rate-limit';
import type { Role } from './roles';
import type { Token } from './tokens';

/** A valid credential, and whose it is. */
export interface Credential {
  user: string;
  role: Role;
  cafeId: string;
  allowsPlain: boolean;
  /** Epoch ms before anything of this was read. */
  readAt: number;
}

interface CachedCredential {
  /** Undefined where nothing is cached, or accounts have been edited since. */
  credential: Credential | undefined;
  isRevoked: boolean;
  /** Cached so that a flood of forged tokens does not use up the day's reads of properties. */
  secret: string | undefined;
  /** Everything that was read, the marks of the rate limit among it. */
  texts: Partial<Record<string, string>>;
}

/** Shorter than a revocation is cached: a slow execution may cache what it read before the revocation. */
const CREDENTIAL_TTL_S = 18_000;

/** Marks that users, keys or devices have been edited. */
export const ACCOUNTS_EDITED = 'accountsEdited';
const SECRET = 'accountsSecret';

/** The entries of the cache that have everything about a request, that of the credential itself first. */
export function credentialKeys({ hash, countedBy }: Token): string[] {
  return [`c:${hash}`, `r:${hash}`, ACCOUNTS_EDITED, SECRET, TEXT_MARK, ...requestKeys(countedBy)];
}

/** Reads it in one call of the cache. */
export function readCredential(token: Token): CachedCredential {
  const { hash } = token;
  const texts = cache.getTexts(credentialKeys(token));
  useTextMark(texts[TEXT_MARK]);
  const text = texts[`c:${hash}`];
  const credential = text === undefined ? undefined : (JSON.parse(text) as Credential);
  return {
    credential:
      credential && cache.isCurrent(credential.readAt, texts[ACCOUNTS_EDITED]) ? credential : undefined,
    isRevoked: texts[`r:${hash}`] !== undefined,
    secret: texts[SECRET],
    texts,
  };
}

export function cacheCredential({ hash }: Token, credential: Credential): void {
  cache.set(`c:${hash}`, credential, CREDENTIAL_TTL_S);
}

export function cacheSecret(secret: string): void {
  cache.setText(SECRET, secret, cache.MAX_TTL_S);
}

export function findCachedSecret(): string | undefined {
  return cache.getText(SECRET);
}

/** The credential is refused from now on, whatever else is cached of it. */
export function cacheRevocation(hash: string): void {
  cache.setText(`r:${hash}`, '1', cache.MAX_TTL_S);
}

/** Makes all that was read of accounts before now out of date. Call it after the change has reached the sheet. */
export function invalidateCredentials(): void {
  cache.markChanged(ACCOUNTS_EDITED);
}
