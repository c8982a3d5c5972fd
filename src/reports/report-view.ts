import { addDays, type Days, isDay, today } from '../platform/day';
import { type CHARTS, type Question, type Report, runReport, type UNITS, type Values } from './report';

/** A report as it goes out. The pages are compiled against it. */
export interface ReportView {
  id: string;
  question: string;
  /** The answer as a sentence. */
  answer: string;
  from: string;
  to: string;
  by: string;
  /** Names by which it can be grouped instead. */
  groupings: readonly string[];
  chart: (typeof CHARTS)[number];
  /** ISO 4217, of figures that are money, which are in minor units. */
  currency?: string;
  measures: { name: string; label: string; unit: (typeof UNITS)[number] }[];
  totals: Values;
  before: Values;
  /** The groups, each with its figures by the names of the measures. */
  data: ReportRow[];
  /** Number of the groups. */
  total: number;
}

export type ReportRow = { label: string } & Record<string, number | string | null>;

/** The days of a report, today the last of them where nobody says which, and the only one of what is of now. */
export function periodOf(
  { isNow }: { isNow?: true },
  { from, to, zone, usualDays }: Question & { zone: string; usualDays: number },
): Days {
  const last = isNow ? today(zone) : (to ?? today(zone));
  const usual = addDays(last, isNow ? 0 : 1 - usualDays);
  // Nothing is before the year 0.
  const first = isDay(usual) ? usual : last;
  return { from: isNow ? first : (from ?? first), to: last };
}

interface Opened<S> {
  zone: string;
  scope: S;
  currency?: string;
}

interface Asked<S> extends Opened<S>, Days {
  by: string;
}

export function viewReport<S>(report: Report<S>, { currency, ...asked }: Asked<S>): ReportView {
  const { from, to, by } = asked;
  const { id, question, chart } = report;
  const { totals, before, groups, answer } = runReport(report, asked);
  const measures = Object.entries(report.measures).map(([name, { label, unit }]) => ({ name, label, unit }));
  const data = groups.map(({ label, values }) => ({ label, ...values }));
  return {
    ...{ id, question, answer, from, to, by, groupings: report.by, chart },
    ...(currency === undefined ? {} : { currency }),
    ...{ measures, totals, before, data, total: data.length },
  };
}

/** A report as it is where nobody asks for other days or groups. */
export function viewUsual<S>(
  report: Report<S>,
  { usualDays, ...opened }: Opened<S> & { usualDays: number },
): ReportView {
  const days = periodOf(report, { zone: opened.zone, usualDays });
  return viewReport(report, { ...opened, ...days, by: report.by[0] });
}
