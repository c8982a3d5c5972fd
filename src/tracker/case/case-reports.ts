import { perExecution } from '../../platform/execution';
import { FOLDS } from '../../platform/folds';
import { DAY_MS, MINUTE_MS } from '../../platform/platform';
import { deskTimeZone } from '../../platform/time-zone';
import { type Fact, type FactReport, ofFacts } from '../../reports/report';
import { type ReportView, viewUsual } from '../../reports/report-view';
import { compared, plural, spread } from '../../reports/sentences';
import * as shown from '../../reports/shown';
import { scan } from '../../tables/tables';
import { isFurther } from './long-mail';
import { CASES, type Case, fromCaseNumber, MESSAGES } from './tables';

const AGES = [
  ['day', 1],
  ['week', 7],
  ['month', 30],
] as const;
const OLDER = ['older'] as const;

/** The questions of the overview, over all cases of the tab. */
const REPORTS: readonly (FactReport & shown.ShownIn<typeof shown.CASES>)[] = [
  {
    id: 'cases',
    question: 'How many cases come in, and how many are closed?',
    by: ['day', 'hour', 'sender'],
    chart: 'columns',
    measures: {
      received: { label: 'Came in', unit: 'count', fold: 'sum' },
      closed: { label: 'Closed', unit: 'count', fold: 'sum' },
    },
    read: () =>
      readCases(({ received, closedAt, sender }) => [
        { at: received.getTime(), in: { sender }, values: { received: 1 } },
        { at: closedAt.getTime(), in: { sender }, values: { closed: 1 } },
      ]),
    answer: (figures) =>
      `${plural(figures.totals.received ?? 0, 'case')} came in${compared(figures, 'received')}; ${figures.totals.closed || 'none'} closed.`,
  },
  {
    id: 'open-cases',
    question: 'How old are the cases that are not closed?',
    isNow: true,
    by: ['sender'],
    chart: 'totals',
    measures: {
      day: { label: 'Up to a day', unit: 'count', fold: 'sum' },
      week: { label: 'Up to a week', unit: 'count', fold: 'sum' },
      month: { label: 'Up to 30 days', unit: 'count', fold: 'sum' },
      older: { label: 'Older', unit: 'count', fold: 'sum' },
    },
    read: () =>
      readCases(({ received, status, sender }) => {
        const days = (Date.now() - received.getTime()) / DAY_MS;
        const [age] = AGES.find(([, most]) => days <= most) ?? OLDER;
        return status === 'Closed' ? [] : [{ at: Date.now(), in: { sender }, values: { [age]: 1 } }];
      }),
    answer({ totals }) {
      const open = FOLDS.sum(Object.values(totals).map(Number));
      return `${plural(open, 'case')} ${open === 1 ? 'is' : 'are'} not closed${totals.older ? `, ${totals.older} of them older than 30 days` : ''}.`;
    },
  },
  {
    id: 'first-answer',
    question: 'How long do people wait for a first answer?',
    by: ['day', 'hour', 'sender'],
    chart: 'columns',
    measures: {
      median: { label: 'Half waited at most', unit: 'minutes', of: 'waited', fold: 'median' },
      ninetieth: { label: 'Nine in ten waited at most', unit: 'minutes', of: 'waited', fold: 'ninetieth' },
    },
    read: () =>
      readCases(({ received, firstReplyAt, sender }) => {
        const waited = (firstReplyAt.getTime() - received.getTime()) / MINUTE_MS;
        return waited >= 0 ? [{ at: received.getTime(), in: { sender }, values: { waited } }] : [];
      }),
    answer: (figures) => spread(figures, 'waited') ?? 'No new case has had an answer.',
  },
  {
    id: 'time-to-close',
    question: 'How long until a case is closed?',
    by: ['day', 'sender'],
    chart: 'columns',
    measures: {
      median: { label: 'Half took at most', unit: 'minutes', of: 'took', fold: 'median' },
      ninetieth: { label: 'Nine in ten took at most', unit: 'minutes', of: 'took', fold: 'ninetieth' },
    },
    read: () =>
      readCases(({ received, closedAt, sender }) => {
        const took = (closedAt.getTime() - received.getTime()) / MINUTE_MS;
        return took >= 0 ? [{ at: closedAt.getTime(), in: { sender }, values: { took } }] : [];
      }),
    answer: (figures) => spread(figures, 'took') ?? 'No case was closed.',
  },
  {
    id: 'senders',
    question: 'Who writes most?',
    by: ['sender', 'hour', 'day'],
    chart: 'bars',
    measures: { messages: { label: 'Messages', unit: 'count', fold: 'sum' } },
    read: readMessages,
    answer({ totals: { messages }, groups }) {
      const [most] = groups;
      if (!messages || !most) return 'No mail came in.';
      return `${most.label} wrote ${most.values.messages} of ${plural(messages, 'message')}.`;
    },
  },
  {
    id: 'busy-hours',
    question: 'At what hours does mail come in?',
    by: ['hour', 'day', 'sender'],
    chart: 'columns',
    measures: { messages: { label: 'Messages', unit: 'count', fold: 'sum' } },
    read: readMessages,
    answer({ totals: { messages }, groups }) {
      if (!messages) return 'No mail came in.';
      const busiest = groups.reduce((most, one) =>
        Number(one.values.messages) > Number(most.values.messages) ? one : most,
      );
      return `Most of ${plural(messages, 'message')} came in from ${busiest.label}:00, ${busiest.values.messages}.`;
    },
  },
];

export const CASE_REPORTS = REPORTS.map(ofFacts);

/** Each report as it is by default, of the usual days. */
export function viewCases(): { view: ReportView }[] {
  const zone = deskTimeZone();
  return CASE_REPORTS.map((report) => ({
    view: viewUsual(report, { zone, usualDays: shown.CASES.usualDays, scope: undefined }),
  }));
}

const COLUMNS = ['caseNumber', 'received', 'sender', 'status', 'closedAt', 'firstReplyAt'] as const;

/** Rows are read once however many reports are of them. */
const cases = perExecution(() => scan(CASES, COLUMNS));
const messages = perExecution(() => scan(MESSAGES, ['caseNumber', 'from', 'date']));

function readCases(toFacts: (row: Pick<Case, (typeof COLUMNS)[number]>) => Fact[]): Fact[] {
  return cases.current.filter(({ caseNumber }) => fromCaseNumber(caseNumber) > 0).flatMap(toFacts);
}

/** Further rows of a long mail are no message of their own. */
function readMessages(): Fact[] {
  return messages.current
    .filter(({ caseNumber }) => caseNumber !== '' && !isFurther(caseNumber))
    .map(({ date, from }) => ({ at: date.getTime(), in: { sender: from }, values: { messages: 1 } }));
}
