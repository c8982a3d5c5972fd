import { select } from '../../tables/tables';
import { CASES, type Case, fromCaseNumber } from '../tables';
import { type CaseList, type CaseSummary, type Refused, toIso } from './answers';
import { type EmailCounts, readEmailCounts } from './email-counts';
import { answer, input, optional, parse, wholeNumber } from './input';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

const ListInput = input('listCases', {
  limit: optional(wholeNumber('limit', 1, MAX_LIMIT)),
  offset: optional(wholeNumber('offset', 0)),
});

const SUMMARY_COLUMNS = ['caseNumber', 'received', 'sender', 'subject', 'issue', 'status'] as const;

/** The columns of a case that a list shows. */
export type CaseRow = Pick<Case, (typeof SUMMARY_COLUMNS)[number]>;

/** Interface section 4.1: the newest cases first, and how many there are of each status. */
export function listCases(given: unknown): CaseList | Refused {
  return answer(() => {
    const { limit, offset } = parse(ListInput, given ?? {});
    const cases = selectCases([]);
    const emails = readEmailCounts();
    const first = offset ?? 0;
    const listPage = cases.slice(first, first + (limit ?? DEFAULT_LIMIT));
    return { counts: countStatuses(cases), cases: listPage.map((row) => toSummary(row, emails)) };
  });
}

/** All cases, the newest first: by the time they were received, then by number. Rows that are no case are left out. */
export function selectCases<C extends keyof Case>(columns: readonly C[]): (Pick<Case, C> & CaseRow)[] {
  const time = ({ received }: CaseRow) => received.getTime() || 0;
  const number = ({ caseNumber }: CaseRow) => fromCaseNumber(caseNumber);
  return select(CASES, [...SUMMARY_COLUMNS, ...columns])
    .filter((row) => number(row) > 0)
    .sort((a, b) => time(b) - time(a) || number(b) - number(a));
}

export function toSummary(row: CaseRow, emails: EmailCounts): CaseSummary {
  const { caseNumber, received, sender, subject, issue, status } = row;
  const emailCount = emails.get(caseNumber) ?? 0;
  return { caseNumber, received: toIso(received), sender, subject, issue, status, emailCount };
}

function countStatuses(cases: readonly CaseRow[]): CaseList['counts'] {
  const counts = { total: cases.length, Open: 0, 'In Progress': 0, Closed: 0 };
  for (const { status } of cases) counts[status] += 1;
  return counts;
}
