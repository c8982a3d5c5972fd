import { HttpError } from '../http/http-error';
import type { Request } from '../http/request';
import { update } from '../tables/tables';
import { findToken } from './bearer';
import { keepRevoked } from './cached';
import { SESSIONS } from './tables';

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
  keepRevoked(token.hash);
}
