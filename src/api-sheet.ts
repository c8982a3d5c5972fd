import { noteEdit, setUpAccounts } from './accounts/set-up';
import { noteCafeEdit } from './cafe/hand-edits';
import { setUpCafe } from './cafe/set-up';
import { setUpLeads } from './leads/set-up';
import { ensureTimer } from './sheet/timer';

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
    .addToUi();
}

/** Makes the tabs and the timer. Safe to repeat: what is there stays. */
export function setUp(): void {
  setUpAccounts();
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  setUpLeads(spreadsheet);
  setUpCafe(spreadsheet);
  ensureTimer('deliverOutbox', 1);
}

/** Shown what a person has typed, right after. */
export function onEdit(edit: Partial<GoogleAppsScript.Events.SheetsOnEdit>): void {
  noteEdit(edit);
  noteCafeEdit(edit);
}
