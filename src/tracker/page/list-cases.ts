import { select } from '../../tables/tables';
import { CASES, type Case, fromCaseNumber } from '../tables';
import { type CaseList, type CaseSummary, type Refused, STATUSES, type Status } from './answers';
import { type EmailCounts, readEmailCounts } from './email-counts';
import { answer, input, optional, parse, wholeNumber } from './input';

const SUMMARY_COLUMNS = [
  'caseNumber',
  'received',
  'sender',
  'subject',
  'issue',
  'status',
] as const satisfies readonly (keyof Case)[];

export type Summarized = Pick<Case, (typeof SUMMARY_COLUMNS)[number]>;

const MOST = 500;

const ListInput = input('listCases', {
  limit: optional(wholeNumber('limit', 1, MOST)),
  offset: optional(wholeNumber('offset', 0)),
});

/** Interface section 4.1: the newest cases first, and how many there are of each status. */
export function listCases(given: unknown): CaseList | Refused {
  return answer(() => {
    const { limit, offset } = parse(ListInput, given ?? {});
    const cases = selectCases([]);
    const emails = readEmailCounts();
    const first = offset ?? 0;
    const page = cases.slice(first, first + (limit ?? 50));
    return { counts: countStatuses(cases), cases: page.map((row) => toSummary(row, emails)) };
  });
}

function countStatuses(cases: readonly { status: Status }[]): CaseList['counts'] {
  const of = (status: Status) => cases.filter((one) => one.status === status).length;
  const counts = Object.fromEntries(STATUSES.map((status) => [status, of(status)]));
  return { total: cases.length, ...(counts as Record<Status, number>) };
}

/** The newest first: by the day they were received, then by number. Lines of the owner's own are no cases. */
export function selectCases<C extends keyof Case>(columns: readonly C[]): (Pick<Case, C> & Summarized)[] {
  const rows = select(CASES, [...SUMMARY_COLUMNS, ...columns]);
  return rows.filter(({ caseNumber }) => fromCaseNumber(caseNumber) > 0).sort(byReceived);
}

export function toSummary(row: Summarized, emails: EmailCounts): CaseSummary {
  const { caseNumber, received, sender, subject, issue, status } = row;
  const emailCount = emails.get(caseNumber) ?? 0;
  return { caseNumber, received: toIso(received), sender, subject, issue, status, emailCount };
}

/** A Date in a result would make the platform answer null in its place. */
export function toIso(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function byReceived(a: Summarized, b: Summarized): number {
  return timeOf(b) - timeOf(a) || fromCaseNumber(b.caseNumber) - fromCaseNumber(a.caseNumber);
}

function timeOf({ received }: Summarized): number {
  return received.getTime() || 0;
}
