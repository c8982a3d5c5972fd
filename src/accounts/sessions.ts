import { sha256 } from '@noble/hashes/sha2.js';
import * as v from 'valibot';
import { described, withExample } from '../http/described';
import { Time, toIso } from '../http/fields';
import { HttpError, orNotFound } from '../http/http-error';
import { type Call, type Routes, route } from '../http/route';
import * as cache from '../platform/cache';
import { HOUR_MS, toUtf8 } from '../platform/platform';
import { isTestMode } from '../platform/test-mode';
import { insert, type MaintenanceTask, maintain, NEVER, scan, update } from '../tables/tables';
import { findToken } from './authenticate';
import { cacheCredential, cacheRevocation } from './credential-cache';
import { endDevice } from './devices';
import { addMark, type MarkLog, markKeys, readMarks } from './mark-log';
import { ROLES, rolesWith, USER_ROLES } from './roles';
import { END_LEEWAY_MS, hasEnded, normalizeEmail, SESSIONS, USERS, type User } from './tables';
import { getSigningSecret, sessionTokenFactory, type Token, toBase36 } from './tokens';
import { findSlowest, isPassword } from './users';

const SESSION_MS = 12 * HOUR_MS;

/** A message about it does not quote the value, which may be a password. */
const Text = v.string('must be a string.');

const Login = v.strictObject({
  email: described(
    v.pipe(Text, v.nonEmpty(), v.maxLength(254), v.metadata({ format: 'email' })),
    'The email address of the user.',
    'ann@example.com',
  ),
  password: described(
    v.pipe(Text, v.nonEmpty(), v.maxLength(1_000)),
    'The password that was shown when the user was added.',
    'correct horse battery staple',
  ),
});

const SessionUser = v.object({
  id: described(v.string(), 'The ID of the user, or of the device.', 'U-4'),
  role: described(v.picklist(ROLES), 'What the user may do.', 'staff'),
  cafeId: described(
    v.nullable(v.string()),
    'The cafe of a manager, of staff or of a device. Null for other roles.',
    'C-1',
  ),
});

const Away = described(v.boolean(), 'Whether the user gets no new leads for now.', true);

const LoggedOut = v.object({ ok: described(v.literal(true), 'Always true.') });

const WHO = 'Who has logged in.';

/** Interface section 4, POST /v1/auth/login. */
const LoggedIn = v.object({
  token: described(
    v.string(),
    'The session token, for the header Authorization.',
    'st_2_1_x7Qm3vWbT9kYc5RzL0pN8A',
  ),
  user: described(
    v.object({ ...SessionUser.entries, role: withExample(v.picklist(USER_ROLES), 'staff') }),
    WHO,
  ),
});
type LoggedIn = v.InferOutput<typeof LoggedIn>;

const SessionView = v.object({
  user: described(SessionUser, WHO),
  expiresAt: described(
    Time,
    'When the credential stops being valid. Null for an API key.',
    '2026-11-21T21:00:00.000Z',
  ),
  testMode: described(
    v.boolean(),
    'Whether payments and text messages are simulated where no provider is connected.',
  ),
});

export const ACCOUNT_ROUTES = {
  'POST /v1/auth/login': route({
    summary: 'Exchanges an email address and a password for a session token, valid for 12 hours.',
    access: 'public',
    body: Login,
    response: LoggedIn,
    errorStatuses: [401],
    handle: ({ body }) => login(body),
  }),
  'POST /v1/auth/logout': route({
    summary: 'Ends the session or the device whose token the request carries.',
    access: ROLES,
    response: LoggedOut,
    handle: logout,
  }),
  'POST /v1/auth/session': route({
    summary: 'The same as POST /v1/auth/login, for cafe staff.',
    access: 'public',
    body: Login,
    response: LoggedIn,
    status: 201,
    errorStatuses: [401],
    handle: ({ body }) => login(body),
  }),
  'GET /v1/auth/session': route({
    summary: 'Returns who the credential belongs to, when it expires, and whether test mode is on.',
    access: ROLES,
    response: SessionView,
    handle: getSession,
  }),
  'DELETE /v1/auth/session': route({
    summary: 'Ends the session or the device whose token the request carries.',
    access: ROLES,
    response: LoggedOut,
    handle: logout,
  }),
  'PATCH /v1/users/:id': route({
    summary: 'Says whether a user who works with leads is away. Agents say it of themselves.',
    access: rolesWith('leads'),
    body: v.strictObject({ away: Away }),
    response: v.strictObject({ id: SessionUser.entries.id, away: Away }),
    errorStatuses: [403, 404],
    handle: setAway,
  }),
} satisfies Routes;

