import { text } from '../tables/columns';
import { writeValue } from '../tables/rows';
import { type LoggedError, listErrors } from './errors';
import type { Finding } from './findings';

/** The second where its owner has a tab of the first name already. */
const TABS = ['Health', 'Health (Sheetdesk)'] as const;
/** Begins the tab, so that it is known again. */
const FIRST = 'State';
const TROUBLE = '#b3261e';
const WIDTHS = [200, 800];

/** Writes all of it into a tab of its own, which is made anew each time, and shows that. */
export function showFindings(findings: readonly Finding[]): void {
  const sheet = emptyTab();
  const errors = listErrors().map(toFinding);
  const lines: Finding[] = [
    stateOf(findings),
    ...findings,
    { what: '', how: '' },
    { what: 'Last errors', how: errors.length === 0 ? 'None.' : `${errors.length}, the newest first.` },
    ...errors,
  ];
  const range = sheet.getRange(1, 1, lines.length, 2);
  range
    .setNumberFormat('@')
    .setWrap(true)
    .setVerticalAlignment('top')
    .setValues(lines.map(({ what, how }) => [cellOf(what), cellOf(how)]));
  range.setFontColors(lines.map(({ isTrouble }) => Array(2).fill(isTrouble ? TROUBLE : null)));
  sheet.getRange(1, 1, lines.length, 1).setFontWeight('bold');
  WIDTHS.forEach((width, index) => {
    sheet.setColumnWidth(index + 1, width);
  });
  sheet.activate();
}

function emptyTab(): GoogleAppsScript.Spreadsheet.Sheet {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const name = TABS.find((tab) => isOurs(spreadsheet.getSheetByName(tab))) ?? TABS[1];
  return (
    spreadsheet.getSheetByName(name)?.clear() ?? spreadsheet.insertSheet(name, spreadsheet.getNumSheets())
  );
}

function isOurs(sheet: GoogleAppsScript.Spreadsheet.Sheet | null): boolean {
  return !sheet || sheet.getRange(1, 1).getValue() === FIRST;
}

function stateOf(findings: readonly Finding[]): Finding {
  const count = findings.filter(({ isTrouble }) => isTrouble).length;
  const at = `, as of ${new Date().toISOString()}.`;
  return count === 0
    ? { what: FIRST, how: `All is well${at}` }
    : { what: FIRST, how: `${count} to look after, in red below${at}`, isTrouble: true };
}

function toFinding({ words, first, last, times, requestId }: LoggedError): Finding {
  const often = times > 1 ? ` ${times} times since ${first}.` : '';
  const request = requestId === '' ? '' : ` Request ${requestId}.`;
  return { what: last, how: `${words}${often}${request}` };
}

function cellOf(words: string): string {
  return String(writeValue(text(), words)[0]);
}
