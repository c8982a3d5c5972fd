import { asText, findReportTab, insertReportTab, type ReportTab } from '../health/health-tab';
import { HOUR_MS, properties, withScriptLock } from '../platform/platform';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { deskTimeZone } from '../platform/time-zone';
import { comparable } from './comparable';
import type { CHARTS } from './report';
import type { ReportView } from './report-view';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

/** A report of the tab, under a title of its own where several have the same question. */
export interface Shown {
  title?: string;
  view: ReportView;
  /** Decimals of the main unit of figures that are money. */
  decimals?: number;
}

const TAB: ReportTab = { name: 'Overview', property: 'overview.tab', widths: [180, 110, 110, 110, 110] };
const REFRESHED_AT = 'overview.refreshedAt';

/** Rows of a report whose groups are no days or hours: the highest of them. */
const MAX_GROUPS = 10;
/** Rows of a tab that the timer counts. */
const MAX_ROWS = 20_000;
/** Rows of a chart with the space below it. */
const CHART_ROWS = 18;
/** Rows above the figures: the question, the answer, and what the columns are. */
const HEAD_ROWS = 3;
/** First column of the charts, beside the figures. */
const CHART_COLUMN = 7;

const CHART_TYPES: Record<(typeof CHARTS)[number], 'COLUMN' | 'BAR'> = {
  columns: 'COLUMN',
  bars: 'BAR',
  totals: 'BAR',
};

/** Makes the tab and its charts where they are not there. Whatever is there the owner may have changed, and it stays. */
export function setUpOverview(read: () => readonly Shown[]): Sheet {
  const shown = read();
  // Two who set up at once make one tab.
  return withScriptLock(() => {
    SpreadsheetApp.flush();
    const known = findReportTab(TAB);
    const sheet = known ?? insertReportTab(TAB, boundSpreadsheet().getNumSheets());
    if (!known) write(sheet, shown);
    const drawn = new Set(
      sheet.getCharts().flatMap((chart) => chart.getRanges().map((range) => range.getRow())),
    );
    for (const { at, one } of placed(shown)) if (!drawn.has(at + HEAD_ROWS - 1)) draw(sheet, one, at);
    SpreadsheetApp.flush();
    return sheet;
  });
}

/** Brings the figures up to date and shows them. From the menu. */
export function showOverview(read: () => readonly Shown[]): void {
  const shown = read();
  const sheet = setUpOverview(() => shown);
  write(sheet, shown);
  sheet.activate();
}

/** Tells by the properties, as they are stored, whether there is a tab whose figures are an hour old. */
export function isOverviewOld(stored: Readonly<Record<string, string>>): boolean {
  return TAB.property in stored && Date.now() - overviewRefreshedAt(stored) >= HOUR_MS;
}

/** Epoch ms of the last refresh; 0 before the first. */
export function overviewRefreshedAt(stored: Readonly<Record<string, string>>): number {
  return Number(stored[REFRESHED_AT] ?? 0);
}

/**
 * Brings the figures up to date in one write, by the timer. A tab that its owner has deleted stays deleted; and one over many
 * rows, to count which takes minutes of the timer's day, is left to the menu.
 *
 * @param counted names of the tabs whose rows the figures are of
 */
export function refreshOverview(read: () => readonly Shown[], counted: readonly string[] = []): void {
  const sheet = findReportTab(TAB);
  if (!sheet) properties().deleteProperty(TAB.property);
  else if (counted.some(isLarge)) properties().setProperty(REFRESHED_AT, String(Date.now()));
  else write(sheet, read());
}

function isLarge(tab: string): boolean {
  return (boundSpreadsheet().getSheetByName(tab)?.getLastRow() ?? 0) > MAX_ROWS;
}

/** Each report with the row that it begins in, under the row that says when the figures were counted. */
function placed(shown: readonly Shown[]): { at: number; one: Shown }[] {
  let next = 2;
  return shown.map((one) => {
    const at = next;
    next += Math.max(HEAD_ROWS + heightOf(one.view) + 1, CHART_ROWS);
    return { at, one };
  });
}

/** Rows of the figures. They are as many however many groups there are, so that nothing below moves. */
function heightOf({ chart, by, data, measures }: ReportView): number {
  if (chart === 'totals') return measures.length;
  return by === 'day' || by === 'hour' ? data.length : MAX_GROUPS;
}

function write(sheet: Sheet, shown: readonly Shown[]): void {
  const now = Utilities.formatDate(new Date(), deskTimeZone(), 'yyyy-MM-dd HH:mm');
  const rows: unknown[][] = [[asText(`As of ${now}.`)]];
  for (const { at, one } of placed(shown)) {
    while (rows.length < at - 1) rows.push([]);
    rows.push(...rowsOf(one));
  }
  const width = TAB.widths.length;
  const cells = rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
  sheet.getRange(1, 1, cells.length, width).setValues(cells);
  properties().setProperty(REFRESHED_AT, String(Date.now()));
}

function rowsOf({ title, view, decimals }: Shown): unknown[][] {
  const { question, answer, measures, data, totals, chart } = view;
  const head = [[asText(title ?? question)], [asText(answer)]];
  const height = heightOf(view);
  if (chart === 'totals') {
    const rows = measures.map((one) => [asText(one.label), toCell(totals, one, decimals)]);
    return [...head, [], ...rows];
  }
  const rows = data
    .slice(0, height)
    .map((row) => [asText(row.label), ...measures.map((one) => toCell(row, one, decimals))]);
  const blank = Array.from({ length: height - rows.length }, () => []);
  return [...head, [asText(view.by), ...measures.map(({ label }) => asText(label))], ...rows, ...blank];
}

/** Money in main units, everything else as it is. */
function toCell(
  row: Readonly<Record<string, number | string | null>>,
  { name, unit }: ReportView['measures'][number],
  decimals = 0,
): number | string {
  const figure = row[name];
  if (typeof figure !== 'number') return '';
  return unit === 'money' ? figure / 10 ** decimals : figure;
}

/** The chart reads its figures from the tab. Its first row says what the columns are. */
function draw(sheet: Sheet, { title, view }: Shown, at: number): void {
  const { chart, question } = view;
  const width = chart === 'totals' ? 1 : comparable(view).length;
  const range = sheet.getRange(at + HEAD_ROWS - 1, 1, heightOf(view) + 1, width + 1);
  const built = sheet
    .newChart()
    .setChartType(Charts.ChartType[CHART_TYPES[chart]])
    .addRange(range)
    .setNumHeaders(1)
    .setOption('title', title ?? question)
    .setPosition(at, CHART_COLUMN, 0, 0)
    .build();
  sheet.insertChart(built);
}
