import { HttpError } from '../http/http-error';
import type { Request } from '../http/request';
import { commit, update } from '../tables/commit';
import { find } from '../tables/find';
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
      'Only a session can be logged out. An API key is revoked from the menu of the sheet.',
    );
  keepRevoked(token.hash);
  // A row that its owner has deleted is no session any more either.
  if (!find(SESSIONS, token.row)) return;
  commit(update(SESSIONS, token.row, ({ version }) => ({ revokedAt: new Date(), version: version + 1 })));
}
