import { checkThisAccount } from '../../health/account-check';
import { showMessage } from '../../platform/dialog';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { PERMISSIONS } from '../health';
import { checkMail } from '../intake/check-mail';
import type { Checked } from '../page/answers';
import { findPageUrl, findServedUrl } from '../page/web-app';
import { isAddOn, runMenuItem, storeIsAddOn } from '../spreadsheet';
import { withMigration } from '../tables';
import { linkPage } from './set-up';

type Event = { authMode?: unknown };

/** Shown in the sheet; a menu calls functions by their global names. As an add-on it stands below Extensions. */
export function onOpen(event?: Event): void {
  showMenu(isAddOn(event));
}

/** Only an add-on is installed. */
export function onInstall(): void {
  showMenu(true);
  storeIsAddOn(true);
}

/** Nothing else, and nothing before it: an add-on that was not used here yet may do nothing else. */
function showMenu(isBelowExtensions: boolean): void {
  const ui = SpreadsheetApp.getUi();
  const menu = isBelowExtensions ? ui.createAddonMenu() : ui.createMenu('Case desk');
  menu
    .addItem('Set up', 'setUp')
    .addItem('Check mail now', 'checkNow')
    .addItem('Open the page', 'openPage')
    .addItem('Check this account', 'checkAccount')
    .addItem('Health', 'showHealth')
    .addToUi();
}

/** From the menu: a check by hand, and what came of it. */
export function checkNow(): void {
  runMenuItem('Check mail now', () => {
    const checked = checkMail();
    const words = checked.ok ? wordsFor(checked) : checked.error;
    boundSpreadsheet().toast(words, 'Mail');
  });
}

function wordsFor({ newMessages, newCases }: Checked): string {
  if (newMessages === 0) return 'Nothing new.';
  const messages = `${newMessages} new ${newMessages === 1 ? 'message' : 'messages'}`;
  return newCases.length === 0 ? `${messages}.` : `${messages}, new: ${newCases.join(', ')}.`;
}

/** From the menu. */
export function checkAccount(): void {
  checkThisAccount({
    script: 'desk',
    menu: 'Case desk',
    permissions: PERMISSIONS,
    askWebApp: 'Choose Case desk > Open the page and open it once.',
    awaitTimer: 'Wait five minutes for the timer.',
  });
}

/**
 * From the menu, which cannot open an address without one more permission (script.container.ui). So a cell of the tab
 * Settings links to the page, and is selected.
 */
export function openPage(): void {
  runMenuItem('Open the page', () => {
    const page = findPageUrl() ?? findServedUrl();
    if (page === undefined) return showMessage('Open the page', NOT_DEPLOYED);
    withMigration(() => linkPage(page)).activate();
    boundSpreadsheet().toast('Click the link in the cell that is selected now.', 'The page');
  });
}

const NOT_DEPLOYED = [
  'The page is not deployed yet.',
  'Run "npm run deploy" again. Or by hand: choose Extensions > Apps Script, there Deploy > New deployment, the type Web app, "Execute as: Me" and "Who has access: Only myself".',
  'Then choose "Open the page" once more.',
].join('\n\n');
