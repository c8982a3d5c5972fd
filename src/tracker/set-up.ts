import { demandConsents, missingConsents, requireConsents } from '../health/consents';
import { agree, tell } from '../sheet/dialog';
import { ensureTimer } from '../sheet/timer';
import { readValues } from '../tables/key-values';
import { isRefusedToAddOn, rememberAddOn } from './add-on';
import { CONSENTS, TO_ALERT } from './consent';
import { inDesk, settleHere } from './home';
import { makeTabs } from './lay-out';
import { findPage, linkPage } from './open-page';
import { SETTINGS } from './tables';

/** What it calls; the sheet's menu too. */
export const TIMER = 'checkMail';
const MINUTES = 5;

/** From the menu: makes the tabs and the timer, once all is granted that they need. What is there stays. */
export function setUp(): void {
  const missing = missingConsents(CONSENTS);
  if (missing.some((consent) => consent !== TO_ALERT)) demandConsents(CONSENTS, missing);
  else inDesk('Set up', () => make(missing.length > 0));
}

function make(lacksAlerts: boolean): void {
  makeTabs();
  settleHere();
  linkPage(findPage());
  const hasTimer = makeTimer();
  const wantsAlerts = lacksAlerts && agree('Alerts', WITHOUT_ALERTS);
  SpreadsheetApp.getActiveSpreadsheet().toast(nextStep(hasTimer), 'Case desk is ready');
  if (wantsAlerts) requireConsents([TO_ALERT]);
}

const WITHOUT_ALERTS =
  `All is set up. Only the permission ${TO_ALERT} is missing: without it no alert of a new case can be mailed to you. ` +
  'Shall Google ask for it again?';

/** False where Google refuses one that fires so often. */
function makeTimer(): boolean {
  try {
    ensureTimer(TIMER, MINUTES);
    rememberAddOn(false);
    return true;
  } catch (error) {
    if (!isRefusedToAddOn(error)) throw error;
    rememberAddOn(true);
    tell('No timer', NO_TIMER);
    return false;
  }
}

const NO_TIMER = [
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
