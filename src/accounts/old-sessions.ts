import { DAY_MS } from '../platform/platform';
import { compactRows, type MaintenanceTask } from '../tables/tables';
import { SESSIONS } from './tables';

/** What a cell says of a time may be wrong by as much: the owner may have changed the sheet's time zone. */
const LEEWAY_MS = 2 * DAY_MS;

/** Sessions that have ended leave the sheet. One whose time somebody has spoilt stays. */
export const OLD_SESSIONS: MaintenanceTask = {
  name: 'old sessions',
  everyMinutes: 60,
  run() {
    const until = Date.now() - LEEWAY_MS;
    compactRows(SESSIONS, { column: 'expiresAt', isOutdated: (end: Date) => end.getTime() < until });
  },
};
