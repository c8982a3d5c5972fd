import { today } from '../../platform/day';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { type WaitingFor, waitingIn } from '../../platform/waiting';
import { scan } from '../../tables/tables';
import {
  type CaseList,
  type CaseSummary,
  type Counts,
  isDue,
  isUnseen,
  type Order,
  type Refused,
  type Status,
  toIso,
} from '../case/answers';
import { type EmailCounts, readEmailCounts } from '../case/email-counts';
import { CASES, type Case, fromCaseNumber } from '../case/tables';
import { answer, input, oneOf, optional, parse, wholeNumber } from './input';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

const ListInput = input('listCases', {
  limit: optional(wholeNumber('limit', 1, MAX_LIMIT)),
  offset: optional(wholeNumber('offset', 0)),
  order: optional(oneOf('order', ['received', 'lastMail'])),
});

export const SUMMARY_COLUMNS = [
  'caseNumber',
  'received',
  'sender',
  'subject',
  'issue',
  'status',
  'seen',
  'lastMailAt',
  'due',
  'senderName',
  'repliedAt',
] as const;

/** The columns of a case that a list shows, with the number of its messages. */
export type ListedCase = Omit<Pick<Case, (typeof SUMMARY_COLUMNS)[number]>, 'seen'> & {
  emailCount: number;
  seen: number;
  waitingFor: WaitingFor | null;
  waitingSince: Date | null;
};

/** After all that may be typed. */
const LAST_DAY = '9999-99-99';

/** Interface section 4.1: the newest cases first, and how many there are of each kind. */
export function listCases(given: unknown): CaseList | Refused {
  return answer(() => {
    const { limit, offset, order } = parse(ListInput, given ?? {});
    const cases = selectCases();
    const first = offset ?? 0;
    const listPage = inOrder(cases, order ?? 'received').slice(first, first + (limit ?? DEFAULT_LIMIT));
    return { counts: countCases(cases), cases: listPage.map(toSummary) };
  });
}

/** All cases, from top to bottom. Rows that are no case are left out. */
export function selectCases(emails = readEmailCounts()): ListedCase[] {
  return withEmailCounts(scan(CASES, SUMMARY_COLUMNS), emails);
}

/** Rows that are no case are left out. All messages of a case count as seen where it says nothing of them. */
export function withEmailCounts<R extends Pick<Case, 'caseNumber' | 'seen' | WaitingColumn>>(
  rows: readonly R[],
  emails: EmailCounts,
) {
  return rows
    .filter(({ caseNumber }) => fromCaseNumber(caseNumber) > 0)
    .map((row) => {
      const emailCount = emails.get(row.caseNumber) ?? 0;
      return { ...row, emailCount, seen: row.seen ?? emailCount, ...waitingOf(row, emailCount) };
    });
}

type WaitingColumn = 'status' | 'lastMailAt' | 'repliedAt' | 'seen';

/** Says who has to answer next, and since when. */
export function waitingOf(row: Pick<Case, WaitingColumn>, emailCount: number) {
  const { status, lastMailAt: theirs, repliedAt: ours, seen } = row;
  const isNew = seen !== null && emailCount > seen;
  const { waitingFor = null, since: waitingSince = null } =
    waitingIn({ theirs, ours, isClosed: status === 'Closed', isNew }) ?? {};
  return { waitingFor, waitingSince };
}

/** Sorts by the time, and by number where that is the same. */
export function inOrder<C extends ListedCase>(cases: readonly C[], order: Order): C[] {
  const number = ({ caseNumber }: C) => fromCaseNumber(caseNumber);
  const time = (one: C) => (order === 'received' ? one.received : lastMailOf(one)).getTime() || 0;
  const newestFirst = (a: C, b: C) => time(b) - time(a) || number(b) - number(a);
  if (order === 'waiting') {
    const since = ({ waitingSince }: C) => waitingSince?.getTime() ?? Infinity;
    return [...cases].sort((a, b) => since(a) - since(b) || newestFirst(a, b));
  }
  if (order !== 'due') return [...cases].sort(newestFirst);
  const day = ({ due }: C) => due || LAST_DAY;
  return [...cases].sort((a, b) => (day(a) < day(b) ? -1 : Number(day(a) > day(b))) || newestFirst(a, b));
}

export function countCases(cases: readonly ListedCase[]): Counts {
  const due = cases.filter(isDue);
  const day = due.length > 0 ? today(boundSpreadsheet().getSpreadsheetTimeZone()) : '';
  return {
    total: cases.length,
    ...countStatuses(cases),
    waiting: cases.filter(({ waitingFor }) => waitingFor === 'you').length,
    unseen: cases.filter(isUnseen).length,
    due: due.length,
    dueNow: due.filter((one) => one.due <= day).length,
  };
}

export function countStatuses(cases: readonly Pick<Case, 'status'>[]): Record<Status, number> {
  const counts = { Open: 0, 'In Progress': 0, Closed: 0 };
  for (const { status } of cases) counts[status] += 1;
  return counts;
}

/** The first mail's time where the cell holds none. */
export function lastMailOf({ lastMailAt, received }: Pick<ListedCase, 'lastMailAt' | 'received'>): Date {
  return Number.isNaN(lastMailAt.getTime()) ? received : lastMailAt;
}

export function toSummary(one: ListedCase): CaseSummary {
  const { caseNumber, received, sender, senderName, subject, issue, status, emailCount, seen, due } = one;
  const lastMailAt = toIso(lastMailOf(one));
  const texts = { caseNumber, received: toIso(received), sender, senderName, subject, issue, status };
  const { waitingFor } = one;
  const waitingSince = one.waitingSince && toIso(one.waitingSince);
  const repliedAt = toIso(one.repliedAt);
  const automatic = Number.isNaN(one.lastMailAt.getTime()) ? ({ isAutomatic: true } as const) : {};
  return { ...texts, emailCount, seen, lastMailAt, ...automatic, due, repliedAt, waitingFor, waitingSince };
}
