import { TEXT_MARK, useTextMark } from '../platform/text-mark';
import type { Role } from './roles';
import type { Token } from './tokens';

/** A credential that was found to be valid, and whose it is. */
export interface Accepted {
  user: string;
  role: Role;
  cafeId: string;
  allowsPlain: boolean;
  /** Epoch ms before anything of this was read. */
  readAt: number;
}

export interface Cached {
  /** Undefined where it was never kept, is forgotten, or is older than an edit of the accounts. */
  accepted: Accepted | undefined;
  isRevoked: boolean;
  /** What tokens are signed with; a flood of forged ones must not use up the day's reads of properties. */
  secret: string | undefined;
  /** The log of marks of whoever it is counted by. */
  items: string[];
}

/**
 * Seconds. What says no outlives every yes that was read before it, and a full cache drops it later: a slow execution
 * may put its yes after the revocation.
 */
const LIFE = { accepted: 18_000, revoked: 21_600, marks: 70, secret: 21_600 };

/** Of the log of marks, for each that requests are counted by; one that is quiet fills only a few of them. */
export const ITEMS = 192;

const EDITED = 'accountsEdited';
const SECRET = 'accountsSecret';

/** What the clocks of two machines may differ by. */
const SKEW_MS = 2_000;

/** Everything about a request in one call. */
export function recall({ hash, countedBy }: Token): Cached {
  const keys = [`c:${hash}`, `r:${hash}`, EDITED, SECRET, TEXT_MARK, ...itemKeys(countedBy)];
  const found = cache().getAll(keys);
  useTextMark(found[TEXT_MARK]);
  const accepted = parse(found[`c:${hash}`]);
  const isFresh = (accepted?.readAt ?? 0) > Number(found[EDITED] ?? 0) + SKEW_MS;
  return {
    accepted: isFresh ? accepted : undefined,
    isRevoked: found[`r:${hash}`] !== undefined,
    secret: found[SECRET],
    items: itemsIn(found, countedBy),
  };
}

export function keepAccepted({ hash }: Token, accepted: Accepted): void {
  cache().put(`c:${hash}`, JSON.stringify(accepted), LIFE.accepted);
}

export function keepSecret(secret: string): void {
  cache().put(SECRET, secret, LIFE.secret);
}

/** From now on it is refused, whatever is kept of it. */
export function keepRevoked(hash: string): void {
  cache().put(`r:${hash}`, '1', LIFE.revoked);
}

/** What was read of the accounts before now counts no more. Call it after the change has reached the sheet. */
export function keepEdited(): void {
  cache().put(EDITED, String(Date.now()), LIFE.revoked);
}

export function recallItems(countedBy: string): string[] {
  return itemsIn(cache().getAll(itemKeys(countedBy)), countedBy);
}

/** By the number of the item. */
export function keepItems(countedBy: string, items: ReadonlyMap<number, string>): void {
  const values = [...items].map(([number, item]) => [`m:${countedBy}:${number}`, item]);
  cache().putAll(Object.fromEntries(values), LIFE.marks);
}

function cache(): GoogleAppsScript.Cache.Cache {
  return CacheService.getScriptCache();
}

function itemKeys(countedBy: string): string[] {
  return Array.from({ length: ITEMS }, (_, number) => `m:${countedBy}:${number}`);
}

function itemsIn(found: Record<string, string>, countedBy: string): string[] {
  return itemKeys(countedBy).map((key) => found[key] ?? '');
}

function parse(text: string | undefined): Accepted | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Accepted);
}
