import { text } from '../tables/columns';
import { writeValue } from '../tables/rows';
import { type LoggedError, listErrors } from './errors';

/** A line of Health: what is looked at, and how it stands. */
export interface Finding {
  what: string;
  how: string;
  /** Somebody has to do something about it. */
  isTrouble?: boolean;
}

const TAB = 'Health';
const TROUBLE = '#b3261e';
const WIDTHS = [200, 800];

/** Writes all of it into a tab of its own, which is made anew each time, and shows that. */
export function showFindings(findings: readonly Finding[]): void {
  const sheet = emptyTab();
  const errors = listErrors().map(toFinding);
  const lines: Finding[] = [
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
  const sheet = spreadsheet.getSheetByName(TAB);
  return sheet?.clear() ?? spreadsheet.insertSheet(TAB, spreadsheet.getNumSheets());
}

function toFinding({ words, first, last, times, requestId }: LoggedError): Finding {
  const often = times > 1 ? ` ${times} times since ${first}.` : '';
  const request = requestId === '' ? '' : ` Request ${requestId}.`;
  return { what: last, how: `${words}${often}${request}` };
}

function cellOf(words: string): string {
  return String(writeValue(text(), words)[0]);
}
