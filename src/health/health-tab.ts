import { properties } from '../platform/platform';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { writeValue } from '../tables/sheet';
import { column } from '../tables/tables';
import { type HealthCheck, toStatus } from './checks';
import { errorChecks } from './errors';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

/** A tab that shows what was found, and is replaced the next time. */
export interface ReportTab {
  name: string;
  /** The script property that has the tab's ID. */
  property: string;
  /** Of the columns, in pixels. */
  widths: readonly number[];
}

interface ReportRow {
  cells: string[];
  isProblem?: boolean;
}

export const HEALTH_TAB: ReportTab = { name: 'Health', property: 'health.tab', widths: [200, 800] };
const PROBLEM_COLOR = '#b3261e';

/** Shows the checks and the last errors in a tab, which replaces the last one. */
export function showChecks(checks: readonly HealthCheck[]): void {
  const all = [...checks, ...errorChecks(Date.now())];
  const rows = [summarize(all), ...all].map(({ label, detail, status }) => ({
    cells: [label, detail].map((text) => String(writeValue(column.text(), text)[0])),
    isProblem: status === 'problem',
  }));
  showReport(HEALTH_TAB, rows);
}

/** Shows rows of text in a new tab, which replaces the last one: problems in red, the first column in bold. */
export function showReport(tab: ReportTab, rows: readonly ReportRow[]): Sheet {
  const sheet = replaceTab(tab);
  const width = tab.widths.length;
  sheet
    .getRange(1, 1, rows.length, width)
    .setNumberFormat('@')
    .setWrap(true)
    .setVerticalAlignment('top')
    .setValues(rows.map(({ cells }) => cells))
    .setFontColors(rows.map(({ isProblem }) => Array(width).fill(isProblem ? PROBLEM_COLOR : null)));
  sheet.getRange(1, 1, rows.length, 1).setFontWeight('bold');
  tab.widths.forEach((pixels, index) => {
    sheet.setColumnWidth(index + 1, pixels);
  });
  sheet.activate();
  return sheet;
}

/**
 * A new tab of this name in the place of the one before. The property has the ID of ours, since the owner may have a tab
 * of that name, or may have renamed ours.
 */
export function replaceTab(tab: ReportTab): Sheet {
  const { name, property } = tab;
  const spreadsheet = boundSpreadsheet();
  const own = findReportTab(tab);
  const position = own ? own.getIndex() - 1 : spreadsheet.getNumSheets();
  if (own) spreadsheet.deleteSheet(own);
  const freeName = spreadsheet.getSheetByName(name) ? `${name} ${Date.now()}` : name;
  const sheet = spreadsheet.insertSheet(freeName, position);
  properties().setProperty(property, String(sheet.getSheetId()));
  return sheet;
}

/** Undefined where there is none. */
export function findReportTab({ property }: ReportTab): Sheet | undefined {
  const id = properties().getProperty(property);
  return boundSpreadsheet()
    .getSheets()
    .find((sheet) => String(sheet.getSheetId()) === id);
}

export function removeReportTab(tab: ReportTab): void {
  const own = findReportTab(tab);
  if (own) boundSpreadsheet().deleteSheet(own);
  properties().deleteProperty(tab.property);
}

function summarize(checks: readonly HealthCheck[]): HealthCheck {
  const count = checks.filter(({ status }) => status === 'problem').length;
  const state = count === 0 ? 'No problems' : `${count} problem${count === 1 ? '' : 's'}, in red below`;
  const detail = `${state}, as of ${new Date().toISOString()}.`;
  return { label: 'State', detail, status: toStatus(count > 0) };
}
