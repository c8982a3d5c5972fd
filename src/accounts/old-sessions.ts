import type { Housekeeper } from '../tables/housekeeping';
import { tidy } from '../tables/tidy';
import { SESSIONS } from './tables';

/** What a cell says of a time may be wrong by as much: the owner may have changed the sheet's time zone. */
const LEEWAY_MS = 2 * 86_400_000;

/** Sessions that have ended leave the sheet. One whose time somebody has spoilt stays. */
export const OLD_SESSIONS: Housekeeper = {
  name: 'old sessions',
  everyMinutes: 60,
  keep() {
    const until = Date.now() - LEEWAY_MS;
    tidy(SESSIONS, { column: 'expiresAt', isOutdated: (end: Date) => end.getTime() < until });
  },
};
