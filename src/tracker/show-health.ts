import { showChecks } from '../health/health-tab';
import { missingPermissions, SPREADSHEET_PERMISSIONS } from '../health/permissions';
import { tell } from '../sheet/dialog';
import { toPermissionProblem } from './health';
import { deskChecks } from './health-checks';
import { inDesk } from './home';
import { PERMISSIONS } from './permissions';

/** From the menu. */
export function showHealth(): void {
  const missing = missingPermissions(PERMISSIONS);
  const sheet = SPREADSHEET_PERMISSIONS.find((permission) => missing.includes(permission));
  if (sheet) tell('Health', toPermissionProblem(sheet));
  else inDesk('Health', () => showChecks(deskChecks(Date.now())));
}
