import { setUpAccounts } from './accounts/set-up';
import { setUpLeads } from './leads/set-up';

const HANDLER = 'deliverOutbox';

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
    .addItem('Public address', 'setPublicAddress')
    .addToUi();
}

/** Makes the tabs and the timer. Safe to repeat: what is there stays. */
export function setUp(): void {
  setUpAccounts();
  setUpLeads(SpreadsheetApp.getActiveSpreadsheet());
  ensureTimer();
}

/** Exactly one. It is made from the menu: one made by the deployed web app would stay with that version's code. */
function ensureTimer(): void {
  const timers = ScriptApp.getProjectTriggers().filter((one) => one.getHandlerFunction() === HANDLER);
  for (const double of timers.slice(1)) ScriptApp.deleteTrigger(double);
  if (timers.length === 0) ScriptApp.newTrigger(HANDLER).timeBased().everyMinutes(1).create();
}
