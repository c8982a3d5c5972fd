import * as v from 'valibot';
import * as cache from '../platform/cache';
import { digest } from '../platform/platform';
import { CHARTS, MAX_DAYS, type Report, UNITS } from '../reports/report';
import { periodOf, type ReportView, viewReport } from '../reports/report-view';
import { described } from './described';
import { Count, csvQuery, Day } from './fields';
import { assertPeriod } from './period';
import { type Call, type Routes, route } from './route';

interface Source<S> {
  /** The roles that may read the reports. */
  access: readonly string[];
  /** Days of a period, today among them, where nobody says which. */
  usualDays: number;
  /** Parameters of its own. */
  query?: v.ObjectEntries;
  /** Further errors of `open`. */
  errorStatuses?: readonly number[];
  /** Reads of what the reports are, after the check that the caller may. `currency` is of figures that are money. */
  open(call: Call<undefined, Record<string, string | undefined>>): Opened<S>;
}

interface Opened<S> {
  scope: S;
  /** Asked for only where the figures have to be counted: that of the sheet takes most of a second to read. */
  zoneOf(): string;
  currency?: string;
}

/** Reading columns takes seconds, and reports need not be newer than a minute. */
const TTL_S = 60;

const Period = {
  from: described(v.optional(Day), 'The first day.'),
  to: described(
    v.optional(Day),
    `The last day, included. Today by default; at most ${MAX_DAYS} days in all.`,
  ),
};

const Measure = v.strictObject({
  name: described(v.string(), 'The name of its figures.', 'leads'),
  label: described(v.string(), 'What people call it.', 'Leads'),
  unit: described(v.picklist(UNITS), 'What it is counted in; money in minor units.', 'count'),
});

/** Answers for a minute what was counted before. */
export function cached<R>(asked: readonly unknown[], count: () => R): R {
  return cache.getOrSet(`report ${digest(JSON.stringify(asked), 22)}`, TTL_S, count);
}

/** A route for each report, `GET /v1/reports/:id`. */
export function reportRoutes<S>(reports: readonly Report<S>[], source: Source<S>): Routes {
  return Object.fromEntries(
    reports.map((report) => [`GET /v1/reports/${report.id}` as const, reportRoute(report, source)]),
  );
}

function reportRoute<S>(
  report: Report<S>,
  { access, usualDays, query = {}, errorStatuses = [], open }: Source<S>,
) {
  const names = Object.keys(report.measures);
  const figure = described(v.nullable(v.number()), 'The figure. Null where nothing has one.', 1);
  const figures = v.strictObject(Object.fromEntries(names.map((name) => [name, figure])));
  const parameters: v.ObjectEntries = {
    ...query,
    ...Period,
    format: csvQuery.format,
    by: described(v.optional(v.picklist(report.by), report.by[0]), 'What the figures are grouped by.'),
  };
  return route({
    summary: report.question,
    access,
    query: v.strictObject(parameters),
    response: v.strictObject({
      id: described(v.string(), 'The ID of the report.', report.id),
      question: described(v.string(), 'What it answers.', report.question),
      answer: described(v.string(), 'The answer as a sentence.'),
      from: described(Day, 'The first day.', '2026-11-15'),
      to: described(Day, 'The last day, included.', '2026-11-21'),
      by: described(v.string(), 'What the figures are grouped by.', report.by[0]),
      groupings: described(v.array(v.string()), 'What the figures can be grouped by.', [...report.by]),
      chart: described(v.picklist(CHARTS), 'The picture that shows it best.'),
      currency: described(v.exactOptional(v.string()), 'ISO 4217, of figures that are money.', 'EUR'),
      measures: described(v.array(Measure), 'The measures.'),
      totals: described(figures, 'The figures of the whole period.'),
      before: described(figures, 'The same of as many days before, with the same weekdays.'),
      data: described(
        v.array(
          v.strictObject({
            label: described(v.string(), 'A day, an hour or a name.', 'api'),
            ...figures.entries,
          }),
        ),
        'The groups: days and hours in their order, others by the first figure.',
      ),
      total: described(Count, 'How many groups there are.', 1),
    }),
    errorStatuses,
    csvColumns: ['label', ...names],
    handle(call: Call<undefined, Record<string, string | undefined>>): ReportView {
      const { scope, zoneOf, currency } = open(call);
      const { by = report.by[0], ...given } = call.query;
      return cached([report.id, scope, by, given], () => {
        const zone = zoneOf();
        const period = periodOf(report, { ...given, zone, usualDays });
        assertPeriod(period, MAX_DAYS);
        return viewReport(report, {
          ...{ ...period, zone, by, scope },
          ...(currency === undefined ? {} : { currency }),
        });
      });
    },
  });
}
