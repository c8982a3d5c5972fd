import * as v from 'valibot';
import { beginOf, endOf, isDay } from '../../platform/day';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { UserError } from '../../platform/user-error';
import { search } from '../../tables/tables';
import { type Case, MESSAGES } from '../tables';
import type { Refused, SearchResult } from './answers';
import { countEmails, type EmailCounts, readEmailCounts } from './email-counts';
import { answer, input, limitedText, optional, parse, quote, StatusInput, wholeNumber } from './input';
import { type Summarized, selectCases, toSummary } from './list-cases';

const Day = (field: string) => {
  const message = ({ input: given }: { input: unknown }) =>
    `${field} must be a date such as 2026-02-28 (got ${quote(given)})`;
  return v.pipe(v.string(message), v.check(isDay, message));
};

const SearchInput = input('searchCases', {
  caseNumber: optional(limitedText('caseNumber', 100)),
  keyword: optional(limitedText('keyword', 1_000)),
  issue: optional(limitedText('issue', 1_000)),
  status: optional(StatusInput),
  from: optional(Day('from')),
  to: optional(Day('to')),
  limit: optional(wholeNumber('limit', 1)),
  offset: optional(wholeNumber('offset', 0)),
});

type Search = v.InferOutput<typeof SearchInput>;

/** Interface section 4.1: what is given has to match, all of it. Answers every match unless a limit is given. */
export function searchCases(given: unknown): SearchResult | Refused {
  return answer(() => {
    const wanted = parse(SearchInput, given ?? {});
    if (wanted.from && wanted.to && wanted.from > wanted.to)
      throw new UserError(`from must not be after to (got ${wanted.from} and ${wanted.to})`);
    const { cases, emails } = wanted.keyword ? searchTexts(wanted.keyword) : searchNothing();
    const found = cases.filter(matcher(wanted));
    const first = wanted.offset ?? 0;
    const page = found.slice(first, first + (wanted.limit ?? found.length));
    return { count: found.length, cases: page.map((row) => toSummary(row, emails)) };
  });
}

interface Candidates {
  cases: Summarized[];
  emails: EmailCounts;
}

function searchNothing(): Candidates {
  return { cases: selectCases([]), emails: readEmailCounts() };
}

/** Letter case aside: subject, sender and notes of a case, and the body of each of its messages. */
function searchTexts(keyword: string): Candidates {
  const cases = selectCases(['notes']);
  const messages = search(MESSAGES, { column: 'body', text: keyword }, 'caseNumber');
  const inBody = new Set(messages.filter(({ isMatch }) => isMatch).map(({ value }) => value));
  const emails = countEmails(messages.map(({ value }) => value));
  const isFound = ({ caseNumber, subject, sender, notes }: Pick<Case, 'notes'> & Summarized) =>
    inBody.has(caseNumber) || [subject, sender, notes].some((text) => contains(text, keyword));
  return { cases: cases.filter(isFound), emails };
}

function matcher({ caseNumber, issue, status, from, to }: Search): (row: Summarized) => boolean {
  const number = caseNumber?.trim().toUpperCase();
  const isInTime = from || to ? between(from, to) : () => true;
  return (row) =>
    (!number || row.caseNumber === number) &&
    (!issue || contains(row.issue, issue)) &&
    (!status || row.status === status) &&
    isInTime(row);
}

/** Both days included, in the spreadsheet's time zone. */
function between(from: string | null | undefined, to: string | null | undefined) {
  const zone = boundSpreadsheet().getSpreadsheetTimeZone();
  const begin = from ? beginOf(from, zone) : Number.NEGATIVE_INFINITY;
  const end = to ? endOf(to, zone) : Number.POSITIVE_INFINITY;
  return ({ received }: Summarized) => received.getTime() >= begin && received.getTime() < end;
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
