import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described, withExample } from '../../http/described';
import { Count, Day, maxText, wholeListOf } from '../../http/fields';
import { assertPeriod } from '../../http/period';
import { type Call, type Routes, route } from '../../http/route';
import * as cache from '../../platform/cache';
import { addDays, endOfDay, isDay, listDays, startOfDay, today } from '../../platform/day';
import { deskTimeZone } from '../../platform/time-zone';
import { summarize, type Where } from '../../tables/tables';
import { LEADS } from '../tables';

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
const MAX_DAYS = 366;

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

function getSummary({ query }: Call<undefined, ReportQuery>): Summary {
  return cached('summary', query, () => {
    const [leads] = summarize(LEADS, { where: whereOf(query), sum: ['score'], count: ['convertedAt'] });
    const { rows = 0, sums, counts } = leads ?? {};
    return {
      totalLeads: rows,
      conv: ratio(counts?.convertedAt ?? 0, rows, 4),
      avgScore: ratio(sums?.score ?? 0, rows, 2),
    };
  });
}

/** The most frequent first, then by name. */
function getSources({ query }: Call<undefined, ReportQuery>): Sources {
  return cached('sources', query, () => {
    const counts = new Map<string, number>();
    for (const { value, rows } of summarize(LEADS, { where: whereOf(query), by: 'source' })) {
      const source = value.trim() || 'unknown';
      counts.set(source, (counts.get(source) ?? 0) + rows);
    }
    const data = [...counts].map(([source, leads]) => ({ source, leads }));
    return { data: data.sort((a, b) => b.leads - a.leads || (a.source < b.source ? -1 : 1)) };
  });
}

/** Leads count on the day of their creation, whenever they were converted: over all days they add up to the summary. */
function getDays({ query }: Call<undefined, ReportQuery>): Days {
  return cached('days', query, () => {
    const zone = deskTimeZone();
    const { to = today(zone), location } = query;
    const usual = addDays(to, 1 - USUAL_DAYS);
    // Nothing is before the year 0.
    const { from = isDay(usual) ? usual : to } = query;
    assertPeriod({ from, to }, MAX_DAYS);
    const days = listDays({ from, to });
    const starts = days.map((day) => startOfDay(day, zone));
    const counted = summarize(LEADS, {
      where: whereOf({ from, to, location }),
      by: 'createdAt',
      starts,
      count: ['convertedAt'],
    });
    const byStart = new Map(counted.map((group) => [group.value.getTime(), group]));
    const data = days.map((day, index) => {
      const { rows = 0, counts } = byStart.get(starts[index] ?? Number.NaN) ?? {};
      return { day, leads: rows, converted: counts?.convertedAt ?? 0 };
    });
    return { data };
  });
}

/** Reading a whole column takes a second, and reports need not be newer than a minute. */
const TTL_S = 60;
/** The platform's limit for a key is 250. */
const MAX_KEY_CHARACTERS = 200;

function cached<R>(report: string, { from = '', to = '', location }: ReportQuery, read: () => R): R {
  if (from && to) assertPeriod({ from, to });
  const key = `leads.${report} ${from} ${to} ${location === undefined ? '' : encodeURIComponent(`=${location}`)}`;
  if (key.length > MAX_KEY_CHARACTERS) return read();
  return cache.getOrSet(key, TTL_S, read);
}

function whereOf({ from, to, location }: ReportQuery): Where<typeof LEADS> {
  if (from === undefined && to === undefined) return { createdAt: { isEmpty: false }, location };
  const zone = deskTimeZone();
  return {
    createdAt: {
      ...(from === undefined ? {} : { gte: new Date(startOfDay(from, zone)) }),
      ...(to === undefined ? {} : { lt: new Date(endOfDay(to, zone)) }),
    },
    location,
  };
}

function ratio(part: number, whole: number, digits: number): number {
  return whole === 0 ? 0 : Number((part / whole).toFixed(digits));
}
