import * as cache from '../platform/cache';
import { TEXT_MARK, useTextMark } from '../tables/sheet';
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
  /** The rate limit's log of requests. */
  markItems: string[];
}

/** Shorter than a revocation is cached: a slow execution may cache what it read before the revocation. */
const CREDENTIAL_TTL_S = 18_000;
/** Longer than the minute for which a mark counts. */
const MARKS_TTL_S = 70;

/** The entries that the rate limit spreads its marks over, for each caller; most of them are empty. */
export const MARK_ITEMS = 192;

const EDITED = 'accountsEdited';
const SECRET = 'accountsSecret';

/** Everything about a request in one call of the cache. */
export function readCredential({ hash, countedBy }: Token): CachedCredential {
  const keys = [`c:${hash}`, `r:${hash}`, EDITED, SECRET, TEXT_MARK, ...itemKeys(countedBy)];
  const found = cache.getTexts(keys);
  useTextMark(found[TEXT_MARK]);
  const credential = parse(found[`c:${hash}`]);
  return {
    credential: credential && cache.isCurrent(credential.readAt, found[EDITED]) ? credential : undefined,
    isRevoked: found[`r:${hash}`] !== undefined,
    secret: found[SECRET],
    markItems: itemsIn(found, countedBy),
  };
}

export function cacheCredential({ hash }: Token, credential: Credential): void {
  cache.set(`c:${hash}`, credential, CREDENTIAL_TTL_S);
}

export function cacheSecret(secret: string): void {
  cache.setText(SECRET, secret, cache.MAX_TTL_S);
}

/** The credential is refused from now on, whatever else is cached of it. */
export function cacheRevocation(hash: string): void {
  cache.setText(`r:${hash}`, '1', cache.MAX_TTL_S);
}

/** What was read of accounts before now is out of date. Call it after the change has reached the sheet. */
export function invalidateCredentials(): void {
  cache.markChanged(EDITED);
}

export function readMarkItems(countedBy: string): string[] {
  return itemsIn(cache.getTexts(itemKeys(countedBy)), countedBy);
}

/** By the number of the item. */
export function writeMarkItems(countedBy: string, items: ReadonlyMap<number, string>): void {
  const texts = [...items].map(([number, item]) => [`m:${countedBy}:${number}`, item]);
  cache.setTexts(Object.fromEntries(texts), MARKS_TTL_S);
}

function itemKeys(countedBy: string): string[] {
  return Array.from({ length: MARK_ITEMS }, (_, number) => `m:${countedBy}:${number}`);
}

function itemsIn(found: Partial<Record<string, string>>, countedBy: string): string[] {
  return itemKeys(countedBy).map((key) => found[key] ?? '');
}

function parse(text: string | undefined): Credential | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Credential);
}
