import { HttpError } from '../http/http-error';
import type { Caller, Request } from '../http/route';
import { find, select } from '../tables/tables';
import { type Accepted, keepAccepted, keepRevoked, keepSecret, recall } from './credential-cache';
import { shareItems } from './rate-limit';
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
  if (token.endsAt <= Date.now()) throw refused('The session has expired. Log in again.');
  const accepted = recognize(token);
  if (request.way === 'plain' && token.isApiKey && !accepted.allowsPlain)
    throw refused(
      'This API key is not enabled for plain calls. Send it as "Authorization: Bearer <API key>", or use a session token.',
    );
  return toCaller(token, accepted);
}

function recognize(token: Token): Accepted {
  const { accepted, isRevoked, secret, items } = recall(token);
  if (isRevoked) throw refused(UNKNOWN);
  if (accepted) {
    shareItems(token.countedBy, items);
    return accepted;
  }
  // By the time the sheet has been read the marks are old: the limit reads them again.
  if (!isGenuine(token, secret ?? readSecret())) throw refused(UNKNOWN);
  const found = lookUp(token);
  keepAccepted(token, found);
  return found;
}

/** Empty where no credential was ever made. */
function readSecret(): string {
  const secret = findSecret() ?? '';
  if (secret) keepSecret(secret);
  return secret;
}

/** In the sheet, which is the truth. */
function lookUp(token: Token): Accepted {
  const readAt = Date.now();
  const row = token.isApiKey ? findKey(token.row) : findSession(token.row);
  if (row?.hash !== token.hash) throw refused(UNKNOWN);
  if (hasEnded(row.revokedAt)) {
    keepRevoked(token.hash);
    throw refused(UNKNOWN);
  }
  const columns = ['id', 'role', 'cafeId', 'disabledAt'] as const;
  const user = select(USERS, columns).find(({ id }) => id === row.userId);
  if (!user || user.role === '' || hasEnded(user.disabledAt)) throw refused('The account has been disabled.');
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

function toCaller({ hash, isApiKey, countedBy }: Token, { user, role, cafeId }: Accepted): Caller {
  const caller = { id: user, role, countedBy, credential: hash, isApiKey };
  return cafeId ? { ...caller, cafeId } : caller;
}

/** What the request carries; undefined where it carries nothing. @throws HttpError 401 for what is no token */
export function findToken({ headers }: Request): Token | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const [, text = ''] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  const token = readToken(text);
  if (!token) throw refused('Authorization must be "Bearer <API key or session token>".');
  return token;
}

/** The words never say the credential. */
function refused(message: string): HttpError {
  const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
  return new HttpError(401, 'invalid_token', message, { headers });
}
