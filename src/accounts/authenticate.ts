import { HttpError } from '../http/http-error';
import type { Caller, Request } from '../http/route';
import { perExecution } from '../platform/execution';
import { find, scan } from '../tables/tables';
import {
  type Credential,
  cacheCredential,
  cacheRevocation,
  cacheSecret,
  credentialKeys,
  readCredential,
} from './credential-cache';
import { shareRequests } from './rate-limit';
import { DEVICES, hasEnded, KEYS, SESSIONS, USERS } from './tables';
import { findSigningSecret, isGenuine, parseToken, type Token } from './tokens';

const UNKNOWN = 'The API key or token is invalid or has been revoked.';

/**
 * Identifies who sends the request; undefined where it carries no credential. For five hours after the sheet was read this takes
 * one call of the cache, which brings the rate limit's marks along.
 *
 * @throws HttpError 401
 */
export function authenticate(request: Request): Caller | undefined {
  const token = findToken(request);
  if (!token) return undefined;
  if (token.endsAt <= Date.now()) throw invalidToken(expiredOf(token));
  const { user: id, role, cafeId, allowsPlain } = verify(token);
  if (request.transport === 'plain' && !allowsPlain)
    throw invalidToken(
      `This ${token.kind === 'key' ? 'API key' : 'device token'} is not enabled for plain calls. Send it as "Authorization: Bearer <API key or token>", or use a session token.`,
    );
  const { countedBy, hash: credential } = token;
  return { id, role, countedBy, credential, ...(cafeId ? { cafeId } : {}) };
}

/** The entries of the cache that `authenticate` reads. */
export function keysOfCaller(request: Request): string[] {
  const token = tokenOf(request);
  return token ? credentialKeys(token) : [];
}

/** A token that the request may carry. Nobody has looked yet whether it is valid. */
export function tokenOf({ headers }: Request): Token | undefined {
  return tokenIn(headers.authorization ?? '');
}

/** The token of the Authorization header. @throws HttpError 401 for a malformed one */
export function findToken({ headers }: Request): Token | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const token = tokenIn(authorization);
  if (!token) throw invalidToken('Authorization must be "Bearer <API key or token>".');
  return token;
}

/** The token of this execution, by its header: its hash takes long. */
const parsed = perExecution(() => new Map<string, Token | undefined>());

function tokenIn(authorization: string): Token | undefined {
  if (!parsed.current.has(authorization)) {
    const [, text = ''] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
    parsed.current.set(authorization, parseToken(text));
  }
  return parsed.current.get(authorization);
}

function verify(token: Token): Credential {
  const { credential, isRevoked, secret, texts } = readCredential(token);
  if (isRevoked) throw invalidToken(UNKNOWN);
  if (credential) {
    shareRequests(token.countedBy, texts);
    return credential;
  }
  // Marks are old by the time the sheet has been read: the rate limit reads them again.
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
  if (token.kind === 'device') {
    const { id, cafeId } = assertValid(token, findDevice(token.rowId));
    return { user: id, role: 'device', cafeId, allowsPlain: false, readAt };
  }
  const row = assertValid(token, token.kind === 'key' ? findKey(token.rowId) : findSession(token.rowId));
  const columns = ['id', 'role', 'cafeId', 'disabledAt', 'sessionVersion'] as const;
  const user = scan(USERS, columns).find(({ id }) => id === row.userId);
  if (!user || user.role === '' || hasEnded(user.disabledAt))
    throw invalidToken('The account has been disabled.');
  if ('sessionVersion' in row && row.sessionVersion !== user.sessionVersion) throw invalidToken(UNKNOWN);
  return { user: user.id, role: user.role, cafeId: user.cafeId, allowsPlain: row.allowsPlain, readAt };
}

/** The token's row. @throws HttpError 401 */
function assertValid<R extends { hash: string; revokedAt: Date }>({ hash }: Token, row: R | undefined): R {
  if (row?.hash !== hash) throw invalidToken(UNKNOWN);
  if (!hasEnded(row.revokedAt)) return row;
  cacheRevocation(hash);
  throw invalidToken(UNKNOWN);
}

/** Keys and devices are few: the whole tab is one read. Sessions are many. */
function findKey(id: string) {
  return scan(KEYS, ['id', 'userId', 'hash', 'allowsPlain', 'revokedAt']).find((key) => key.id === id);
}

function findDevice(id: string) {
  return scan(DEVICES, ['id', 'cafeId', 'hash', 'revokedAt']).find((device) => device.id === id);
}

function findSession(id: string) {
  const session = find(SESSIONS, id);
  return session && { ...session, allowsPlain: true };
}

function expiredOf({ kind }: Token): string {
  return kind === 'device'
    ? 'The device token has expired. A manager can add the device again.'
    : 'The session has expired. Log in again.';
}

/** The message never quotes the credential. */
function invalidToken(message: string): HttpError {
  const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
  return new HttpError(401, 'invalid_token', message, { headers });
}