/** An unknown address and a wrong password look the same and take the same time. @throws HttpError 401, 429 */
function login({ email, password }: { email: string; password: string }): LoggedIn {
  const address = normalizeEmail(email);
  countAttempt(address);
  const readAt = Date.now();
  const columns = ['id', 'email', 'passwordHash', 'role', 'cafeId', 'disabledAt', 'sessionVersion'] as const;
  const users = scan(USERS, columns);
  const user = users.find((one) => normalizeEmail(one.email) === address);
  // An unknown address takes as long as the users that there are.
  const hash = user?.passwordHash ?? findSlowest(users.map(({ passwordHash }) => passwordHash));
  const isRight = isPassword(password, hash);
  if (!user || !isRight || user.role === '' || hasEnded(user.disabledAt))
    throw new HttpError(401, 'wrong_login', 'Wrong email address or password.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  cache.invalidateAll(markKeys(attemptsAt(address)));
  const { id, role, cafeId } = user;
  const token = openSession(user);
  cacheCredential(token, { user: id, role, cafeId, allowsPlain: true, readAt });
  return { token: token.text, user: { id, role, cafeId: cafeId || null } };
}

function getSession({ caller, request }: Call): object {
  const { endsAt = Number.NaN } = findToken(request) ?? {};
  const user = { id: caller?.id, role: caller?.role, cafeId: caller?.cafeId ?? null };
  return { user, expiresAt: toIso(new Date(endsAt)), testMode: isTestMode() };
}

/** Ends the session or the device of the request at once. @throws HttpError 400 for an API key */
function logout({ request }: Call): { ok: true } {
  const token = findToken(request);
  if (!token || token.kind === 'key')
    throw new HttpError(
      400,
      'no_session',
      'Only sessions can be logged out. Revoke an API key from the API menu of the sheet.',
    );
  // Does nothing where the owner has deleted the row.
  if (token.kind === 'device') endDevice(token.rowId);
  else update(SESSIONS, token.rowId, () => ({ revokedAt: new Date() }));
  // Last: with it the token is refused, and a logout that died before can be repeated.
  cacheRevocation(token.hash);
  return { ok: true };
}

/** @throws HttpError 403, 404 */
function setAway({ params: { id = '' }, body: { away }, caller }: Call<{ away: boolean }>): object {
  if (caller?.id !== id && caller?.role !== 'admin')
    throw new HttpError(403, 'forbidden', 'Only an admin may say this of another user.');
  orNotFound(
    update(USERS, id, () => ({ away })),
    `user ${id}`,
  );
  return { id, away };
}

/** Removes sessions that have ended. One with an invalid end stays. */
export const OLD_SESSIONS: MaintenanceTask = {
  name: 'old sessions',
  everyMinutes: 60,
  run() {
    maintain(SESSIONS, { expiresAt: { lt: new Date(Date.now() - END_LEEWAY_MS) } });
  },
};

/** The version was read along with the password: where either has changed since, the new session is invalid. */
function openSession({ id: userId, sessionVersion }: Pick<User, 'id' | 'sessionVersion'>): Token {
  const now = Date.now();
  const [createdAt, expiresAt] = [new Date(now), new Date(now + SESSION_MS)];
  const tokenOf = sessionTokenFactory(userId, expiresAt.getTime(), getSigningSecret());
  const { row } = insert(SESSIONS, (id) => {
    const { hash } = tokenOf(id);
    return { id, userId, hash, createdAt, expiresAt, revokedAt: NEVER, version: 1, sessionVersion };
  });
  return tokenOf(row.id);
}

/** Attempts without a wait: people mistype. */
const FREE_ATTEMPTS = 5;
/** After them 4 s, 8, 16, ... up to five minutes: an address is slowed down, not locked. */
const FIRST_WAIT_S = 4;
const MAX_WAIT_S = 300;
/** After so long without one, earlier attempts no longer count. */
const FORGOTTEN_AFTER_MS = HOUR_MS;

/** Log that loses 5 % of 30 attempts in lockstep. */
const attemptsAt = (address: string): MarkLog => ({
  name: attemptsKey(address),
  windowMs: 2 * HOUR_MS,
  entries: 128,
  copies: 2,
});

/**
 * Counts a login under an address, known or not, before the password is checked, so that many at once count too: those at
 * the same moment are all let through, and the next one waits for all of them. While the address has to wait, none counts.
 *
 * @throws HttpError 429
 */
export function countAttempt(address: string): void {
  const log = attemptsAt(address);
  const marks = readMarks(log);
  const ages = [...marks.ages].reverse();
  const end = ages.findIndex((age, index) => age - (ages[index - 1] ?? 0) >= FORGOTTEN_AFTER_MS);
  const count = end < 0 ? ages.length : end;
  const remainingMs = waitAfter(count) - (ages[0] ?? 0);
  if (remainingMs > 0) {
    const retryAfter = Math.ceil(remainingMs / 1_000);
    const message = `Too many login attempts for this email address. Retry in ${retryAfter} s.`;
    throw new HttpError(429, 'too_many_tries', message, { retryAfter });
  }
  addMark(log, marks);
}

/** Returns the wait in ms after so many attempts. */
function waitAfter(count: number): number {
  const beyond = count - FREE_ATTEMPTS;
  return beyond < 0 ? 0 : Math.min(MAX_WAIT_S, FIRST_WAIT_S * 2 ** beyond) * 1_000;
}

/** Hashed: short, and without the address. */
function attemptsKey(address: string): string {
  return `login:${toBase36(sha256(Uint8Array.from(toUtf8(address))))}`;
}
