import { ensureTimer } from '../sheet/timer';
import { createKeyValues, createTab } from '../tables/create';
import { underScriptLock } from '../tables/lock';
import { CASES, MESSAGES, SETTINGS } from './tables';

/** What it calls; the sheet's menu too. */
export const TIMER = 'checkMail';

const INITIAL_SETTINGS = {
  senders: [],
  emailAlerts: false,
  lastHistoryId: '',
  nextCaseNumber: 1,
  alertEmail: '',
  lookBackDays: 30,
  failed: [],
};

/** Shown in the sheet; a menu calls functions by their global names. */
export function onOpen(): void {
  SpreadsheetApp.getUi()
    .createMenu('Case desk')
    .addItem('Set up', 'setUp')
    .addItem('Check mail now', TIMER)
    .addToUi();
}

/** Makes the tabs and the timer. Safe to repeat: what is there stays. */
export function setUp(): void {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  underScriptLock(() => {
    createTab(spreadsheet, CASES);
    createTab(spreadsheet, MESSAGES);
    createKeyValues(spreadsheet, SETTINGS, INITIAL_SETTINGS);
    SpreadsheetApp.flush();
  });
  ensureTimer(TIMER, 5);
  spreadsheet.toast(
    'Mail is checked every 5 minutes. Enter whose mail to track in the tab Settings.',
    'Case desk is ready',
  );
}
