import { ACCOUNT_TABS, onAccountEdit } from '../accounts/set-up';
import { CAFE_CELLS_CHECK, noteInvalidCells } from '../cafe/cells';
import { CAFE_TABS, colourOrders, hideMinorUnits } from '../cafe/set-up';
import { onCafeEdit } from '../cafe/sheet-edits';
import { checkThisAccount } from '../health/account-check';
import { cellsCheck } from '../health/cells';
import {
  type HealthCheck,
  runChecks,
  toProblem,
  toReport,
  toText,
  VERSION_CHECK,
  type Visit,
} from '../health/checks';
import { ERRORS_CHECK } from '../health/errors';
import { showHealthReport } from '../health/health-tab';
import { ensurePermissions, findMissing, missingPermissions, type Permissions } from '../health/permissions';
import type { Finding } from '../health/report';
import { schemaChecks } from '../health/schema-checks';
import { LEAD_CELLS_CHECK, onVehicleEdit } from '../leads/cells';
import { onLeadEdit } from '../leads/lead/sheet-edits';
import { fillLeadTabs, LEAD_TABS } from '../leads/set-up';
import { MOVE_CHECK } from '../move/health';
import { readMove } from '../move/move';
import { hasRunLately, TIMER_CHECK } from '../outbox/health';
import { VERSION } from '../platform/build';
import * as cache from '../platform/cache';
import { showMessage } from '../platform/dialog';
import { properties } from '../platform/platform';
import { hasPermission } from '../platform/scopes';
import { invalidateSettings } from '../platform/settings';
import { ACCESS, boundSpreadsheet, recordAccess } from '../platform/spreadsheet';
import { findTimerRefusal, hasTimer } from '../platform/timer';
import { LayoutError } from '../platform/user-error';
import { onPushEdit } from '../pushes/receivers';
import { PUSH_TABS } from '../pushes/tables';
import { readSchema, setUpTabs } from '../tables/sheet';
import { type MaintenanceTask, migrate } from '../tables/tables';
import { windowChecks } from '../window/health';
import { askForQueries } from '../window/menu';
import { markEdit } from '../window/window';
import { CEILINGS_CHECK, MOVE } from './ceilings';
import { LIGHTS, SERVICE_CHECKS } from './checks';
import { REQUESTS_CHECK } from './health';
import { noteTestMode } from './test-mode-notes';
import { WINDOW_TABS } from './window';

/** Every tab of the API sheet. */
const API_TABS = [...ACCOUNT_TABS, ...LEAD_TABS, ...CAFE_TABS, ...PUSH_TABS];

const TIMER = 'deliverOutbox';

/** The permissions of the script, and what does not work without each. */
const SHEET_PERMISSIONS = {
  'spreadsheets.currentonly': 'the sheet cannot be read or written, so nothing works',
  spreadsheets: 'the sheet cannot be read or written, so nothing works',
} as const satisfies Permissions;
const SENDING_PERMISSIONS = {
  'script.external_request': 'no message, payment or push leaves the script',
  'script.scriptapp': 'nothing is sent automatically',
} as const satisfies Permissions;
const PERMISSIONS: Permissions = { ...SHEET_PERMISSIONS, ...SENDING_PERMISSIONS };

const SENDING_CHECK: HealthCheck = {
  light: 'out',
  label: 'Permissions',
  find: () => findMissing(SENDING_PERMISSIONS, 'API'),
};

/** What the sheet's Health looks at while the sheet serves the API. */
const CHECKS: readonly HealthCheck[] = [
  REQUESTS_CHECK,
  ...SERVICE_CHECKS,
  SENDING_CHECK,
  { light: 'out', label: 'Timer', find: findTimer },
  MOVE_CHECK,
  CAFE_CELLS_CHECK,
  LEAD_CELLS_CHECK,
  ...schemaChecks(API_TABS),
  cellsCheck(MOVE),
  TIMER_CHECK,
  CEILINGS_CHECK,
  VERSION_CHECK,
  ERRORS_CHECK,
];

