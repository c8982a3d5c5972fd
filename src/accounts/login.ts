import { HttpError } from '../http/http-error';
import { HOUR_MS } from '../platform/platform';
import { insert, select } from '../tables/tables';
import { keepAccepted } from './cached';
import { isPassword } from './passwords';
import type { Role } from './roles';
import { getSecret } from './secret';
import { hasEnded, NEVER, NUMBERED_SESSIONS, toAddress, USERS } from './tables';
import { countTry, forgetTries } from './throttle';
import { sessionMaker, type Token } from './tokens';

const SESSION_MS = 12 * HOUR_MS;

/** Interface section 4, POST /v1/auth/login. */
export interface LoggedIn {
  token: string;
  user: { id: string; role: Role };
}

/** An address nobody has and a wrong password look and last the same. @throws HttpError 401, 429 */
export function login({ email, password }: { email: string; password: string }): LoggedIn {
  const address = toAddress(email);
  countTry(address);
  const readAt = Date.now();
  const columns = ['id', 'email', 'passwordHash', 'role', 'cafeId', 'disabledAt'] as const;
  const user = select(USERS, columns).find((one) => toAddress(one.email) === address);
  const isRight = isPassword(password, user?.passwordHash);
  if (!user || !isRight || user.role === '' || hasEnded(user.disabledAt)) throw wrong();
  forgetTries(address);
  const { id, role, cafeId } = user;
  const token = openSession(id);
  keepAccepted(token, { user: id, role, cafeId, allowsPlain: true, readAt });
  return { token: token.text, user: { id, role } };
}

function openSession(userId: string): Token {
  const now = Date.now();
  const [createdAt, expiresAt] = [new Date(now), new Date(now + SESSION_MS)];
  const tokenOf = sessionMaker(userId, expiresAt.getTime(), getSecret());
  const { row } = insert(NUMBERED_SESSIONS, (id) => {
    const { hash } = tokenOf(id);
    return { id, userId, hash, createdAt, expiresAt, revokedAt: NEVER, version: 1 };
  });
  return tokenOf(row.id);
}

function wrong(): HttpError {
  const headers = { 'WWW-Authenticate': 'Bearer' };
  return new HttpError(401, 'wrong_login', 'Wrong email address or password.', { headers });
}
