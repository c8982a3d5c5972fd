import { properties } from '../platform/platform';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { writeValue } from '../tables/sheet';
import { column } from '../tables/tables';
import { formatTime } from './checks';
import type { Finding, HealthLine, HealthReport, State } from './report';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

/** A tab that shows what was found, and is replaced the next time. */
export interface ReportTab {
  name: string;
  /** The script property that has the tab's ID. */
  property: string;
  /** Widths of the columns, in pixels. */
  widths: readonly number[];
}

interface ReportRow {
  cells: string[];
  state?: State;
}

type Named = Finding & Pick<HealthLine, 'label'>;

export const HEALTH_TAB: ReportTab = {
  name: 'Health',
  property: 'health.tab',
  widths: [210, 70, 420, 360, 320],
};
const COLORS: Record<State, string | null> = { ok: null, warning: '#8a4b00', problem: '#b3261e' };
const WORDS: Record<State, string> = { ok: 'OK', warning: 'Warning', problem: 'Problem' };

/** Shows the lights in a tab, which replaces the last one, and below them everything else, folded. */
export function showHealthReport({ summary, lights, lines }: HealthReport): void {
  const shown: Named[] = [{ ...summary, label: 'Health' }, ...lights.map(({ detail: _, ...light }) => light)];
  const rows = [...shown, ...lines].map(({ label, state, sentence, cure = '', reachedAt, detail = '' }) => ({
    cells: [label, WORDS[state], sentence, cure, withTime(detail, reachedAt)].map((text) =>
      String(writeValue(column.text(), text)[0]),
    ),
    state,
  }));
  const sheet = showReport(HEALTH_TAB, rows);
  sheet.getRange(shown.length + 1, 1, lines.length, 1).shiftRowGroupDepth(1);
  sheet.collapseAllRowGroups();
}

/** Shows rows of text in a new tab, which replaces the last one: problems in colour, the first column in bold. */
export function showReport(tab: ReportTab, rows: readonly ReportRow[]): Sheet {
  const sheet = replaceTab(tab);
  const width = tab.widths.length;
  sheet
    .getRange(1, 1, rows.length, width)
    .setNumberFormat('@')
    .setWrap(true)
    .setVerticalAlignment('top')
    .setValues(rows.map(({ cells }) => cells))
    .setFontColors(rows.map(({ state = 'ok' }) => Array(width).fill(COLORS[state])));
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

function withTime(detail: string, reachedAt: number | undefined): string {
  return reachedAt === undefined ? detail : `As of ${formatTime(reachedAt, Date.now())}. ${detail}`.trimEnd();
}
