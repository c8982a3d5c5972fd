import { type CaseList, type Refused, STATUSES, type Status } from './answers';
import { selectCases, toSummary } from './case-summary';
import { countEmails } from './email-counts';
import { answer, input, optional, parse, wholeNumber } from './input';

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
    const emails = countEmails();
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
