import { USERS } from '../accounts/tables';
import { formatAgo, type HealthCheck, toOk } from '../health/checks';
import { ServiceState } from '../http/fields';
import { HttpError } from '../http/http-error';
import { type Routes, route } from '../http/route';
import { VERSION } from '../platform/build';
import * as cache from '../platform/cache';
import { MINUTE_MS } from '../platform/platform';
import {
  boundSpreadsheet,
  knowsSpreadsheet,
  recordAccess,
  type SpreadsheetAccess,
} from '../platform/spreadsheet';

/** For monitoring. */
export const HEALTH_ROUTES: Routes = {
  'GET /v1/health': route({
    summary: 'Returns ok when the service runs and can open its spreadsheet, which is checked once a minute.',
    access: 'public',
    response: ServiceState,
    errorStatuses: [503],
    handle() {
      checkSpreadsheet();
      return { status: 'ok', version: VERSION };
    },
  }),
};

/** The last check of the spreadsheet. */
interface LastCheck {
  /** Epoch ms; absent where the check failed. */
  wellAt?: number;
  version: string;
  access: SpreadsheetAccess;
}

const LAST_CHECK = 'health';

/** What the check reads of the cache, for those who read ahead. */
export const HEALTH_KEYS = [LAST_CHECK];

/** What monitoring has seen last. */
export const REQUESTS_CHECK: HealthCheck = {
  light: 'in',
  label: 'Requests',
  find({ now }) {
    const { wellAt } = cache.get<LastCheck>(LAST_CHECK) ?? {};
    if (wellAt === undefined)
      return toOk(
        'The sheet is ready for requests.',
        'GET /v1/health has not been called in the last six hours.',
      );
    const sentence = `Requests are answered. GET /v1/health was last ok ${formatAgo(now - wellAt)}.`;
    return { state: 'ok', sentence, reachedAt: wellAt };
  },
};

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
