import type * as v from 'valibot';
import * as cache from '../../platform/cache';
import { endOfDay, startOfDay } from '../../platform/day';
import { describeError } from '../../platform/google-errors';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { search, select, summarize } from '../../tables/tables';
import type { Intake } from '../intake/prepare';
import type { Run } from '../intake/progress';
import { CASES, type Case, fromCaseNumber, MESSAGES, toCaseNumber } from '../tables';
import { type CaseList, type CaseSummary, type Refused, type SearchResult, toIso } from './answers';
import { answer, day, InputError, input, maxText, optional, parse, StatusInput, wholeNumber } from './input';

/** How many messages each case has, by case number. */
type EmailCounts = ReadonlyMap<string, number>;

/** Cached as an array whose indexes are the cases' numbers. */
const KEY = 'emailCounts';

const TTL_S = 3_600;

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

const ListInput = input('listCases', {
  limit: optional(wholeNumber('limit', 1, MAX_LIMIT)),
  offset: optional(wholeNumber('offset', 0)),
});

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

const SUMMARY_COLUMNS = ['caseNumber', 'received', 'sender', 'subject', 'issue', 'status'] as const;

/** The columns of a case that a list shows. */
type CaseRow = Pick<Case, (typeof SUMMARY_COLUMNS)[number]>;

/** Interface section 4.1: the newest cases first, and how many there are of each status. */
export function listCases(given: unknown): CaseList | Refused {
  return answer(() => {
    const { limit, offset } = parse(ListInput, given ?? {});
    const cases = selectCases([]);
    const emails = readEmailCounts();
    const counts = { total: cases.length, Open: 0, 'In Progress': 0, Closed: 0 };
    for (const { status } of cases) counts[status] += 1;
    const first = offset ?? 0;
    const listPage = cases.slice(first, first + (limit ?? DEFAULT_LIMIT));
    return { counts, cases: listPage.map((row) => toSummary(row, emails)) };
  });
}

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

/** All cases, the newest first: by the time they were received, then by number. Rows that are no case are left out. */
function selectCases<C extends keyof Case>(columns: readonly C[]): (Pick<Case, C> & CaseRow)[] {
  const time = ({ received }: CaseRow) => received.getTime() || 0;
  const number = ({ caseNumber }: CaseRow) => fromCaseNumber(caseNumber);
  return select(CASES, [...SUMMARY_COLUMNS, ...columns])
    .filter((row) => number(row) > 0)
    .sort((a, b) => time(b) - time(a) || number(b) - number(a));
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
    emails: cacheEmailCounts(countEach(messages.map(({ value }) => value))),
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

function countEach(caseNumbers: readonly string[]): EmailCounts {
  const counts = new Map<string, number>();
  for (const caseNumber of caseNumbers) counts.set(caseNumber, (counts.get(caseNumber) ?? 0) + 1);
  return counts;
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

function toSummary(row: CaseRow, emails: EmailCounts): CaseSummary {
  const { caseNumber, received, sender, subject, issue, status } = row;
  const emailCount = emails.get(caseNumber) ?? 0;
  return { caseNumber, received: toIso(received), sender, subject, issue, status, emailCount };
}

/** As cached, or else counted in one column. */
function readEmailCounts(): EmailCounts {
  const cached = cache.get<number[]>(KEY);
  if (!cached) {
    const groups = summarize(MESSAGES, { by: 'caseNumber' });
    return cacheEmailCounts(new Map(groups.map(({ value, rows }) => [value, rows])));
  }
  return new Map(cached.map((count, number) => [toCaseNumber(number), count]));
}

function cacheEmailCounts(counts: EmailCounts): EmailCounts {
  cache.set(KEY, add([], counts), TTL_S);
  return counts;
}

/**
 * Adds the messages that a run has stored to the cached counts. Where an earlier run died, it is not known how far it
 * came, so the counts are dropped. A page that counts wrong for an hour is no reason for a check to fail.
 */
export function updateEmailCounts({ messages, plan }: Intake, { journal: unfinished }: Run): void {
  if (!plan.isWritten) return;
  try {
    if (unfinished) {
      cache.invalidate(KEY);
      return;
    }
    const cached = cache.get<number[]>(KEY);
    const counts = countEach(messages.map(({ caseNumber }) => caseNumber));
    if (cached) cache.set(KEY, add(cached, counts), TTL_S);
  } catch (error) {
    console.warn(`The page may count mails wrong for an hour: ${describeError(error)}`);
  }
}

function add(cached: readonly number[], counts: EmailCounts): number[] {
  const sums = [...cached];
  for (const [caseNumber, count] of counts) {
    const number = fromCaseNumber(caseNumber);
    sums[number] = (sums[number] ?? 0) + count;
  }
  return Array.from(sums, (count = 0) => count);
}
