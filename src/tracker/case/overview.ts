import { logError } from '../../health/errors';
import { describeError } from '../../platform/google-errors';
import { DAY_MS } from '../../platform/platform';
import * as tab from '../../reports/overview-tab';
import { viewCases } from './case-reports';
import { haveCasesChangedSince } from './changed';
import { CASES, MESSAGES } from './tables';

/**
 * Brings the tab up to date after a check: once an hour where a case has changed, and once a day in any case, since what is
 * typed into the sheet tells nobody. A check that has succeeded is not undone by it.
 */
export function refreshOverview(stored: Readonly<Record<string, string>>): void {
  if (!tab.isOverviewOld(stored)) return;
  const refreshedAt = tab.overviewRefreshedAt(stored);
  const isDayOld = Date.now() - refreshedAt >= DAY_MS;
  if (!isDayOld && !haveCasesChangedSince(refreshedAt)) return;
  try {
    tab.refreshOverview(viewCases, [CASES.name, MESSAGES.name]);
  } catch (error) {
    logError(`The overview is refreshed later: ${describeError(error)}`);
  }
}
