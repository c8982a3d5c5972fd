import { ACCOUNT_ROUTES } from '../accounts/sessions';
import { CAFE_ROUTES } from '../cafe/routes';
import { HttpError } from '../http/http-error';
import type { Routes } from '../http/route';
import { LEAD_ROUTES } from '../leads/routes';
import { isGoogleRefusal } from '../platform/google-errors';
import { SpreadsheetError, UserError } from '../platform/user-error';
import { UnreadableCursor, VersionConflict } from '../tables/tables';
import { PUSH_ROUTES } from './pushes';

/** The endpoints of the desks, which are the same wherever the API runs. */
export const DESK_ROUTES: readonly Routes[] = [ACCOUNT_ROUTES, LEAD_ROUTES, CAFE_ROUTES, PUSH_ROUTES];

/** Most limits of Google's end within a minute, and nothing tells which do not. */
const GOOGLE_PAUSE_S = 60;

/** What an error of tables/ or platform/ means over HTTP; undefined for one that the caller must not see. */
export function toHttpError(cause: unknown): HttpError | undefined {
  if (cause instanceof VersionConflict)
    return new HttpError(
      412,
      'precondition_failed',
      'The resource has changed since you read it. Fetch it again and retry with the new ETag.',
      { param: 'if-match', cause },
    );
  if (cause instanceof UnreadableCursor) {
    const message = `cursor must come from the Link header of the same list (got ${JSON.stringify(cause.cursor.slice(0, 80))}).`;
    return new HttpError(422, 'invalid_request', message, { param: 'cursor', cause });
  }
  if (cause instanceof UserError) {
    const code = cause instanceof SpreadsheetError ? 'no_spreadsheet' : 'unavailable';
    return new HttpError(503, code, cause.message, { retryAfter: 30, cause });
  }
  if (isGoogleRefusal(cause))
    return new HttpError(503, 'unavailable', 'Google refused this for now. Try again later.', {
      retryAfter: GOOGLE_PAUSE_S,
      cause,
    });
  return undefined;
}
