import * as v from 'valibot';
import { words } from '../http/fields';
import { invalid } from '../http/parse';
import type { Call } from '../http/route';
import { beginOf, endOf, isDay } from '../platform/day';
import { boundSpreadsheet } from '../platform/spreadsheet';
import { readColumns } from '../tables/tables';
import { countSources, type Period, type SourceCount, type Summary, summarize } from './analytics';
import { LEADS, type Lead } from './tables';

const Day = v.pipe(
  v.string(),
  v.check(isDay, ({ input }) => `must be a date such as 2028-02-29 (got ${JSON.stringify(input)}).`),
);

/** Days of the spreadsheet's calendar, both included. */
export const ReportQuery = v.strictObject({
  from: v.optional(Day),
  to: v.optional(Day),
  location: v.optional(words(80)),
});
type ReportQuery = v.InferOutput<typeof ReportQuery>;

export const SummaryAnswer = v.strictObject({
  totalLeads: v.number(),
  conv: v.number(),
  avgScore: v.number(),
});

export const SourcesAnswer = v.strictObject({
  data: v.array(v.strictObject({ source: v.string(), leads: v.number() })),
});

export function getSummary({ query }: Call<undefined, ReportQuery>): Summary {
  return kept('summary', query, () =>
    summarize(leadColumns(query, ['createdAt', 'convertedAt', 'score']), periodOf(query)),
  );
}

export function getSources({ query }: Call<undefined, ReportQuery>): { data: SourceCount[] } {
  return kept('sources', query, () => ({
    data: countSources(leadColumns(query, ['createdAt', 'source']), periodOf(query)),
  }));
}

/** Whole columns cost a second each, and nobody needs them by the second. */
const LIFE_S = 60;
/** The platform's limit for a key is 250. */
const LONGEST_KEY = 200;

function kept<R>(report: string, { from = '', to = '', location }: ReportQuery, make: () => R): R {
  if (from && to && from > to)
    throw invalid(`to must not be before from (got from=${from}, to=${to}).`, 'to');
  const key = `leads.${report} ${from} ${to} ${location === undefined ? '' : encodeURIComponent(`=${location}`)}`;
  if (key.length > LONGEST_KEY) return make();
  const cache = CacheService.getScriptCache();
  const known = cache.get(key);
  if (known) return JSON.parse(known) as R;
  const made = make();
  cache.put(key, JSON.stringify(made), LIFE_S);
  return made;
}

function periodOf({ from, to, location }: ReportQuery): Period {
  if (from === undefined && to === undefined) return { location };
  const zone = boundSpreadsheet().getSpreadsheetTimeZone();
  return {
    from: from === undefined ? undefined : beginOf(from, zone),
    until: to === undefined ? undefined : endOf(to, zone),
    location,
  };
}

function leadColumns<C extends keyof Lead>(
  { location }: ReportQuery,
  names: readonly C[],
): (Pick<Lead, C> & { location?: string })[] {
  return readColumns<typeof LEADS, C | 'location'>(
    LEADS,
    location === undefined ? names : [...names, 'location'],
  );
}
