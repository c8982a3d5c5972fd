import { ACCOUNT_TABS, onAccountEdit } from './accounts/set-up';
import { cafeChecks } from './cafe/health';
import { CAFE_TABS, colourOrders } from './cafe/set-up';
import { onCafeEdit } from './cafe/sheet-edits';
import { checkThisAccount } from './health/account-check';
import { type HealthCheck, schemaChecks, toProblem } from './health/checks';
import { showChecks } from './health/health-tab';
import {
  describeMissing,
  ensurePermissions,
  missingPermissions,
  type Permissions,
  SPREADSHEET_PERMISSIONS,
} from './health/permissions';
import { leadChecks } from './leads/health';
import { fillLeadTabs, LEAD_TABS } from './leads/set-up';
import { hasRunLately, outboxChecks } from './outbox/health';
import { VERSION } from './platform/build';
import { showMessage } from './platform/dialog';
import { errorMessage, properties } from './platform/platform';
import { invalidateSettings } from './platform/settings';
import { ACCESS, boundSpreadsheet, recordAccess } from './platform/spreadsheet';
import { findTimerRefusal, hasTimer } from './platform/timer';
import { readSchema, setUpTabs } from './tables/sheet';
import { type MaintenanceTask, migrate } from './tables/tables';

/** Every tab of the API sheet. */
const API_TABS = [...ACCOUNT_TABS, ...LEAD_TABS, ...CAFE_TABS];

const TIMER = 'deliverOutbox';

/** The permissions of the script, and what does not work without each. */
const PERMISSIONS = {
  'spreadsheets.currentonly': 'the sheet cannot be read or written, so nothing works',
  spreadsheets: 'the sheet cannot be read or written, so nothing works',
  'script.external_request': 'no message, payment or push leaves the script',
  'script.scriptapp': 'nothing is sent by itself',
} as const satisfies Permissions;

/** Shows the menu, whose items call functions by their global names. */
export function onOpen(): void {
  SpreadsheetApp.getUi()
    .createMenu('API')
    .addItem('Set up', 'setUp')
    .addSeparator()
    .addItem('New user', 'newUser')
    .addItem('New password', 'newPassword')
    .addItem('Disable a user', 'disableUser')
    .addItem('New API key', 'newKey')
    .addItem('Revoke an API key', 'revokeKey')
    .addSeparator()
    .addItem('Connect Twilio', 'connectTwilio')
    .addItem('Connect Stripe', 'connectStripe')
    .addItem('New Stripe webhook secret', 'renewStripeSecret')
    .addItem('Public address', 'setPublicAddress')
    .addSeparator()
    .addItem('New push endpoint', 'newPushEndpoint')
    .addItem('New push secret', 'renewPushSecret')
    .addSeparator()
    .addItem('Check this account', 'checkAccount')
    .addItem('Health', 'showHealth')
    .addToUi();
}

/** From the menu: makes the tabs and the timer. What exists stays as it is. */
export function setUp(): void {
  if (!ensurePermissions(PERMISSIONS, missingPermissions(PERMISSIONS))) return;
  invalidateSettings();
  setUpTabs(API_TABS, () => {
    fillLeadTabs();
    colourOrders();
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

/** Brings the tabs up to date soon after a new version is pushed, and checks them now and then. */
export const MIGRATION: MaintenanceTask = {
  name: `layout ${VERSION}`,
  everyMinutes: 10,
  run() {
    const stored = properties().getProperties();
    recordAccess('trigger', stored[ACCESS.trigger]);
    migrate(API_TABS, readSchema(stored));
  },
};

/** The sheet's trigger for edits by hand. */
export function onEdit(edit: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  onAccountEdit(edit);
  onCafeEdit(edit);
}

/** From the menu. */
export function showHealth(): void {
  const missing = missingPermissions(PERMISSIONS);
  const problems = missing.map((permission) => describeMissing(PERMISSIONS, permission, 'API'));
  if (SPREADSHEET_PERMISSIONS.some((permission) => missing.includes(permission))) {
    showMessage('Health', problems.join('\n\n'));
    return;
  }
  const canListTimers = !missing.includes('script.scriptapp');
  if (canListTimers && !hasTimer(TIMER) && !hasRunLately(Date.now()))
    problems.push('The timer is not running: messages, refunds and pushes wait. Choose API > Set up.');
  const parts = [() => outboxChecks(Date.now()), leadChecks, cafeChecks, () => schemaChecks(API_TABS)];
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
    firstRun: { webApp: 'Ask the API for /v1/health once.', timer: 'Wait ten minutes for the timer.' },
  });
}
