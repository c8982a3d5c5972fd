import { isAddOn, rememberAddOn } from './add-on';

type Event = { authMode?: unknown };

/** Shown in the sheet; a menu calls functions by their global names. As an add-on it stands below Extensions. */
export function onOpen(event?: Event): void {
  showMenu(isAddOn(event));
}

/** Only an add-on is installed. */
export function onInstall(): void {
  showMenu(true);
  rememberAddOn(true);
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
