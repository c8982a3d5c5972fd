import { ensurePermissions, missingPermissions, requestPermissions } from '../../health/permissions';
import { withAccount } from '../../platform/account-url';
import { runMenuItem, storeIsAddOn } from '../../platform/add-on';
import { confirm, prompt, showMessage } from '../../platform/dialog';
import { offerFirstSteps } from '../../platform/first-steps';
import { toastingProgress } from '../../platform/progress';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { allowsHourlyTimer, findTimerRefusal } from '../../platform/timer';
import { UserError } from '../../platform/user-error';
import { setUpOverview } from '../../reports/overview-tab';
import { rangeOfValue, readValues, setUpTabs } from '../../tables/sheet';
import { viewCases } from '../case/case-reports';
import { findPageUrl, findServedUrl } from '../case/page-url';
import { SETTINGS, TABS } from '../case/tables';
import { OPTIONAL, PERMISSIONS, TIMER, TO_ALERT, TO_SEND } from '../health/permissions';
import { markSettings, readProgress } from '../intake/progress';
import { trackedBy } from '../mail/senders';
import { listSteps } from './first-steps';

const TIMER_MINUTES = 5;

/** Address of the page. The domain of a Google Workspace stands in it, too. */
const PAGE_ADDRESS =
  /^https:\/\/script\.google\.com\/(a\/macros\/[\w.-]+|a\/[\w.-]+\/macros|macros)\/s\/[\w-]+\/exec$/;

const ALERTS_QUESTION = `Set up is complete, but the permission "${TO_SEND[TO_ALERT][0]}" is missing, so no alerts about new cases can be sent to you. Let Google ask for it again?`;

/** Makes the tabs and the timer once the permissions for them are granted. What exists stays. Runs from the menu. */
export function setUp(): void {
  const missing = missingPermissions(PERMISSIONS);
  const isUsable =
    missing.every((permission) => OPTIONAL.includes(permission)) || ensurePermissions(PERMISSIONS, missing);
  if (!isUsable) return;
  runMenuItem('Set up', () => {
    toastingProgress('Set up', () => setUpTabs(TABS));
    setUpOverview(viewCases);
    const hasTimer = createTimer();
    // The timer, or a permission that mail needs, may have been missing: the next check compares the mailbox with the sheet.
    markSettings();
    linkPage(findPageUrl() ?? findServedUrl() ?? askForPage());
    const wantsAlerts = missing.includes(TO_ALERT) && confirm('Alerts', ALERTS_QUESTION);
    boundSpreadsheet().toast(nextStep(hasTimer), 'Case desk is ready');
    offerFirstSteps(listSteps);
    if (wantsAlerts) requestPermissions([TO_ALERT]);
  });
}

/** Google may name only an address for tests, or none, to a script that was deployed by hand. */
function askForPage(): string | undefined {
  const answer = prompt(
    'The address of your page',
    'Paste the URL of the web app, which ends in /exec (Extensions > Apps Script > Deploy > Manage deployments). Mail about new cases links there.',
  );
  if (answer && !PAGE_ADDRESS.test(answer))
    throw new UserError(
      `The address must be like https://script.google.com/macros/s/.../exec (got "${answer}").`,
    );
  return answer || undefined;
}

/** Links the cell of the setting `page`, for it cannot be clicked while it only looks like an address. */
export function linkPage(page: string | undefined): GoogleAppsScript.Spreadsheet.Range {
  const cell = rangeOfValue(SETTINGS, 'page');
  // A copy of the spreadsheet brings a link to the page of another desk.
  if (page === undefined) return cell.clearContent();
  const link = withAccount(page, readProgress().progress.address);
  return cell.setRichTextValue(SpreadsheetApp.newRichTextValue().setText(page).setLinkUrl(link).build());
}

/** False where Google refuses it, which is not known beforehand: an add-on's timers may not fire so often. */
function createTimer(): boolean {
  const first = findTimerRefusal(TIMER, TIMER_MINUTES);
  const allowsSlower = first !== undefined && allowsHourlyTimer(TIMER);
  // The refusal may have been a passing one.
  const refusal = allowsSlower ? findTimerRefusal(TIMER, TIMER_MINUTES) : first;
  const isAddOn = allowsSlower && refusal !== undefined;
  if (refusal === undefined || isAddOn) storeIsAddOn(isAddOn);
  if (refusal === undefined) return true;
  const message = isAddOn
    ? [
        `This desk runs as an add-on, and an add-on's timers fire once an hour at most. A timer of ${TIMER_MINUTES} minutes needs the script that is bound to the desk's own sheet.`,
        'Choose "Check mail now" to check mail.',
      ]
    : [
        `Google did not create the timer, so mail is not checked automatically. Google said: ${refusal}`,
        'Choose Set up again. Until it works, choose "Check mail now" to check mail.',
      ];
  showMessage('No timer', message.join('\n\n'));
  return false;
}

function nextStep(hasTimer: boolean): string {
  const checks = hasTimer
    ? `Mail is checked every ${TIMER_MINUTES} minutes.`
    : 'Mail is checked when you choose "Check mail now".';
  return trackedBy(readValues(SETTINGS)).length > 0
    ? `${checks} Next: choose "Open the page" to see your cases.`
    : `${checks} Next: enter the senders to track, in the Settings tab or on the page.`;
}
