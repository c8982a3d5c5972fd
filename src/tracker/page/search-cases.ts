import type * as v from 'valibot';
import { endOfDay, startOfDay } from '../../platform/day';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { search } from '../../tables/tables';
import { MESSAGES } from '../tables';
import type { Refused, SearchResult } from './answers';
import { countEmails, type EmailCounts, readEmailCounts } from './email-counts';
import { answer, day, InputError, input, maxText, optional, parse, StatusInput, wholeNumber } from './input';
import { type CaseRow, selectCases, toSummary } from './list-cases';

const SearchInput = input('searchCases', {
  caseNumber: optional(maxText('caseNumber', 100)),
  keyword: optional(maxText('keyword', 1_000)),
  issue: optional(maxText('issue', 1_000)),
  status: optional(StatusInput),
  from: optional(day('from')),
  to: optional(day('to')),
  limit: optional(wholeNumber('limit', 1)),
  offset: optional(wholeNumber('offset', 0)),
});

type Search = v.InferOutput<typeof SearchInput>;

/** Interface section 4.1: every condition that is given has to match. Answers all matches unless a limit is given. */
export function searchCases(given: unknown): SearchResult | Refused {
  return answer(() => {
    const wanted = parse(SearchInput, given ?? {});
    const { keyword, from, to, limit, offset } = wanted;
    if (from && to && from > to)
      throw new InputError(`from must not be after to (got ${from} and ${to})`, { field: 'from' });
    const { cases, emails } = keyword
      ? searchTexts(keyword)
      : { cases: selectCases([]), emails: readEmailCounts() };
    const found = filterCases(cases, wanted);
    const first = offset ?? 0;
    const listPage = found.slice(first, first + (limit ?? found.length));
    return { count: found.length, cases: listPage.map((row) => toSummary(row, emails)) };
  });
}

/** Searches subject, sender and notes of each case, and the body of each of its messages. Letter case is ignored. */
function searchTexts(keyword: string): { cases: CaseRow[]; emails: EmailCounts } {
  const cases = selectCases(['notes']);
  const messages = search(MESSAGES, { column: 'body', text: keyword }, 'caseNumber');
  const inBody = new Set(messages.filter(({ isMatch }) => isMatch).map(({ value }) => value));
  return {
    cases: cases.filter(
      ({ caseNumber, subject, sender, notes }) =>
        inBody.has(caseNumber) || [subject, sender, notes].some((text) => contains(text, keyword)),
    ),
    emails: countEmails(messages.map(({ value }) => value)),
  };
}

/** Both days are included, in the spreadsheet's time zone. */
function filterCases(cases: readonly CaseRow[], { caseNumber, issue, status, from, to }: Search): CaseRow[] {
  const number = caseNumber?.trim().toUpperCase();
  const zone = from || to ? boundSpreadsheet().getSpreadsheetTimeZone() : '';
  const begin = from ? startOfDay(from, zone) : Number.NEGATIVE_INFINITY;
  const end = to ? endOfDay(to, zone) : Number.POSITIVE_INFINITY;
  return cases.filter(
    (row) =>
      (!number || row.caseNumber === number) &&
      (!issue || contains(row.issue, issue)) &&
      (!status || row.status === status) &&
      (!(from || to) || (row.received.getTime() >= begin && row.received.getTime() < end)),
  );
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
