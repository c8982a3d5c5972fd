import type { ReportRow, ReportView } from '../../../src/reports/report-view';
import { formatDay, formatShortDay, LOCALE } from '../format';
import { formatMoney } from '../money';
import { report as TEXTS } from '../texts';

export type Measure = ReportView['measures'][number];

/** The figure of a row, where it has one. */
export function numberIn(row: ReportRow, { name }: Measure): number | undefined {
  const figure = row[name];
  return typeof figure === 'number' ? figure : undefined;
}

/** `1,024`, `14 min`, `20%` or `€4.50`; a dash where there is no figure. */
export function formatFigure(
  figure: number | string | null | undefined,
  { unit }: Measure,
  currency = '',
): string {
  if (typeof figure !== 'number') return TEXTS.nothing;
  if (unit === 'money') return formatMoney(Math.round(figure), currency);
  if (unit === 'share') return figure.toLocaleString(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
  return unit === 'minutes' ? formatMinutes(figure) : figure.toLocaleString(LOCALE);
}

/** `2 Nov`, `07:00`, or the name of the group. */
export function formatLabel(label: string, by: string, { isShort = false } = {}): string {
  if (by === 'hour') return `${label}:00`;
  if (by !== 'day') return label;
  return isShort ? formatShortDay(label) : formatDay(label);
}

const HOUR = 60;
const DAY = 24 * HOUR;

function formatMinutes(minutes: number): string {
  if (minutes >= 2 * DAY) return TEXTS.days(round(minutes / DAY));
  if (minutes >= 2 * HOUR) return TEXTS.hours(round(minutes / HOUR));
  return TEXTS.minutes(minutes < 10 ? round(minutes) : minutes.toFixed(0));
}

function round(figure: number): string {
  return figure.toLocaleString(LOCALE, { maximumFractionDigits: 1 });
}
