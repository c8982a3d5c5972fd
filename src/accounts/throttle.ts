import { sha256 } from '@noble/hashes/sha2.js';
import { HttpError } from '../http/http-error';
import * as cache from '../platform/cache';
import { toUtf8 } from '../platform/platform';
import { toText } from './random';

/** Tries that cost no waiting: people mistype. */
const FREE_TRIES = 5;
/** After them 4 s, 8, 16, ... and never more than five minutes: an address is slowed down, not locked. */
const FIRST_WAIT_S = 4;
const LONGEST_WAIT_S = 300;
const LIFE_S = 3_600;

interface Tries {
  count: number;
  /** Epoch ms. */
  nextAt: number;
}

/**
 * Counts a try to log in under an address, known or not, before its password is looked at: many at once are counted
 * too. While it has to wait, nothing is counted. @throws HttpError 429
 */
export function countTry(address: string): void {
  const now = Date.now();
  const { count, nextAt } = triesOf(address);
  if (now < nextAt) throw tooMany(Math.ceil((nextAt - now) / 1_000));
  const tries: Tries = { count: count + 1, nextAt: now + waitAfter(count + 1) * 1_000 };
  cache.set(keyOf(address), tries, LIFE_S);
}

/** After a right password. */
export function forgetTries(address: string): void {
  cache.invalidate(keyOf(address));
}

/** In seconds. */
function waitAfter(count: number): number {
  return count < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (count - FREE_TRIES));
}

function triesOf(address: string): Tries {
  return cache.get<Tries>(keyOf(address)) ?? { count: 0, nextAt: 0 };
}

/** Whatever was sent, the key is short, and tells nobody an address. */
function keyOf(address: string): string {
  return `login:${toText(sha256(Uint8Array.from(toUtf8(address))))}`;
}

function tooMany(retryAfter: number): HttpError {
  const message = `Too many login attempts for this email address. Retry in ${retryAfter} s.`;
  return new HttpError(429, 'too_many_tries', message, { retryAfter });
}
