import * as v from 'valibot';
import { USERS } from './accounts/tables';
import { readLayout } from './health/layout';
import { VERSION } from './health/version';
import { HttpError } from './http/http-error';
import { type Routes, route } from './http/route';
import { boundSpreadsheet, recordAccess } from './tables/bound-spreadsheet';
import { Tabs } from './tables/tabs';

/** For whoever watches from outside. */
export const HEALTH: Routes = {
  'GET /v1/health': route({
    summary: 'Tells that the service answers, and can open its spreadsheet; looked at once a minute.',
    access: 'public',
    answer: v.strictObject({ status: v.literal('ok'), version: v.string() }),
    refusals: [503],
    handle() {
      const cache = CacheService.getScriptCache();
      if (cache.get(CHECKED) !== VERSION) {
        assertReady();
        cache.put(CHECKED, VERSION, TTL_S);
      }
      return { status: 'ok', version: VERSION };
    },
  }),
};

const CHECKED = 'health';
const TTL_S = 60;

/** @throws HttpError or UserError that says what the owner has to do */
function assertReady(): void {
  const stored = PropertiesService.getScriptProperties().getProperties();
  recordAccess('web', stored);
  if (readLayout(stored) === '')
    throw new HttpError(
      503,
      'not_set_up',
      'The API is not set up yet: open its sheet and choose API > Set up.',
    );
  new Tabs(boundSpreadsheet()).open(USERS.name);
}