/** From the menu: makes the tabs and the timer. What exists stays as it is. */
export function setUp(): void {
  if (!ensurePermissions(PERMISSIONS, missingPermissions(PERMISSIONS))) return;
  invalidateSettings();
  setUpTabs(API_TABS, () => {
    fillLeadTabs();
    colourOrders();
    noteTestMode();
    noteInvalidCells();
    hideMinorUnits();
  });
  const hasOthersTimer = !hasTimer(TIMER) && hasRunLately(Date.now());
  const refusal = hasOthersTimer ? undefined : findTimerRefusal(TIMER, 1);
  if (refusal !== undefined)
    showMessage(
      'No timer',
      `Google did not create the timer, so messages, refunds and pushes wait. Everything else works. Choose Set up again. Google said: ${refusal}`,
    );
  const next = hasOthersTimer
    ? "Another user's timer is running, so none is added. If you have just deleted yours, choose Set up again in 20 minutes."
    : 'Next: New user, then New API key. Health shows the state of the API.';
  boundSpreadsheet().toast(next, 'The API is ready');
}

/** From the menu: what the sheet shows of an API that has moved to a database. Makes the timer where it is gone. */
export function setWindow(): void {
  const move = readMove();
  if (move.state !== 'moved') {
    showMessage('Window', 'The API is served from this sheet, which has all of its rows.');
    return;
  }
  const refusal = hasTimer(TIMER) ? undefined : findTimerRefusal(TIMER, 1);
  if (refusal !== undefined) showMessage('No timer', `The sheet is not refreshed. Google said: ${refusal}`);
  askForQueries(move, WINDOW_TABS);
}

/** Brings the tabs up to date soon after a new version is pushed, and checks them now and then. */
export const MIGRATION: MaintenanceTask = {
  name: `layout ${VERSION}`,
  everyMinutes: 10,
  run() {
    const stored = properties().getProperties();
    recordAccess('trigger', stored[ACCESS.trigger]);
    const schema = readSchema(stored);
    if (schema === '') return;
    migrate(API_TABS, schema);
    hideMinorUnits(stored);
  },
};

/**
 * The same where a request comes after a new version and before the timer, and misses what that has added. Tried once
 * a minute: a tab that its owner has deleted costs the other requests no property.
 */
export function mendSheet(error: unknown): boolean {
  if (!(error instanceof LayoutError) || cache.getText(MIGRATION.name) !== undefined) return false;
  cache.setText(MIGRATION.name, 'tried', 60);
  const stored = properties().getProperties();
  if (!migrate(API_TABS, readSchema(stored))) return false;
  hideMinorUnits(stored);
  return true;
}

/** The sheet's trigger for edits by hand. */
export function onEdit(edit: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  if (readMove().state === 'moved') {
    markEdit(WINDOW_TABS, edit);
    return;
  }
  onAccountEdit(edit);
  onCafeEdit(edit);
  onLeadEdit(edit);
  onVehicleEdit(edit);
  onPushEdit(edit);
}

/** From the menu. */
export function showHealth(): void {
  const missing = findMissing(SHEET_PERMISSIONS, 'API');
  if (missing.length > 0) {
    const problems = [...missing, ...findMissing(SENDING_PERMISSIONS, 'API')];
    showMessage('Health', problems.map(toText).join('\n\n'));
    return;
  }
  const move = readMove();
  const checks =
    move.state === 'moved' ? [...windowChecks(move), SENDING_CHECK, cellsCheck(), ERRORS_CHECK] : CHECKS;
  const now = Date.now();
  showHealthReport(toReport(LIGHTS, runChecks(checks, { now }), now));
}

function findTimer({ now }: Visit): Finding[] {
  const canListTimers = hasPermission('script.scriptapp');
  if (!canListTimers || hasTimer(TIMER) || hasRunLately(now)) return [];
  return [toProblem('The timer is not running: messages, refunds and pushes wait.', 'Choose API > Set up.')];
}

/** From the menu. */
export function checkAccount(): void {
  checkThisAccount({
    script: 'api',
    menu: 'API',
    permissions: PERMISSIONS,
    firstRun: { webApp: 'Call /v1/health once.', timer: 'Wait ten minutes for the timer.' },
  });
}
