import { boundSpreadsheet } from '../platform/spreadsheet';
import { tell } from '../sheet/dialog';
import { rangeOfValue } from '../tables/tables';
import { inDesk } from './home';
import { inLayout } from './lay-out';
import { findPageUrl, findServedUrl } from './page-url';
import { SETTINGS } from './tables';

/**
 * From the menu, which cannot open an address without one more permission (script.container.ui). So a cell of the tab
 * Settings links to the page, and is selected.
 */
export function openPage(): void {
  inDesk('Open the page', () => {
    const page = findPageUrl() ?? findServedUrl();
    if (page === undefined) return tell('Open the page', NOT_DEPLOYED);
    inLayout(() => linkPage(page)).activate();
    boundSpreadsheet().toast('Click the link in the cell that is selected now.', 'The page');
  });
}

/** A real link: a text that only looks like an address cannot be clicked. */
export function linkPage(page: string | undefined): GoogleAppsScript.Spreadsheet.Range {
  const cell = rangeOfValue(SETTINGS, 'page');
  // A copy of the spreadsheet brings a link to the page of another desk.
  if (page === undefined) return cell.clearContent();
  return cell.setRichTextValue(SpreadsheetApp.newRichTextValue().setText(page).setLinkUrl(page).build());
}

const NOT_DEPLOYED = [
  'The page is not deployed yet.',
  'Run "npm run deploy" again. Or by hand: choose Extensions > Apps Script, there Deploy > New deployment, the type Web app, "Execute as: Me" and "Who has access: Only myself".',
  'Then choose "Open the page" once more.',
].join('\n\n');
