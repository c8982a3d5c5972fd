import { HttpError } from '../http/http-error';
import type { Request } from '../http/request';
import { commit, update } from '../tables/commit';
import { find } from '../tables/find';
import { findToken } from './bearer';
import { keepRevoked } from './cached';
import { SESSIONS, type Session } from './tables';

/** Ends the session that the request carries, at once. @throws HttpError 400 for an API key */
export function logout(request: Request): void {
  const token = findToken(request);
  if (!token || token.isApiKey)
    throw new HttpError(
      400,
      'no_session',
      'Only a session can be logged out. An API key is revoked from the menu of the sheet.',
    );
  // A row that its owner has deleted is no session any more either.
  if (find(SESSIONS, token.row)) commit(update(SESSIONS, token.row, toRevoked));
  // Last, so that a logout that died before can be repeated: with this the token would be refused.
  keepRevoked(token.hash);
}

function toRevoked({ version }: Session): Partial<Session> {
  return { revokedAt: new Date(), version: version + 1 };
}
