import { showHealthReport } from '../../health/health-tab';
import { missingPermissions } from '../../health/permissions';
import { runMenuItem } from '../../platform/add-on';
import { showMessage } from '../../platform/dialog';
import { SPREADSHEET_PERMISSIONS } from '../../platform/scopes';
import { findProblems, readHealth } from '../health/health';
import { PERMISSIONS } from '../health/permissions';
import { readProgress } from '../intake/progress';

/** Shows the state of the desk, in a tab of its own. Runs from the menu. */
export function showHealth(): void {
  const missing = missingPermissions(PERMISSIONS);
  const hasSheet = !SPREADSHEET_PERMISSIONS.some((permission) => missing.includes(permission));
  if (hasSheet) runMenuItem('Health', () => showHealthReport(readHealth(Date.now())));
  else showMessage('Health', findProblems(readProgress().progress).problems.join('\n\n'));
}
