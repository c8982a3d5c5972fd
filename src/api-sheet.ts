import { ACCOUNT_TABS, onAccountEdit, setUpAccounts } from './accounts/set-up';
import { cafeChecks } from './cafe/health';
import { CAFE_TABS, setUpCafe } from './cafe/set-up';
import { onCafeEdit } from './cafe/sheet-edits';
import { checkThisAccount } from './health/account-check';
import { type HealthCheck, listVersions, toProblem } from './health/checks';
import { showChecks } from './health/health-tab';
import {
  demandPermissions,
  missingPermissions,
  type Permissions,
  permissionProblem,
  SPREADSHEET_PERMISSIONS,
} from './health/permissions';
import { leadChecks } from './leads/health';
import { LEAD_TABS, setUpLeads } from './leads/set-up';
import { hasRunLately, outboxChecks } from './outbox/health';
import { VERSION } from './platform/build';
import { showMessage } from './platform/dialog';
import { errorMessage, properties } from './platform/platform';
import { ACCESS, boundSpreadsheet, recordAccess } from './platform/spreadsheet';
import { findTimerRefusal, hasTimer } from './platform/timer';
import { readSchema, setUpTabs } from './tables/sheet';
import { type MaintenanceTask, migrate } from './tables/tables';

/** Every tab of the counter sheet. */
const API_TABS = [...ACCOUNT_TABS, ...LEAD_TABS, ...CAFE_TABS];

/** Each version looks within a minute of its push whether the sheet has all that it wants, and then now and then. */
export const LAYOUT: MaintenanceTask = {
  name: `layout ${VERSION}`,
  everyMinutes: 10,
  run() {
    const stored = properties().getProperties();
    recordAccess('trigger', stored[ACCESS.trigger]);
    migrate(API_TABS, readSchema(stored));
  },
};

const TIMER = 'deliverOutbox';

/** The permissions of design section 1, and what does not work without each. */
const PERMISSIONS = {
  'spreadsheets.currentonly': 'the sheet cannot be read or written, so nothing works',
  spreadsheets: 'the sheet cannot be read or written, so nothing works',
  'script.external_request': 'no message, payment or push leaves the script',
  'script.scriptapp': 'nothing is sent by itself',
} as const satisfies Permissions;

type Permission = keyof typeof PERMISSIONS;

const TIMER_MISSING = 'The timer is not running: messages, refunds and pushes wait. Choose API > Set up.';

/** Shown in the sheet; a menu calls functions by their global names. */
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

/** Makes the tabs and the timer, once all is granted. Safe to repeat: what is there stays. */
export function setUp(): void {
  if (!demandPermissions(PERMISSIONS, missingPermissions(PERMISSIONS))) return;
  setUpTabs(API_TABS, makeTabs);
  const isOthers = !hasTimer(TIMER) && hasRunLately(Date.now());
  const refusal = isOthers ? undefined : findTimerRefusal(TIMER, 1);
  if (refusal !== undefined) showMessage('No timer', `${NO_TIMER} Google said: ${refusal}`);
  boundSpreadsheet().toast(isOthers ? OTHERS : NEXT, 'The API is ready');
}

const NO_TIMER =
  'Google did not create the timer, so messages, refunds and pushes wait. Everything else works. Choose Set up again.';

const NEXT = 'Next: New user, then New API key. Health shows the state of the API.';
const OTHERS =
  'A timer that is not yours runs already, so none is added. If you have just deleted yours, choose Set up again in 20 minutes.';

/** Shown what a person has typed, right after. */
export function onEdit(edit: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  onAccountEdit(edit);
  onCafeEdit(edit);
}

/** From the menu. */
export function showHealth(): void {
  const missing = missingPermissions(PERMISSIONS);
  const problems = missing.map((permission) => permissionProblem(PERMISSIONS, permission, 'API'));
  if (SPREADSHEET_PERMISSIONS.some((permission) => missing.includes(permission)))
    showMessage('Health', problems.join('\n\n'));
  else showChecks([...problems.map(toProblem), ...apiChecks(missing)]);
}

function apiChecks(missing: readonly Permission[]): HealthCheck[] {
  const canAsk = !missing.includes('script.scriptapp');
  const lacksTimer = canAsk && !hasTimer(TIMER) && !hasRunLately(Date.now());
  const parts = [() => outboxChecks(Date.now()), leadChecks, cafeChecks, () => listVersions(API_TABS)];
  return [...(lacksTimer ? [toProblem(TIMER_MISSING)] : []), ...parts.flatMap(lookAt)];
}

/** Health is asked for where something is broken: it says what, and goes on with all else. */
function lookAt(part: () => HealthCheck[]): HealthCheck[] {
  try {
    return part();
  } catch (error) {
    return [toProblem(errorMessage(error))];
  }
}

/** Makes or completes them; what is there stays. */
function makeTabs(): void {
  setUpAccounts();
  const spreadsheet = boundSpreadsheet();
  setUpLeads(spreadsheet);
  setUpCafe(spreadsheet);
}

/** From the menu. */
export function checkAccount(): void {
  checkThisAccount({
    script: 'api',
    menu: 'API',
    permissions: PERMISSIONS,
    askWebApp: 'Ask the API for /v1/health once.',
    awaitTimer: 'Wait ten minutes for the timer.',
  });
}
