import * as v from 'valibot';
import { maxText } from '../http/fields';
import { invalid } from '../http/http-error';
import type { Call } from '../http/route';
import * as cache from '../platform/cache';
import { beginOf, endOf, isDay } from '../platform/day';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { summarize, type Where } from '../tables/tables';
import { LEADS } from './tables';

const Day = v.pipe(
  v.string(),
  v.check(isDay, ({ input }) => `must be a date such as 2028-02-29 (got ${JSON.stringify(input)}).`),
);

/** Days of the spreadsheet's calendar, both included. */
export const ReportQuery = v.strictObject({
  from: v.optional(Day),
  to: v.optional(Day),
  location: v.optional(maxText(80)),
});
type ReportQuery = v.InferOutput<typeof ReportQuery>;

export const Summary = v.strictObject({
  totalLeads: v.number(),
  /** The part of them that ever came to an appointment or a sale. */
  conv: v.number(),
  avgScore: v.number(),
});
type SummaryAnswer = v.InferOutput<typeof Summary>;

const SourceCount = v.strictObject({ source: v.string(), leads: v.number() });
export const Sources = v.strictObject({ data: v.array(SourceCount) });
type SourcesAnswer = v.InferOutput<typeof Sources>;

export function getSummary({ query }: Call<undefined, ReportQuery>): SummaryAnswer {
  return kept('summary', query, () => {
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
export function getSources({ query }: Call<undefined, ReportQuery>): SourcesAnswer {
  return kept('sources', query, () => {
    const counts = new Map<string, number>();
    for (const { value, rows } of summarize(LEADS, { where: whereOf(query), by: 'source' })) {
      const source = value.trim() || 'unknown';
      counts.set(source, (counts.get(source) ?? 0) + rows);
    }
    const data = [...counts].map(([source, leads]) => ({ source, leads }));
    return { data: data.sort((a, b) => b.leads - a.leads || (a.source < b.source ? -1 : 1)) };
  });
}

/** Whole columns cost a second each, and nobody needs them by the second. */
const TTL_S = 60;
/** The platform's limit for a key is 250. */
const MAX_KEY_CHARACTERS = 200;

function kept<R>(report: string, { from = '', to = '', location }: ReportQuery, make: () => R): R {
  if (from && to && from > to)
    throw invalid(`to must not be before from (got from=${from}, to=${to}).`, 'to');
  const key = `leads.${report} ${from} ${to} ${location === undefined ? '' : encodeURIComponent(`=${location}`)}`;
  if (key.length > MAX_KEY_CHARACTERS) return make();
  return cache.getOrSet(key, TTL_S, make);
}

function whereOf({ from, to, location }: ReportQuery): Where<typeof LEADS> {
  if (from === undefined && to === undefined) return { createdAt: { isEmpty: false }, location };
  const zone = boundSpreadsheet().getSpreadsheetTimeZone();
  return {
    createdAt: {
      ...(from === undefined ? {} : { gte: new Date(beginOf(from, zone)) }),
      ...(to === undefined ? {} : { lt: new Date(endOf(to, zone)) }),
    },
    location,
  };
}

function ratio(part: number, whole: number, digits: number): number {
  return whole === 0 ? 0 : Number((part / whole).toFixed(digits));
}
