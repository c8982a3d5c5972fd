import { DAY_MS, properties } from '../platform/platform';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { writeValue } from '../tables/sheet';
import { column } from '../tables/tables';
import { type HealthCheck, toStatus } from './checks';
import { type LoggedError, listErrors } from './errors';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

export const PROBLEM_COLOUR = '#b3261e';
const WIDTHS = [200, 800];

/** Writes all of it into a tab of its own, which is made anew each time, and shows that. */
export function showChecks(checks: readonly HealthCheck[]): void {
  const errors = listErrors();
  const found = [...checks, countErrors(errors, Date.now())];
  write(remakeTab('Health', 'health.tab'), [stateOf(found), ...found, ...errors.map(toCheck)]);
}

function write(sheet: Sheet, lines: readonly HealthCheck[]): void {
  sheet
    .getRange(1, 1, lines.length, 2)
    .setNumberFormat('@')
    .setWrap(true)
    .setVerticalAlignment('top')
    .setValues(lines.map(({ label, detail }) => [cellOf(label), cellOf(detail)]))
    .setFontColors(lines.map(({ status }) => Array(2).fill(status === 'problem' ? PROBLEM_COLOUR : null)));
  sheet.getRange(1, 1, lines.length, 1).setFontWeight('bold');
  WIDTHS.forEach((width, index) => {
    sheet.setColumnWidth(index + 1, width);
  });
  sheet.activate();
}

function stateOf(checks: readonly HealthCheck[]): HealthCheck {
  const count = checks.filter(({ status }) => status === 'problem').length;
  const at = `, as of ${new Date().toISOString()}.`;
  return count === 0
    ? { label: 'State', detail: `All is well${at}` }
    : {
        label: 'State',
        detail: `${count} ${count === 1 ? 'problem' : 'problems'}, in red below${at}`,
        status: 'problem',
      };
}

function countErrors(errors: readonly LoggedError[], now: number): HealthCheck {
  const label = 'Last errors';
  if (errors.length === 0) return { label, detail: 'None.' };
  const fresh = errors.filter(({ last }) => now - Date.parse(last) < DAY_MS).length;
  const detail = `${errors.length}, the newest first; ${fresh} in the last 24 hours.`;
  return { label, detail, status: toStatus(fresh > 0) };
}

function toCheck({ words, first, last, times, requestId }: LoggedError): HealthCheck {
  const often = times > 1 ? ` Noted ${times} times since ${first}, once a minute at most.` : '';
  const request = requestId === '' ? '' : ` Request ${requestId}.`;
  return { label: last, detail: `${words}${often}${request}` };
}

function cellOf(words: string): string {
  return String(writeValue(column.text(), words)[0]);
}

/**
 * A new tab of this name in the place of the one that was made before. Which one that was is kept in the script property:
 * the owner may have a tab of that name, and may have renamed ours.
 */
export function remakeTab(name: string, property: string): Sheet {
  const spreadsheet = boundSpreadsheet();
  const id = properties().getProperty(property);
  const own = spreadsheet.getSheets().find((sheet) => String(sheet.getSheetId()) === id);
  const at = own ? own.getIndex() - 1 : spreadsheet.getNumSheets();
  if (own) spreadsheet.deleteSheet(own);
  const free = spreadsheet.getSheetByName(name) ? `${name} ${Date.now()}` : name;
  const made = spreadsheet.insertSheet(free, at);
  properties().setProperty(property, String(made.getSheetId()));
  return made;
}
