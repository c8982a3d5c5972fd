import { text } from '../tables/columns';
import { writeValue } from '../tables/rows';
import { type LoggedError, listErrors } from './errors';
import type { Finding } from './findings';
import { remakeTab } from './own-tab';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const TROUBLE = '#b3261e';
const WIDTHS = [200, 800];
const DAY_MS = 86_400_000;

/** Writes all of it into a tab of its own, which is made anew each time, and shows that. */
export function showFindings(findings: readonly Finding[]): void {
  const errors = listErrors();
  const found = [...findings, countErrors(errors, Date.now())];
  write(remakeTab('Health', 'health.tab'), [stateOf(found), ...found, ...errors.map(toFinding)]);
}

function write(sheet: Sheet, lines: readonly Finding[]): void {
  sheet
    .getRange(1, 1, lines.length, 2)
    .setNumberFormat('@')
    .setWrap(true)
    .setVerticalAlignment('top')
    .setValues(lines.map(({ what, how }) => [cellOf(what), cellOf(how)]))
    .setFontColors(lines.map(({ isTrouble }) => Array(2).fill(isTrouble ? TROUBLE : null)));
  sheet.getRange(1, 1, lines.length, 1).setFontWeight('bold');
  WIDTHS.forEach((width, index) => {
    sheet.setColumnWidth(index + 1, width);
  });
  sheet.activate();
}

function stateOf(findings: readonly Finding[]): Finding {
  const count = findings.filter(({ isTrouble }) => isTrouble).length;
  const at = `, as of ${new Date().toISOString()}.`;
  return count === 0
    ? { what: 'State', how: `All is well${at}` }
    : { what: 'State', how: `${count} to look after, in red below${at}`, isTrouble: true };
}

function countErrors(errors: readonly LoggedError[], now: number): Finding {
  const what = 'Last errors';
  if (errors.length === 0) return { what, how: 'None.' };
  const fresh = errors.filter(({ last }) => now - Date.parse(last) < DAY_MS).length;
  const how = `${errors.length}, the newest first; ${fresh} in the last 24 hours.`;
  return { what, how, isTrouble: fresh > 0 };
}

function toFinding({ words, first, last, times, requestId }: LoggedError): Finding {
  const often = times > 1 ? ` Noted ${times} times since ${first}, once a minute at most.` : '';
  const request = requestId === '' ? '' : ` Request ${requestId}.`;
  return { what: last, how: `${words}${often}${request}` };
}

function cellOf(words: string): string {
  return String(writeValue(text(), words)[0]);
}
