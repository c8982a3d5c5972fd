import { sha256 } from '@noble/hashes/sha2.js';
import { HttpError } from '../http/http-error';
import type { Request } from '../http/route';
import * as cache from '../platform/cache';
import { DAY_MS, HOUR_MS, toUtf8 } from '../platform/platform';
import { compactRows, insert, type MaintenanceTask, select, update } from '../tables/tables';
import { findToken } from './authenticate';
import { cacheCredential, cacheRevocation } from './credential-cache';
import type { Role } from './roles';
import { hasEnded, NEVER, SESSIONS, toAddress, USERS } from './tables';
import { getSecret, sessionTokenFactory, type Token, toText } from './tokens';
import { isPassword } from './users';

/** Tries that cost no waiting: people mistype. */
const FREE_ATTEMPTS = 5;

/** After them 4 s, 8, 16, ... and never more than five minutes: an address is slowed down, not locked. */
const FIRST_WAIT_S = 4;

const MAX_WAIT_S = 300;

const TTL_S = 3_600;

interface LoginAttempts {
  count: number;
  /** Epoch ms. */
  nextAt: number;
}

const SESSION_MS = 12 * HOUR_MS;

/** Interface section 4, POST /v1/auth/login. */
interface LoggedIn {
  token: string;
  user: { id: string; role: Role };
}

/** What a cell says of a time may be wrong by as much: the owner may have changed the sheet's time zone. */
const LEEWAY_MS = 2 * DAY_MS;

/** Sessions that have ended leave the sheet. One whose time somebody has spoilt stays. */
export const OLD_SESSIONS: MaintenanceTask = {
  name: 'old sessions',
  everyMinutes: 60,
  run() {
    const until = Date.now() - LEEWAY_MS;
    compactRows(SESSIONS, { expiresAt: { lt: new Date(until) } });
  },
};

/** An address nobody has and a wrong password look and last the same. @throws HttpError 401, 429 */
export function login({ email, password }: { email: string; password: string }): LoggedIn {
  const address = toAddress(email);
  countAttempt(address);
  const readAt = Date.now();
  const columns = ['id', 'email', 'passwordHash', 'role', 'cafeId', 'disabledAt'] as const;
  const user = select(USERS, columns).find((one) => toAddress(one.email) === address);
  const isRight = isPassword(password, user?.passwordHash);
  if (!user || !isRight || user.role === '' || hasEnded(user.disabledAt)) throw wrongLogin();
  clearAttempts(address);
  const { id, role, cafeId } = user;
  const token = openSession(id);
  cacheCredential(token, { user: id, role, cafeId, allowsPlain: true, readAt });
  return { token: token.text, user: { id, role } };
}

function openSession(userId: string): Token {
  const now = Date.now();
  const [createdAt, expiresAt] = [new Date(now), new Date(now + SESSION_MS)];
  const tokenOf = sessionTokenFactory(userId, expiresAt.getTime(), getSecret());
  const { row } = insert(SESSIONS, (id) => {
    const { hash } = tokenOf(id);
    return { id, userId, hash, createdAt, expiresAt, revokedAt: NEVER, version: 1 };
  });
  return tokenOf(row.id);
}

function wrongLogin(): HttpError {
  const headers = { 'WWW-Authenticate': 'Bearer' };
  return new HttpError(401, 'wrong_login', 'Wrong email address or password.', { headers });
}

/**
 * Counts a try to log in under an address, known or not, before its password is looked at: many at once are counted
 * too. While it has to wait, nothing is counted. @throws HttpError 429
 */
export function countAttempt(address: string): void {
  const now = Date.now();
  const { count, nextAt } = attemptsOf(address);
  if (now < nextAt) throw tooMany(Math.ceil((nextAt - now) / 1_000));
  const tries: LoginAttempts = { count: count + 1, nextAt: now + waitAfter(count + 1) * 1_000 };
  cache.set(keyOf(address), tries, TTL_S);
}

/** After a right password. */
function clearAttempts(address: string): void {
  cache.invalidate(keyOf(address));
}

/** In seconds. */
function waitAfter(count: number): number {
  return count < FREE_ATTEMPTS ? 0 : Math.min(MAX_WAIT_S, FIRST_WAIT_S * 2 ** (count - FREE_ATTEMPTS));
}

function attemptsOf(address: string): LoginAttempts {
  return cache.get<LoginAttempts>(keyOf(address)) ?? { count: 0, nextAt: 0 };
}

/** Whatever was sent, the key is short, and tells nobody an address. */
function keyOf(address: string): string {
  return `login:${toText(sha256(Uint8Array.from(toUtf8(address))))}`;
}

function tooMany(retryAfter: number): HttpError {
  const message = `Too many login attempts for this email address. Retry in ${retryAfter} s.`;
  return new HttpError(429, 'too_many_tries', message, { retryAfter });
}

/** Ends the session that the request carries, at once. @throws HttpError 400 for an API key */
export function logout(request: Request): void {
  const token = findToken(request);
  if (!token || token.isApiKey)
    throw new HttpError(
      400,
      'no_session',
      'Only sessions can be logged out. Revoke an API key from the API menu of the sheet.',
    );
  // A row that its owner has deleted is no session any more either.
  update(SESSIONS, token.row, () => ({ revokedAt: new Date() }));
  // Last, so that a logout that died before can be repeated: with this the token would be refused.
  cacheRevocation(token.hash);
}
