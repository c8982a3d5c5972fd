import { properties } from '../platform/platform';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { writeValue } from '../tables/sheet';
import { column } from '../tables/tables';
import { STATE_NAMES } from './checks';
import type { HealthLine, HealthReport, State } from './report';

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

export const HEALTH_TAB: ReportTab = {
  name: 'Health',
  property: 'health.tab',
  widths: [210, 70, 440, 440],
};
const COLORS: Record<State, string | null> = { ok: null, warning: '#8a4b00', problem: '#b3261e' };

/** Height of the row whose cell holds the whole text, in pixels. */
const TEXT_HEIGHT = 42;

/**
 * Shows the lights in a tab, which replaces the last one, then whatever else needs the owner, and at the end everything that
 * was looked at in one cell, to be copied.
 */
export function showHealthReport({ summary, lights, lines, text }: HealthReport): void {
  // A light begins with the sentence of its worst line.
  const isShown = ({ light, sentence }: HealthLine) =>
    lights.some((one) => one.light === light && one.sentence.startsWith(sentence));
  const others = lines.filter((line) => line.state !== 'ok' && !isShown(line));
  const shown = [{ ...summary, label: 'Health' }, ...lights, ...others];
  const rows: ReportRow[] = shown.map(({ label, state, sentence, cure = '' }) => ({
    cells: [label, STATE_NAMES[state], sentence, cure].map(asText),
    state,
  }));
  const last = { cells: ['To get help, copy this cell', '', asText(text), ''] };
  const sheet = showReport(HEALTH_TAB, [...rows, last]);
  sheet.setRowHeightsForced(rows.length + 1, 1, TEXT_HEIGHT);
}

/** Text as it stands in a cell: what strangers have written is no formula. */
export function asText(text: string): string {
  return String(writeValue(column.text(), text)[0]);
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
  sheet.activate();
  return sheet;
}

/** First and last index of each run of equal numbers. */
function alike(numbers: readonly number[]): [number, number][] {
  const starts = numbers.flatMap((one, at) => (one === numbers[at - 1] ? [] : [at]));
  return starts.map((start, at) => [start, (starts[at + 1] ?? numbers.length) - 1]);
}

/**
 * A new tab of this name in the place of the one before. The property has the ID of ours, since the owner may have a tab
 * of that name, or may have renamed ours.
 */
export function replaceTab(tab: ReportTab): Sheet {
  const spreadsheet = boundSpreadsheet();
  const sheets = spreadsheet.getSheets();
  const id = properties().getProperty(tab.property);
  const own = sheets.findIndex((sheet) => String(sheet.getSheetId()) === id);
  if (sheets[own]) spreadsheet.deleteSheet(sheets[own]);
  return insertReportTab(tab, own < 0 ? sheets.length : own);
}

/** A new tab at this position, from 0, which the property knows from then on. */
export function insertReportTab({ name, property, widths }: ReportTab, position: number): Sheet {
  const sheet = insertSheet(name, position);
  for (const [first, last] of alike(widths))
    sheet.setColumnWidths(first + 1, last - first + 1, widths[first] ?? 0);
  properties().setProperty(property, String(sheet.getSheetId()));
  return sheet;
}

/** The name gets a number where the owner has a tab of that name, which is the only reason for Google to refuse it. */
function insertSheet(name: string, position: number): Sheet {
  const spreadsheet = boundSpreadsheet();
  try {
    return spreadsheet.insertSheet(name, position);
  } catch (error) {
    if (!spreadsheet.getSheetByName(name)) throw error;
    return spreadsheet.insertSheet(`${name} ${Date.now()}`, position);
  }
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
