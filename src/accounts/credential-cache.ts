import * as cache from '../platform/cache';
import { TEXT_MARK, useTextMark } from '../platform/text-mark';
import type { Role } from './roles';
import type { Token } from './tokens';

/** A credential that was found to be valid, and whose it is. */
export interface Credential {
  user: string;
  role: Role;
  cafeId: string;
  allowsPlain: boolean;
  /** Epoch ms before anything of this was read. */
  readAt: number;
}

export interface Cached {
  /** Undefined where it was never kept, is forgotten, or is older than an edit of the accounts. */
  accepted: Credential | undefined;
  isRevoked: boolean;
  /** What tokens are signed with; a flood of forged ones must not use up the day's reads of properties. */
  secret: string | undefined;
  /** The log of marks of whoever it is counted by. */
  items: string[];
}

/** Shorter than a revocation is cached: an execution that is slow may cache what it has read after the revocation. */
const ACCEPTED_TTL_S = 18_000;
/** A mark counts for a minute. */
const MARKS_TTL_S = 70;

/** Of the log of marks, for each that requests are counted by; one that is quiet fills only a few of them. */
export const MARK_ITEMS = 192;

const EDITED = 'accountsEdited';
const SECRET = 'accountsSecret';

/** Everything about a request in one call. */
export function readCredential({ hash, countedBy }: Token): Cached {
  const keys = [`c:${hash}`, `r:${hash}`, EDITED, SECRET, TEXT_MARK, ...itemKeys(countedBy)];
  const found = cache.getTexts(keys);
  useTextMark(found[TEXT_MARK]);
  const accepted = parse(found[`c:${hash}`]);
  return {
    accepted: accepted && cache.isCurrent(accepted.readAt, found[EDITED]) ? accepted : undefined,
    isRevoked: found[`r:${hash}`] !== undefined,
    secret: found[SECRET],
    items: itemsIn(found, countedBy),
  };
}

export function cacheCredential({ hash }: Token, accepted: Credential): void {
  cache.setText(`c:${hash}`, JSON.stringify(accepted), ACCEPTED_TTL_S);
}

export function cacheSecret(secret: string): void {
  cache.setText(SECRET, secret, cache.MAX_TTL_S);
}

/** From now on it is refused, whatever is kept of it. */
export function cacheRevocation(hash: string): void {
  cache.setText(`r:${hash}`, '1', cache.MAX_TTL_S);
}

/** What was read of the accounts before now counts no more. Call it after the change has reached the sheet. */
export function invalidateCredentials(): void {
  cache.markChanged(EDITED);
}

export function readMarkItems(countedBy: string): string[] {
  return itemsIn(cache.getTexts(itemKeys(countedBy)), countedBy);
}

/** By the number of the item. */
export function writeMarkItems(countedBy: string, items: ReadonlyMap<number, string>): void {
  const values = [...items].map(([number, item]) => [`m:${countedBy}:${number}`, item]);
  cache.setTexts(Object.fromEntries(values), MARKS_TTL_S);
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
