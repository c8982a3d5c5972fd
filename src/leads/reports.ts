import * as v from 'valibot';
import { rolesWith } from '../accounts/roles';
import { maxText } from '../http/fields';
import { invalid } from '../http/http-error';
import { type Call, type Routes, route } from '../http/route';
import * as cache from '../platform/cache';
import { endOfDay, isDay, startOfDay } from '../platform/day';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { summarize, type Where } from '../tables/tables';
import { LEADS } from './tables';

const Day = v.pipe(
  v.string(),
  v.check(isDay, ({ input }) => `must be a date such as 2028-02-29 (got ${JSON.stringify(input)}).`),
);

/** Days in the time zone of the spreadsheet, both included. */
const ReportQuery = v.strictObject({
  from: v.optional(Day),
  to: v.optional(Day),
  location: v.optional(maxText(80)),
});
type ReportQuery = v.InferOutput<typeof ReportQuery>;

const Summary = v.strictObject({
  totalLeads: v.number(),
  /** The share of leads that have ever been converted. */
  conv: v.number(),
  avgScore: v.number(),
});
type Summary = v.InferOutput<typeof Summary>;

const SourceCount = v.strictObject({ source: v.string(), leads: v.number() });
const Sources = v.strictObject({ data: v.array(SourceCount) });
type Sources = v.InferOutput<typeof Sources>;

const access = rolesWith('leads');

export const REPORT_ROUTES: Routes = {
  'GET /v1/analytics/summary': route({
    summary: 'Returns the number of leads, their conversion rate and their average score',
    access,
    query: ReportQuery,
    response: Summary,
    handle: getSummary,
  }),
  'GET /v1/analytics/sources': route({
    summary: 'Returns the number of leads by source',
    access,
    query: ReportQuery,
    response: Sources,
    handle: getSources,
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

/** Reading a whole column takes a second, and reports need not be newer than a minute. */
const TTL_S = 60;
/** The platform's limit for a key is 250. */
const MAX_KEY_CHARACTERS = 200;

function cached<R>(report: string, { from = '', to = '', location }: ReportQuery, read: () => R): R {
  if (from && to && from > to)
    throw invalid(`to must not be before from (got from=${from}, to=${to}).`, 'to');
  const key = `leads.${report} ${from} ${to} ${location === undefined ? '' : encodeURIComponent(`=${location}`)}`;
  if (key.length > MAX_KEY_CHARACTERS) return read();
  return cache.getOrSet(key, TTL_S, read);
}

function whereOf({ from, to, location }: ReportQuery): Where<typeof LEADS> {
  if (from === undefined && to === undefined) return { createdAt: { isEmpty: false }, location };
  const zone = boundSpreadsheet().getSpreadsheetTimeZone();
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
