import { API_TABS } from './api-tabs';
import { cafeChecks } from './cafe/health';
import { type HealthCheck, listVersions, toProblem } from './health/checks';
import { showChecks } from './health/health-tab';
import {
  missingPermissions,
  type Permissions,
  permissionProblem,
  SPREADSHEET_PERMISSIONS,
} from './health/permissions';
import { leadChecks } from './leads/health';
import { outboxChecks } from './outbox/health';
import { hasRunLately } from './outbox/timer-runs';
import { errorMessage } from './platform/platform';
import { tell } from './sheet/dialog';
import { hasTimer } from './sheet/timer';

export const TIMER = 'deliverOutbox';

/** The permissions of design section 1, and what does not work without each. */
export const PERMISSIONS = {
  'spreadsheets.currentonly': 'the sheet cannot be read or written, so nothing works',
  spreadsheets: 'the sheet cannot be read or written, so nothing works',
  'script.external_request': 'no message, payment or push leaves the script',
  'script.scriptapp': 'nothing is sent by itself',
} as const satisfies Permissions;

type Permission = keyof typeof PERMISSIONS;

/** From the menu. */
export function showHealth(): void {
  const missing = missingPermissions(PERMISSIONS);
  const problems = missing.map((permission) => permissionProblem(PERMISSIONS, permission, 'API'));
  if (SPREADSHEET_PERMISSIONS.some((permission) => missing.includes(permission)))
    tell('Health', problems.join('\n\n'));
  else showChecks([...problems.map(toProblem), ...apiChecks(missing)]);
}

function apiChecks(missing: readonly Permission[]): HealthCheck[] {
  const canAsk = !missing.includes('script.scriptapp');
  const lacksTimer = canAsk && !hasTimer(TIMER) && !hasRunLately(Date.now());
  const parts = [() => outboxChecks(Date.now()), leadChecks, cafeChecks, () => listVersions(API_TABS)];
  return [...(lacksTimer ? [toProblem(NO_TIMER)] : []), ...parts.flatMap(lookAt)];
}

/** Health is asked for where something is broken: it says what, and goes on with all else. */
function lookAt(part: () => HealthCheck[]): HealthCheck[] {
  try {
    return part();
  } catch (error) {
    return [toProblem(errorMessage(error))];
  }
}

const NO_TIMER = 'The timer is not running: messages, refunds and pushes wait. Choose API > Set up.';
