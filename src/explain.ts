import { HttpError } from './http/http-error';
import { classifyError } from './platform/google-errors';
import { SpreadsheetError, UserError } from './platform/user-error';
import { VersionConflict } from './tables/tables';

const STALE = 'The resource has changed since you read it. Fetch it again and retry with the new ETag.';

/** What an error of the tables means over HTTP: those two know nothing of each other. */
export function explain(error: unknown): HttpError | undefined {
  if (error instanceof VersionConflict)
    return new HttpError(412, 'precondition_failed', STALE, {
      param: 'if-match',
      cause: error,
    });
  if (error instanceof UserError)
    return new HttpError(
      503,
      error instanceof SpreadsheetError ? 'no_spreadsheet' : 'unavailable',
      error.message,
      { retryAfter: 30, cause: error },
    );
  if (classifyError(error) === 'daily quota')
    return new HttpError(
      503,
      'unavailable',
      "The account's daily quota at Google is used up. Try again later.",
      {
        retryAfter: 3_600,
        cause: error,
      },
    );
  return undefined;
}
