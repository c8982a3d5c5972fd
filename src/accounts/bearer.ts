import { HttpError } from '../http/http-error';
import type { Request } from '../http/request';
import { readToken, type Token } from './tokens';

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
export function refused(message: string): HttpError {
  const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
  return new HttpError(401, 'invalid_token', message, { headers });
}
