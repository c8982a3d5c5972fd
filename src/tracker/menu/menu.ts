import { checkThisAccount } from '../../health/account-check';
import { isAddOn, runMenuItem, storeIsAddOn } from '../../platform/add-on';
import { showMessage } from '../../platform/dialog';
import { toastingProgress } from '../../platform/progress';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import type { Checked } from '../case/answers';
import { findPageUrl, findServedUrl } from '../case/page-url';
import { withMigration } from '../case/tables';
import { PERMISSIONS } from '../health/permissions';
import { checkMail } from '../intake/check-mail';
import { linkPage } from './set-up';

const NOT_DEPLOYED = [
  'The page is not deployed yet.',
  'Run "npm run deploy" again. To deploy it by hand, choose Extensions > Apps Script, then Deploy > New deployment, the type Web app, "Execute as: Me" and "Who has access: Only myself".',
  'Then choose "Open the page" again.',
].join('\n\n');

/** Google calls it when the sheet is opened. An add-on's menu is below Extensions. */
export function onOpen(event?: { authMode?: unknown }): void {
  showMenu(isAddOn(event));
}

/** Google calls it for an add-on only. */
export function onInstall(): void {
  showMenu(true);
  storeIsAddOn(true);
}

export function checkNow(): void {
  runMenuItem('Check mail now', () => {
    const checked = toastingProgress('Mail', checkMail);
    boundSpreadsheet().toast(checked.ok ? describeResult(checked) : checked.error, 'Mail');
  });
}

/**
 * A script cannot open an address from a menu without the permission for sidebars, which may be missing, so a cell of the tab
 * Settings links to the page, and is selected.
 */
export function openPage(): void {
  runMenuItem('Open the page', () => {
    const page = findPageUrl() ?? findServedUrl();
    if (page === undefined) return showMessage('Open the page', NOT_DEPLOYED);
    withMigration(() => linkPage(page)).activate();
    boundSpreadsheet().toast('Click the link in the selected cell.', 'The page');
  });
}

export function checkAccount(): void {
  checkThisAccount({
    script: 'desk',
    menu: 'Case desk',
    permissions: PERMISSIONS,
    firstRun: {
      webApp: 'Choose Case desk > Open the page and open it once.',
      timer: 'Wait five minutes for the timer.',
    },
  });
}

/** Shows the items by names of global functions. An add-on that was not used in this spreadsheet may not do anything else. */
function showMenu(isBelowExtensions: boolean): void {
  const ui = SpreadsheetApp.getUi();
  const menu = isBelowExtensions ? ui.createAddonMenu() : ui.createMenu('Case desk');
  menu
    .addItem('Set up', 'setUp')
    .addItem('First steps', 'firstSteps')
    .addItem('Check mail now', 'checkNow')
    .addItem('Open the page', 'openPage')
    .addItem('Overview', 'showOverview')
    .addItem('Forget a person', 'forgetPerson')
    .addItem('Remove old data', 'removeOldData')
    .addItem('Check this account', 'checkAccount')
    .addItem('Health', 'showHealth')
    .addToUi();
}

function describeResult({ newMessages, newCases }: Checked): string {
  if (newMessages === 0) return 'No new mail.';
  const messages = `${newMessages} new ${newMessages === 1 ? 'message' : 'messages'}.`;
  return newCases.length === 0 ? messages : `${messages} New cases: ${newCases.join(', ')}.`;
}
