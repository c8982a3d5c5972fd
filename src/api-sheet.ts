import { noteEdit } from './accounts/set-up';
import { PERMISSIONS, TIMER } from './api-health';
import { API_TABS, makeTabs } from './api-tabs';
import { noteCafeEdit } from './cafe/hand-edits';
import { layOut } from './health/layout';
import { demandPermissions, missingPermissions } from './health/permissions';
import { hasRunLately } from './outbox/timer-runs';
import { boundSpreadsheet } from './platform/spreadsheet';
import { tell } from './sheet/dialog';
import { findTimerRefusal, hasTimer } from './sheet/timer';

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
  layOut(API_TABS, makeTabs);
  const isOthers = !hasTimer(TIMER) && hasRunLately(Date.now());
  const refusal = isOthers ? undefined : findTimerRefusal(TIMER, 1);
  if (refusal !== undefined) tell('No timer', `${NO_TIMER} Google said: ${refusal}`);
  boundSpreadsheet().toast(isOthers ? OTHERS : NEXT, 'The API is ready');
}

const NO_TIMER =
  'Google did not create the timer, so messages, refunds and pushes wait. Everything else works. Choose Set up again.';

const NEXT = 'Next: New user, then New API key. Health shows the state of the API.';
const OTHERS =
  'A timer that is not yours runs already, so none is added. If you have just deleted yours, choose Set up again in 20 minutes.';

/** Shown what a person has typed, right after. */
export function onEdit(edit: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  noteEdit(edit);
  noteCafeEdit(edit);
}
