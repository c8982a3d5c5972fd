import * as v from 'valibot';
import { ACCOUNT_ROUTES } from './accounts/routes';
import { USERS } from './accounts/tables';
import { PUSH_ROUTES } from './cafe/pushes/push-routes';
import { CAFE_ROUTES } from './cafe/routes';
import { HttpError } from './http/http-error';
import { type Routes, route } from './http/route';
import { LEAD_ROUTES } from './leads/routes';
import { VERSION } from './platform/build';
import * as cache from './platform/cache';
import { classifyError } from './platform/google-errors';
import { MINUTE_MS } from './platform/platform';
import {
  boundSpreadsheet,
  knowsSpreadsheet,
  recordAccess,
  type SpreadsheetAccess,
} from './platform/spreadsheet';
import { SpreadsheetError, UserError } from './platform/user-error';
import { VersionConflict } from './tables/tables';

/** For whoever watches from outside. */
const HEALTH: Routes = {
  'GET /v1/health': route({
    summary: 'Tells that the service answers, and can open its spreadsheet; looked at once a minute.',
    access: 'public',
    response: v.strictObject({ status: v.literal('ok'), version: v.string() }),
    errorStatuses: [503],
    handle() {
      lookAtSpreadsheet();
      return { status: 'ok', version: VERSION };
    },
  }),
};

interface Look {
  /** Epoch ms; absent where the spreadsheet was not as it has to be. */
  wellAt?: number;
  version: string;
  access: SpreadsheetAccess;
}

const LOOK = 'health';

/** Every endpoint of the api, and nothing else. */
export const API_ROUTES: readonly Routes[] = [HEALTH, ACCOUNT_ROUTES, LEAD_ROUTES, CAFE_ROUTES, PUSH_ROUTES];

const STALE = 'The resource has changed since you read it. Fetch it again and retry with the new ETag.';

/** @throws HttpError or UserError that says what the owner has to do */
function lookAtSpreadsheet(): void {
  const last = cache.get<Partial<Look>>(LOOK) ?? {};
  if (last.version === VERSION && Date.now() - (last.wellAt ?? 0) < MINUTE_MS) return;
  const look: Look = { version: VERSION, access: recordAccess('web', last.access) };
  try {
    assertSetUp(look.access);
    look.wellAt = Date.now();
  } finally {
    // Also where it fails: each call would record the access again, and anybody may call.
    if (look.wellAt !== undefined || look.access !== last.access) cache.set(LOOK, look, cache.MAX_TTL_S);
  }
}

function assertSetUp(access: SpreadsheetAccess): void {
  if (access === 'none' && !knowsSpreadsheet()) throw notSetUp();
  if (!boundSpreadsheet().getSheetByName(USERS.name)) throw notSetUp();
}

function notSetUp(): HttpError {
  return new HttpError(
    503,
    'not_set_up',
    'The API is not set up yet. Open its sheet and choose API > Set up.',
  );
}

/** What an error of the tables means over HTTP: those two know nothing of each other. */
export function toHttpError(error: unknown): HttpError | undefined {
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
