import { findName } from '../../accounts/names';
import { rolesWith } from '../../accounts/roles';
import { reportRoutes } from '../../http/report-routes';
import type { Routes } from '../../http/route';
import { endOfDay, startOfDay } from '../../platform/day';
import { deskTimeZone } from '../../platform/time-zone';
import type { Question, Report } from '../../reports/report';
import { type ReportView, viewUsual } from '../../reports/report-view';
import { compared, percent, plural, spread } from '../../reports/sentences';
import * as shown from '../../reports/shown';
import { type Figure, type Grouping, summarize, type Where } from '../../tables/tables';
import { LEADS } from '../tables';

const { usualDays } = shown.LEADS;
/** A person who asks for a car expects an answer within this time. */
const QUICK_MINUTES = 10;

interface Scope {
  location?: string | undefined;
}

type Figures = Readonly<Record<string, Figure<typeof LEADS>>>;

type LeadReport = Omit<Report<Scope>, 'count' | 'id'> &
  shown.ShownIn<typeof shown.LEADS> & {
    /** The leads that are meant, of those of the period. */
    where?: Where<typeof LEADS>;
    measures: Figures;
  };

export const EVERY = { fold: 'sum', meets: {} } as const;
const ANSWERED = { fold: 'sum', meets: { firstResponseAt: { isEmpty: false } } } as const;
export const CONVERTED = { fold: 'sum', meets: { convertedAt: { isEmpty: false } } } as const;
const WAITED = { from: 'createdAt', to: 'firstResponseAt' } as const;

/** Reports over leads by the day on which they came in, whatever happened to them later. */
const LEAD_REPORTS: readonly LeadReport[] = [
  {
    id: 'leads',
    question: 'How many leads come in?',
    by: ['day', 'hour', 'source', 'location', 'agent'],
    chart: 'columns',
    measures: {
      leads: { label: 'Leads', unit: 'count', ...EVERY },
      converted: { label: 'Had an appointment or bought', unit: 'count', ...CONVERTED },
    },
    answer: (figures) => `${plural(figures.totals.leads ?? 0, 'lead')} came in${compared(figures, 'leads')}.`,
  },
  {
    id: 'first-response',
    question: 'How long do new leads wait for an answer?',
    by: ['day', 'hour', 'source', 'location', 'agent'],
    chart: 'columns',
    measures: {
      median: { label: 'Half waited at most', unit: 'minutes', fold: 'median', ...WAITED },
      ninetieth: { label: 'Nine in ten waited at most', unit: 'minutes', fold: 'ninetieth', ...WAITED },
      quick: {
        label: `Answered within ${QUICK_MINUTES} minutes`,
        unit: 'share',
        fold: 'average',
        ...WAITED,
        within: QUICK_MINUTES,
      },
    },
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
      leads: { label: 'Came in', unit: 'count', ...EVERY },
      answered: { label: 'Got an answer', unit: 'count', ...ANSWERED },
      appointments: { label: 'Had an appointment or bought', unit: 'count', ...CONVERTED },
      sold: { label: 'Bought', unit: 'count', fold: 'sum', meets: { status: 'sold' } },
    },
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
    where: { status: 'lost' },
    measures: { leads: { label: 'Lost', unit: 'count', ...EVERY } },
    answer({ totals: { leads }, groups }) {
      const [most] = groups;
      if (!leads || !most) return 'No leads were lost.';
      return `${plural(leads, 'lead')} lost; most often: ${most.label} (${most.values.leads}).`;
    },
  },
];

export const LEAD_REPORT_ROUTES: Routes = reportRoutes(LEAD_REPORTS.map(ofLeads), {
  access: rolesWith('leads'),
  usualDays,
  open: () => ({ scope: {}, zoneOf: deskTimeZone }),
});

/** Names by which leads are grouped: the column of each, and the word for leads without one. */
const GROUPS = {
  source: ['source', 'unknown'],
  location: ['location', 'none'],
  agent: ['agentId', 'nobody'],
  reason: ['lostReason', 'not said'],
} as const;

/** Leads are counted by the tables themselves. */
export function ofLeads<R extends Pick<LeadReport, 'where'> & { measures: Figures }>(
  report: R,
): R & Pick<Report<Scope>, 'count'> {
  const toQuestion = ({ by, ...days }: Question, scope: Scope) => ({
    where: { ...report.where, ...scope, createdAt: within(days) },
    by: by === undefined ? undefined : groupingBy(by, days),
  });
  return {
    ...report,
    count: ({ questions }, scope) =>
      summarize(
        LEADS,
        report.measures,
        questions.map((question) => toQuestion(question, scope)),
      ),
  };
}

/** All leads that have a time, where no day bounds them. */
function within({ from, to }: Question): Where<typeof LEADS>['createdAt'] {
  if (from === undefined && to === undefined) return { isEmpty: false };
  const zone = deskTimeZone();
  return {
    ...(from === undefined ? {} : { gte: new Date(startOfDay(from, zone)) }),
    ...(to === undefined ? {} : { lt: new Date(endOfDay(to, zone)) }),
  };
}

function groupingBy(by: string, { from = '', to = '' }: Question): Grouping<typeof LEADS> {
  if (by === 'day' || by === 'hour')
    return { column: 'createdAt', clock: by, days: { from, to, zone: deskTimeZone() } };
  const [column, none] = GROUPS[by as keyof typeof GROUPS];
  const nameOf = (text: string) => (by === 'agent' && findName(text)) || text || none;
  return { column, labelOf: (text) => nameOf(text.trim()) };
}

/** Each report as it is by default. */
export function viewLeads(): { view: ReportView }[] {
  const zone = deskTimeZone();
  return LEAD_REPORTS.map((report) => ({
    view: viewUsual(ofLeads(report), { zone, usualDays, scope: {} }),
  }));
}
