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
import { shareRequests } from './rate-limit';
import { hasEnded, KEYS, SESSIONS, USERS } from './tables';
import { findSigningSecret, isGenuine, parseToken, type Token } from './tokens';

const UNKNOWN = 'The API key or session token is invalid or has been revoked.';

/**
 * Who sends the request; undefined where it carries no credential. For five hours after the sheet was read this takes one
 * call of the cache, which brings the rate limit's marks along.
 *
 * @throws HttpError 401
 */
export function authenticate(request: Request): Caller | undefined {
  const token = findToken(request);
  if (!token) return undefined;
  if (token.endsAt <= Date.now()) throw invalidToken('The session has expired. Log in again.');
  const { user: id, role, cafeId, allowsPlain } = verify(token);
  if (request.transport === 'plain' && token.isApiKey && !allowsPlain)
    throw invalidToken(
      'This API key is not enabled for plain calls. Send it as "Authorization: Bearer <API key>", or use a session token.',
    );
  const { countedBy, hash: credential, isApiKey } = token;
  return { id, role, countedBy, credential, isApiKey, ...(cafeId ? { cafeId } : {}) };
}

/** The token of the Authorization header. @throws HttpError 401 for a malformed one */
export function findToken({ headers }: Request): Token | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const [, text = ''] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  const token = parseToken(text);
  if (!token) throw invalidToken('Authorization must be "Bearer <API key or session token>".');
  return token;
}

function verify(token: Token): Credential {
  const { credential, isRevoked, secret, texts } = readCredential(token);
  if (isRevoked) throw invalidToken(UNKNOWN);
  if (credential) {
    shareRequests(token.countedBy, texts);
    return credential;
  }
  // By the time the sheet has been read the marks are old: the rate limit reads them again.
  if (!isGenuine(token, secret ?? readSigningSecret())) throw invalidToken(UNKNOWN);
  const found = lookUp(token);
  cacheCredential(token, found);
  return found;
}

/** Empty where no token was ever made. */
function readSigningSecret(): string {
  const secret = findSigningSecret() ?? '';
  if (secret) cacheSecret(secret);
  return secret;
}

function lookUp(token: Token): Credential {
  const readAt = Date.now();
  const row = token.isApiKey ? findKey(token.rowId) : findSession(token.rowId);
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

/** Keys are few: the whole tab is one read. Sessions are many. */
function findKey(id: string) {
  return select(KEYS, ['id', 'userId', 'hash', 'allowsPlain', 'revokedAt']).find((key) => key.id === id);
}

function findSession(id: string) {
  const session = find(SESSIONS, id);
  return session && { ...session, allowsPlain: true };
}

/** The message never quotes the credential. */
function invalidToken(message: string): HttpError {
  const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
  return new HttpError(401, 'invalid_token', message, { headers });
}
