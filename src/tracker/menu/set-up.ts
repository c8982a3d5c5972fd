import { demandPermissions, missingPermissions, requestPermissions } from '../../health/permissions';
import { confirm, showMessage } from '../../platform/dialog';
import { isAddOnLimit } from '../../platform/google-errors';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { findTimerRefusal } from '../../platform/timer';
import { rangeOfValue } from '../../tables/sheet';
import { readValues } from '../../tables/tables';
import { PERMISSIONS, TIMER, TO_ALERT } from '../health';
import { findPageUrl, findServedUrl } from '../page/web-app';
import { runMenuItem, storeIsAddOn } from '../spreadsheet';
import { createTabs, SETTINGS } from '../tables';

const MINUTES = 5;

/** From the menu: makes the tabs and the timer, once all is granted that they need. What is there stays. */
export function setUp(): void {
  const missing = missingPermissions(PERMISSIONS);
  const isUsable =
    missing.every((permission) => permission === TO_ALERT) || demandPermissions(PERMISSIONS, missing);
  if (isUsable) runMenuItem('Set up', () => make(missing.includes(TO_ALERT)));
}

function make(lacksAlerts: boolean): void {
  createTabs();
  linkPage(findPageUrl() ?? findServedUrl());
  const hasTimer = makeTimer();
  const wantsAlerts = lacksAlerts && confirm('Alerts', WITHOUT_ALERTS);
  boundSpreadsheet().toast(nextStep(hasTimer), 'Case desk is ready');
  if (wantsAlerts) requestPermissions([TO_ALERT]);
}

const WITHOUT_ALERTS =
  `All is set up. Only the permission ${TO_ALERT} is missing: without it no alert of a new case can be mailed to you. ` +
  'Shall Google ask for it again?';

/** False where Google refuses it, which nobody can know beforehand: an add-on may have none that fires so often. */
function makeTimer(): boolean {
  const refusal = findTimerRefusal(TIMER, MINUTES);
  if (refusal === undefined || isAddOnLimit(refusal)) storeIsAddOn(refusal !== undefined);
  if (refusal !== undefined)
    showMessage('No timer', isAddOnLimit(refusal) ? IN_ADD_ON : withoutTimer(refusal));
  return refusal === undefined;
}

function withoutTimer(refusal: string): string {
  return [
    `Google did not create the timer, so mail is not checked by itself. It said: ${refusal}`,
    'Choose Set up again. Until that works, choose "Check mail now".',
  ].join('\n\n');
}

const IN_ADD_ON = [
  `Here the desk runs as an add-on, and Google lets an add-on run by a timer once an hour at most. The timer of ${MINUTES} minutes belongs to the script that is bound to the desk's own sheet.`,
  'Here mail is checked whenever you choose "Check mail now".',
].join('\n\n');

function nextStep(hasTimer: boolean): string {
  const how = hasTimer ? `Mail is checked every ${MINUTES} minutes.` : 'Mail is checked by "Check mail now".';
  const { senders } = readValues(SETTINGS);
  const next =
    senders.length > 0
      ? 'Next: "Open the page" shows your cases.'
      : 'Next: enter whose mail to track in the tab Settings, or on the page.';
  return `${how} ${next}`;
}

/** A real link: a text that only looks like an address cannot be clicked. */
export function linkPage(page: string | undefined): GoogleAppsScript.Spreadsheet.Range {
  const cell = rangeOfValue(SETTINGS, 'page');
  // A copy of the spreadsheet brings a link to the page of another desk.
  if (page === undefined) return cell.clearContent();
  return cell.setRichTextValue(SpreadsheetApp.newRichTextValue().setText(page).setLinkUrl(page).build());
}
