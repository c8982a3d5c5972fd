import * as v from 'valibot';
import { USERS } from './accounts/tables';
import { VERSION } from './health/version';
import { HttpError } from './http/http-error';
import { type Routes, route } from './http/route';
import * as cache from './platform/cache';
import { MINUTE_MS } from './platform/platform';
import {
  boundSpreadsheet,
  knowsSpreadsheet,
  recordAccess,
  type SpreadsheetAccess,
} from './platform/spreadsheet';

/** For whoever watches from outside. */
export const HEALTH: Routes = {
  'GET /v1/health': route({
    summary: 'Tells that the service answers, and can open its spreadsheet; looked at once a minute.',
    access: 'public',
    answer: v.strictObject({ status: v.literal('ok'), version: v.string() }),
    refusals: [503],
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
