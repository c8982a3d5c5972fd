import * as v from 'valibot';
import { ACCOUNT_ROUTES } from './accounts/sessions';
import { USERS } from './accounts/tables';
import { CAFE_ROUTES, PUSH_ROUTES } from './cafe/routes';
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

/** For monitoring. */
const HEALTH: Routes = {
  'GET /v1/health': route({
    summary: 'Returns ok when the service runs and can open its spreadsheet, which is checked once a minute.',
    access: 'public',
    response: v.strictObject({ status: v.literal('ok'), version: v.string() }),
    errorStatuses: [503],
    handle() {
      checkSpreadsheet();
      return { status: 'ok', version: VERSION };
    },
  }),
};

/** Every endpoint of the API. */
export const API_ROUTES: readonly Routes[] = [HEALTH, ACCOUNT_ROUTES, LEAD_ROUTES, CAFE_ROUTES, PUSH_ROUTES];

/** What an error of tables/ or platform/ means over HTTP; undefined for one that the caller must not see. */
export function toHttpError(cause: unknown): HttpError | undefined {
  if (cause instanceof VersionConflict)
    return new HttpError(
      412,
      'precondition_failed',
      'The resource has changed since you read it. Fetch it again and retry with the new ETag.',
      { param: 'if-match', cause },
    );
  if (cause instanceof UserError) {
    const code = cause instanceof SpreadsheetError ? 'no_spreadsheet' : 'unavailable';
    return new HttpError(503, code, cause.message, { retryAfter: 30, cause });
  }
  if (classifyError(cause) === 'daily quota')
    return new HttpError(
      503,
      'unavailable',
      "The account's daily quota at Google is used up. Try again later.",
      { retryAfter: 3_600, cause },
    );
  return undefined;
}

/** The last check of the spreadsheet. */
interface LastCheck {
  /** Epoch ms; absent where the check failed. */
  wellAt?: number;
  version: string;
  access: SpreadsheetAccess;
}

const LAST_CHECK = 'health';

/** Once a minute. @throws HttpError or UserError that says what the owner has to do */
function checkSpreadsheet(): void {
  const last = cache.get<Partial<LastCheck>>(LAST_CHECK) ?? {};
  if (last.version === VERSION && Date.now() - (last.wellAt ?? 0) < MINUTE_MS) return;
  const check: LastCheck = { version: VERSION, access: recordAccess('web', last.access) };
  try {
    assertSetUp(check.access);
    check.wellAt = Date.now();
  } finally {
    // Also where it fails: else each call, which anybody may make, would record the access again.
    if (check.wellAt !== undefined || check.access !== last.access)
      cache.set(LAST_CHECK, check, cache.MAX_TTL_S);
  }
}

function assertSetUp(access: SpreadsheetAccess): void {
  const hasSpreadsheet = access !== 'none' || knowsSpreadsheet();
  if (hasSpreadsheet && boundSpreadsheet().getSheetByName(USERS.name)) return;
  const message = 'The API is not set up yet. Open its sheet and choose API > Set up.';
  throw new HttpError(503, 'not_set_up', message);
}
