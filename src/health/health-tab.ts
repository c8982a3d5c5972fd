import { DAY_MS, properties } from '../platform/platform';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { writeValue } from '../tables/sheet';
import { column } from '../tables/tables';
import { type HealthCheck, toStatus } from './checks';
import { type LoggedError, listErrors } from './errors';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

export const PROBLEM_COLOR = '#b3261e';
const WIDTHS = [200, 800];

/** Shows the checks and the last errors in a tab, which replaces the last one. */
export function showChecks(checks: readonly HealthCheck[]): void {
  const errors = listErrors();
  const all = [...checks, checkErrors(errors, Date.now())];
  const lines = [summarize(all), ...all, ...errors.map(toLine)];
  const sheet = replaceTab('Health', 'health.tab');
  const colors = lines.map(({ status }) => Array(2).fill(status === 'problem' ? PROBLEM_COLOR : null));
  sheet
    .getRange(1, 1, lines.length, 2)
    .setNumberFormat('@')
    .setWrap(true)
    .setVerticalAlignment('top')
    .setValues(lines.map(({ label, detail }) => [toCell(label), toCell(detail)]))
    .setFontColors(colors);
  sheet.getRange(1, 1, lines.length, 1).setFontWeight('bold');
  WIDTHS.forEach((width, index) => {
    sheet.setColumnWidth(index + 1, width);
  });
  sheet.activate();
}

/**
 * A new tab of this name in the place of the one before. The property has the ID of ours, since the owner may have a tab
 * of that name, or may have renamed ours.
 */
export function replaceTab(name: string, property: string): Sheet {
  const spreadsheet = boundSpreadsheet();
  const id = properties().getProperty(property);
  const own = spreadsheet.getSheets().find((sheet) => String(sheet.getSheetId()) === id);
  const position = own ? own.getIndex() - 1 : spreadsheet.getNumSheets();
  if (own) spreadsheet.deleteSheet(own);
  const freeName = spreadsheet.getSheetByName(name) ? `${name} ${Date.now()}` : name;
  const sheet = spreadsheet.insertSheet(freeName, position);
  properties().setProperty(property, String(sheet.getSheetId()));
  return sheet;
}

function summarize(checks: readonly HealthCheck[]): HealthCheck {
  const count = checks.filter(({ status }) => status === 'problem').length;
  const state = count === 0 ? 'All is well' : `${count} problem${count === 1 ? '' : 's'}, in red below`;
  const detail = `${state}, as of ${new Date().toISOString()}.`;
  return { label: 'State', detail, status: toStatus(count > 0) };
}

function checkErrors(errors: readonly LoggedError[], now: number): HealthCheck {
  const label = 'Last errors';
  if (errors.length === 0) return { label, detail: 'None.' };
  const recent = errors.filter(({ last }) => now - Date.parse(last) < DAY_MS).length;
  const detail = `${errors.length}, newest first; ${recent} in the last 24 hours.`;
  return { label, detail, status: toStatus(recent > 0) };
}

function toLine({ words, first, last, times, requestId }: LoggedError): HealthCheck {
  const often = times > 1 ? ` Recorded ${times} times since ${first}, at most once a minute.` : '';
  const request = requestId === '' ? '' : ` Request ${requestId}.`;
  return { label: last, detail: `${words}${often}${request}` };
}

function toCell(text: string): string {
  return String(writeValue(column.text(), text)[0]);
}
