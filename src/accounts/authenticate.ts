import { HttpError } from '../http/http-error';
import type { Caller, Request } from '../http/route';
import { find, select } from '../tables/tables';
import {
  type Credential,
  cacheCredential,
  cacheRevocation,
  cacheSecret,
  readCredential,
} from './credential-cache';
import { shareMarkItems } from './rate-limit';
import { hasEnded, KEYS, SESSIONS, USERS } from './tables';
import { findSecret, isGenuine, readToken, type Token } from './tokens';

const UNKNOWN = 'The API key or session token is invalid or has been revoked.';

/**
 * Who calls. Within five hours of the last look into the sheet that is one call of the cache, which brings the rate
 * limit's marks along. Undefined where the request carries no credential. @throws HttpError 401
 */
export function authenticate(request: Request): Caller | undefined {
  const token = findToken(request);
  if (!token) return undefined;
  if (token.endsAt <= Date.now()) throw invalidToken('The session has expired. Log in again.');
  const accepted = recognize(token);
  if (request.transport === 'plain' && token.isApiKey && !accepted.allowsPlain)
    throw invalidToken(
      'This API key is not enabled for plain calls. Send it as "Authorization: Bearer <API key>", or use a session token.',
    );
  return toCaller(token, accepted);
}

function recognize(token: Token): Credential {
  const { accepted, isRevoked, secret, items } = readCredential(token);
  if (isRevoked) throw invalidToken(UNKNOWN);
  if (accepted) {
    shareMarkItems(token.countedBy, items);
    return accepted;
  }
  // By the time the sheet has been read the marks are old: the limit reads them again.
  if (!isGenuine(token, secret ?? readSecret())) throw invalidToken(UNKNOWN);
  const found = lookUp(token);
  cacheCredential(token, found);
  return found;
}

/** Empty where no credential was ever made. */
function readSecret(): string {
  const secret = findSecret() ?? '';
  if (secret) cacheSecret(secret);
  return secret;
}

/** In the sheet, which is the truth. */
function lookUp(token: Token): Credential {
  const readAt = Date.now();
  const row = token.isApiKey ? findKey(token.row) : findSession(token.row);
  if (row?.hash !== token.hash) throw invalidToken(UNKNOWN);
  if (hasEnded(row.revokedAt)) {
    cacheRevocation(token.hash);
    throw invalidToken(UNKNOWN);
  }
  const columns = ['id', 'role', 'cafeId', 'disabledAt'] as const;
  const user = select(USERS, columns).find(({ id }) => id === row.userId);
  if (!user || user.role === '' || hasEnded(user.disabledAt))
    throw invalidToken('The account has been disabled.');
  return { user: user.id, role: user.role, cafeId: user.cafeId, allowsPlain: row.allowsPlain, readAt };
}

/** Keys are few, so that their tab is one read; sessions are many, and found by their number. */
function findKey(id: string) {
  return select(KEYS, ['id', 'userId', 'hash', 'allowsPlain', 'revokedAt']).find((key) => key.id === id);
}

function findSession(id: string) {
  const session = find(SESSIONS, id);
  return session && { ...session, allowsPlain: true };
}

function toCaller({ hash, isApiKey, countedBy }: Token, { user, role, cafeId }: Credential): Caller {
  const caller = { id: user, role, countedBy, credential: hash, isApiKey };
  return cafeId ? { ...caller, cafeId } : caller;
}

/** What the request carries; undefined where it carries nothing. @throws HttpError 401 for what is no token */
export function findToken({ headers }: Request): Token | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const [, text = ''] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  const token = readToken(text);
  if (!token) throw invalidToken('Authorization must be "Bearer <API key or session token>".');
  return token;
}

/** The words never say the credential. */
function invalidToken(message: string): HttpError {
  const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
  return new HttpError(401, 'invalid_token', message, { headers });
}
