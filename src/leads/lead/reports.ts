import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described, withExample } from '../../http/described';
import { Count, Day, maxText, wholeListOf } from '../../http/fields';
import { assertPeriod } from '../../http/period';
import { cached } from '../../http/report-routes';
import { type Call, type Routes, route } from '../../http/route';
import { deskTimeZone } from '../../platform/time-zone';
import { countGroups, MAX_DAYS } from '../../reports/report';
import { periodOf } from '../../reports/report-view';
import { CONVERTED, EVERY, ofLeads } from './lead-reports';

/** Days in the time zone of the spreadsheet, both included. */
const ReportQuery = v.strictObject({
  from: described(v.optional(Day), 'The first day, in the time zone of the sheet.'),
  to: described(v.optional(Day), 'The last day, included.'),
  location: described(v.optional(maxText(80)), 'Only this location. All locations by default.'),
});
type ReportQuery = v.InferOutput<typeof ReportQuery>;

const Summary = v.strictObject({
  totalLeads: described(Count, 'How many leads were created.', 128),
  conv: described(v.number(), 'The share of these leads that ever had an appointment or bought.', 0.1875),
  avgScore: described(v.number(), 'Their average score.', 54.2),
});
export type Summary = v.InferOutput<typeof Summary>;

const SourceCount = v.strictObject({
  source: described(v.string(), 'Where leads come from.', 'api'),
  leads: described(Count, 'How many leads come from there.', 86),
});
const Sources = wholeListOf(SourceCount);
export type Sources = v.InferOutput<typeof Sources>;

const DayCount = v.strictObject({
  day: described(Day, 'A day in the time zone of the sheet.', '2026-11-20'),
  leads: described(Count, 'How many leads were created on that day.', 9),
  converted: described(
    Count,
    'How many of the leads of that day have had an appointment or bought since.',
    2,
  ),
});
const Days = wholeListOf(DayCount);
export type Days = v.InferOutput<typeof Days>;

/** Today and the days before it, where nobody says which. */
const USUAL_DAYS = 14;

const access = rolesWith('leads');

export const REPORT_ROUTES: Routes = {
  'GET /v1/analytics/summary': route({
    summary: 'Returns the number of leads, their conversion rate and their average score',
    access,
    query: withExample(ReportQuery, { from: '2026-11-01', to: '2026-11-30', location: 'Austin' }),
    response: Summary,
    handle: getSummary,
  }),
  'GET /v1/analytics/sources': route({
    summary: 'Returns the number of leads by source',
    access,
    query: withExample(ReportQuery, { from: '2026-11-01', to: '2026-11-30' }),
    response: Sources,
    handle: getSources,
  }),
  'GET /v1/analytics/days': route({
    summary:
      'Returns the number of leads of each day, the last fourteen by default, and how many were converted',
    access,
    query: withExample(ReportQuery, { from: '2026-11-20', to: '2026-11-20' }),
    response: Days,
    handle: getDays,
  }),
};

const SUMMARY = ofLeads({
  measures: {
    totalLeads: EVERY,
    conv: { ...CONVERTED, fold: 'average' },
    avgScore: { fold: 'average', of: 'score' },
  },
});
const SOURCES = ofLeads({ measures: { leads: EVERY } });
const DAYS = ofLeads({ measures: { leads: EVERY, converted: CONVERTED } });

function getSummary({ query }: Call<undefined, ReportQuery>): Summary {
  return cached(['summary', query], () => {
    const { location, ...days } = query;
    assertPeriod(days);
    const [[leads] = []] = SUMMARY.count({ questions: [days] }, { location });
    const { totalLeads, conv, avgScore } = leads?.values ?? {};
    return {
      totalLeads: totalLeads ?? 0,
      conv: Number((conv ?? 0).toFixed(4)),
      avgScore: Number((avgScore ?? 0).toFixed(2)),
    };
  });
}

/** The most frequent first, then by name. */
function getSources({ query }: Call<undefined, ReportQuery>): Sources {
  return cached(['sources', query], () => {
    const { location, ...days } = query;
    assertPeriod(days);
    const [groups = []] = countGroups(SOURCES, { questions: [{ ...days, by: 'source' }] }, { location });
    return { data: groups.map(({ label, values }) => ({ source: label, leads: values.leads ?? 0 })) };
  });
}

/** Leads count on the day of their creation, whenever they were converted: over all days they add up to the summary. */
function getDays({ query }: Call<undefined, ReportQuery>): Days {
  return cached(['days', query], () => {
    const { location, ...days } = query;
    const period = periodOf({}, { ...days, zone: deskTimeZone(), usualDays: USUAL_DAYS });
    assertPeriod(period, MAX_DAYS);
    const [groups = []] = countGroups(DAYS, { questions: [{ ...period, by: 'day' }] }, { location });
    const data = groups.map(({ label, values: { leads, converted } }) => ({
      day: label,
      leads: leads ?? 0,
      converted: converted ?? 0,
    }));
    return { data };
  });
}
