import { findName } from '../../accounts/names';
import { rolesWith } from '../../accounts/roles';
import { reportRoutes } from '../../http/report-routes';
import type { Routes } from '../../http/route';
import { endOfDay, startOfDay } from '../../platform/day';
import { perExecution } from '../../platform/execution';
import { MINUTE_MS } from '../../platform/platform';
import { deskTimeZone } from '../../platform/time-zone';
import { type Asked, average, type Fact, median, ninetieth, type Report, sum } from '../../reports/report';
import { type ReportView, viewUsual } from '../../reports/report-view';
import { compared, percent, plural, spread } from '../../reports/sentences';
import { mapRows } from '../../tables/tables';
import { type LEAD_STATUSES, LEADS, type Lead } from '../tables';

const USUAL_DAYS = 28;
/** A person who asks for a car expects an answer within this time. */
const QUICK_MINUTES = 10;

const COLUMNS = [
  'createdAt',
  'source',
  'location',
  'agentId',
  'status',
  'lostReason',
  'convertedAt',
  'firstResponseAt',
] as const;
type Counted = Pick<Lead, (typeof COLUMNS)[number]>;

/** Columns that are read whatever is asked for, so that several reports read the same. */
type Scope = readonly (keyof Counted)[];

/** Reports over leads by the day on which they came in, whatever happened to them later. */
const LEAD_REPORTS: readonly Report<Scope>[] = [
  {
    id: 'leads',
    question: 'How many leads come in?',
    by: ['day', 'hour', 'source', 'location', 'agent'],
    chart: 'columns',
    measures: {
      leads: { label: 'Leads', unit: 'count', fold: sum },
      converted: { label: 'Had an appointment or bought', unit: 'count', fold: sum },
    },
    read: (asked, scope) =>
      readLeads(asked, [...scope, 'convertedAt'], ({ convertedAt }) => [
        { leads: 1, converted: isSet(convertedAt) ? 1 : 0 },
      ]),
    answer: (figures) => `${plural(figures.totals.leads ?? 0, 'lead')} came in${compared(figures, 'leads')}.`,
  },
  {
    id: 'first-response',
    question: 'How long do new leads wait for an answer?',
    by: ['day', 'hour', 'source', 'location', 'agent'],
    chart: 'columns',
    measures: {
      median: { label: 'Half waited at most', unit: 'minutes', of: 'waited', fold: median },
      ninetieth: { label: 'Nine in ten waited at most', unit: 'minutes', of: 'waited', fold: ninetieth },
      quick: { label: `Answered within ${QUICK_MINUTES} minutes`, unit: 'share', fold: average },
    },
    read: (asked, scope) =>
      readLeads(asked, [...scope, 'firstResponseAt'], ({ createdAt, firstResponseAt }) => {
        const waited = (firstResponseAt.getTime() - createdAt.getTime()) / MINUTE_MS;
        if (isSet(firstResponseAt)) return [{ waited, quick: waited <= QUICK_MINUTES ? 1 : 0 }];
        const isEarly = Date.now() - createdAt.getTime() <= QUICK_MINUTES * MINUTE_MS;
        return isEarly ? [] : [{ quick: 0 }];
      }),
    answer(figures) {
      const told = spread(figures, 'waited');
      if (!told) return 'No new lead has had an answer.';
      return `${told} ${percent(figures.totals.quick)} had an answer within ${QUICK_MINUTES} minutes.`;
    },
  },
  {
    id: 'lead-steps',
    question: 'How far do leads get?',
    by: ['source', 'location', 'agent', 'day'],
    chart: 'totals',
    measures: {
      leads: { label: 'Came in', unit: 'count', fold: sum },
      answered: { label: 'Got an answer', unit: 'count', fold: sum },
      appointments: { label: 'Had an appointment or bought', unit: 'count', fold: sum },
      sold: { label: 'Bought', unit: 'count', fold: sum },
    },
    read: (asked, scope) =>
      readLeads(
        asked,
        [...scope, 'firstResponseAt', 'convertedAt', 'status'],
        ({ firstResponseAt, convertedAt, status }) => [
          {
            leads: 1,
            answered: isSet(firstResponseAt) ? 1 : 0,
            appointments: isSet(convertedAt) ? 1 : 0,
            sold: hasStatus(status, 'sold') ? 1 : 0,
          },
        ],
      ),
    answer({ totals: { leads, sold } }) {
      if (!leads) return 'No leads came in.';
      return `${sold} of ${plural(leads, 'lead')} bought, ${percent((sold ?? 0) / leads)}.`;
    },
  },
  {
    id: 'lost-leads',
    question: 'Why are leads lost?',
    by: ['reason', 'source', 'location', 'agent', 'day'],
    chart: 'bars',
    measures: { leads: { label: 'Lost', unit: 'count', fold: sum } },
    read: (asked, scope) =>
      readLeads(asked, [...scope, 'status'], ({ status }) =>
        hasStatus(status, 'lost') ? [{ leads: 1 }] : [],
      ),
    answer({ totals: { leads }, groups }) {
      const [most] = groups;
      if (!leads || !most) return 'No leads were lost.';
      return `${plural(leads, 'lead')} lost; most often: ${most.label} (${most.values.leads}).`;
    },
  },
];

