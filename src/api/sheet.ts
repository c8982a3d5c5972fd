import { ACCOUNT_TABS, onAccountEdit } from '../accounts/set-up';
import { invalidCellChecks, noteInvalidCells } from '../cafe/cells';
import { cafeChecks } from '../cafe/health';
import { CAFE_TABS, colourOrders, hideMinorUnits } from '../cafe/set-up';
import { onCafeEdit } from '../cafe/sheet-edits';
import { checkThisAccount } from '../health/account-check';
import { checkCells } from '../health/cells';
import { type HealthCheck, toProblem } from '../health/checks';
import { showChecks } from '../health/health-tab';
import {
  describeMissing,
  ensurePermissions,
  missingPermissions,
  type Permissions,
  SPREADSHEET_PERMISSIONS,
} from '../health/permissions';
import { schemaChecks } from '../health/schema-checks';
import { leadCellChecks, onVehicleEdit } from '../leads/cells';
import { leadChecks } from '../leads/health';
import { onLeadEdit } from '../leads/lead/sheet-edits';
import { fillLeadTabs, LEAD_TABS } from '../leads/set-up';
import { moveChecks } from '../move/health';
import { readMove } from '../move/move';
import { hasRunLately, outboxChecks } from '../outbox/health';
import { VERSION } from '../platform/build';
import * as cache from '../platform/cache';
import { showMessage } from '../platform/dialog';
import { errorMessage, properties } from '../platform/platform';
import { invalidateSettings } from '../platform/settings';
import { ACCESS, boundSpreadsheet, recordAccess } from '../platform/spreadsheet';
import { findTimerRefusal, hasTimer } from '../platform/timer';
import { LayoutError } from '../platform/user-error';
import { pushChecks } from '../pushes/health';
import { onPushEdit } from '../pushes/receivers';
import { PUSH_TABS } from '../pushes/tables';
import { readSchema, setUpTabs } from '../tables/sheet';
import { type MaintenanceTask, migrate } from '../tables/tables';
import { windowChecks } from '../window/health';
import { askForQueries } from '../window/menu';
import { markEdit } from '../window/window';
import { ceilingChecks, MOVE } from './ceilings';
import { ENDPOINT_KINDS } from './pushes';
import { testModeChecks } from './test-mode';
import { noteTestMode } from './test-mode-notes';
import { WINDOW_TABS } from './window';

/** Every tab of the API sheet. */
const API_TABS = [...ACCOUNT_TABS, ...LEAD_TABS, ...CAFE_TABS, ...PUSH_TABS];

const TIMER = 'deliverOutbox';

/** The permissions of the script, and what does not work without each. */
const PERMISSIONS = {
  'spreadsheets.currentonly': 'the sheet cannot be read or written, so nothing works',
  spreadsheets: 'the sheet cannot be read or written, so nothing works',
  'script.external_request': 'no message, payment or push leaves the script',
  'script.scriptapp': 'nothing is sent automatically',
} as const satisfies Permissions;

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
  const missing = missingPermissions(PERMISSIONS);
  const problems = missing.map((permission) => describeMissing(PERMISSIONS, permission, 'API'));
  if (SPREADSHEET_PERMISSIONS.some((permission) => missing.includes(permission))) {
    showMessage('Health', problems.join('\n\n'));
    return;
  }
  const move = readMove();
  if (move.state === 'moved') {
    const parts = [() => windowChecks(move, Date.now()), () => [checkCells(Date.now())]];
    showChecks([...problems.map(toProblem), ...parts.flatMap(guarded)]);
    return;
  }
  const canListTimers = !missing.includes('script.scriptapp');
  if (canListTimers && !hasTimer(TIMER) && !hasRunLately(Date.now()))
    problems.push('The timer is not running: messages, refunds and pushes wait. Choose API > Set up.');
  const parts = [
    () => moveChecks(Date.now()),
    testModeChecks,
    () => outboxChecks(Date.now()),
    leadChecks,
    cafeChecks,
    invalidCellChecks,
    leadCellChecks,
    () => pushChecks(ENDPOINT_KINDS),
    () => [checkCells(Date.now(), MOVE)],
    () => ceilingChecks(Date.now()),
    () => schemaChecks(API_TABS),
  ];
  showChecks([...problems.map(toProblem), ...parts.flatMap(guarded)]);
}

/** A check that fails is itself a problem to show; the others go on. */
function guarded(check: () => HealthCheck[]): HealthCheck[] {
  try {
    return check();
  } catch (error) {
    return [toProblem(errorMessage(error))];
  }
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