export const LEAD_REPORT_ROUTES: Routes = reportRoutes(LEAD_REPORTS, {
  access: rolesWith('leads'),
  usualDays: USUAL_DAYS,
  open: () => ({ scope: [], zoneOf: deskTimeZone }),
});

/** Names by which leads are grouped: the column of each, and the word for leads without one. */
const GROUPS = {
  source: ['source', 'unknown'],
  location: ['location', 'none'],
  agent: ['agentId', 'nobody'],
  reason: ['lostReason', 'not said'],
} as const;
type Group = keyof typeof GROUPS;

function isGroup(name: string): name is Group {
  return name in GROUPS;
}

/** Leads by their period and columns: several reports of them read them once. */
const read = perExecution(() => new Map<string, readonly Counted[]>());

/** Facts of the leads that came in, each at the time of its creation. Of a lead only the named columns are read. */
function readLeads<C extends keyof Counted>(
  { from, to, zone, groupings }: Asked,
  named: readonly C[],
  valuesOf: (lead: Pick<Counted, C | 'createdAt'>) => Fact['values'][],
): Fact[] {
  const createdAt = { gte: new Date(startOfDay(from, zone)), lt: new Date(endOfDay(to, zone)) };
  const groups = groupings.filter(isGroup);
  const needed = new Set<keyof Counted>(['createdAt', ...named, ...groups.map((group) => GROUPS[group][0])]);
  const columns = COLUMNS.filter((name) => needed.has(name));
  const key = [from, to, zone, ...columns].join(' ');
  const leads = read.current.get(key) ?? mapRows(LEADS, { where: { createdAt }, columns }, (lead) => lead);
  read.current.set(key, leads);
  return leads.flatMap((lead) => {
    const labels = Object.fromEntries(groups.map((group) => [group, labelOf(lead, group)]));
    return valuesOf(lead).map((values) => ({ at: lead.createdAt.getTime(), in: labels, values }));
  });
}

function labelOf(lead: Counted, group: Group): string {
  const [column, none] = GROUPS[group];
  const text = lead[column].trim();
  return (group === 'agent' && findName(text)) || text || none;
}

function isSet(date: Date): boolean {
  return !Number.isNaN(date.getTime());
}

function hasStatus(status: string, sought: (typeof LEAD_STATUSES)[number]): boolean {
  return status.trim().toLowerCase() === sought;
}

/** Each report as it is by default. */
export function viewLeads(): { view: ReportView }[] {
  const zone = deskTimeZone();
  return LEAD_REPORTS.map((report) => ({
    view: viewUsual(report, { zone, usualDays: USUAL_DAYS, scope: COLUMNS }),
  }));
}
