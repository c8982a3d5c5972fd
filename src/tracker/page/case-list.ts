import type * as v from 'valibot';
import * as cache from '../../platform/cache';
import { endOfDay, startOfDay } from '../../platform/day';
import { describeError } from '../../platform/google-errors';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { search, select, summarize } from '../../tables/tables';
import type { Intake } from '../intake/prepare';
import type { Run } from '../intake/progress';
import { CASES, type Case, fromCaseNumber, MESSAGES, toCaseNumber } from '../tables';
import {
  type CaseList,
  type CaseSummary,
  type Counts,
  type Hit,
  type Order,
  type Refused,
  type SearchResult,
  toIso,
} from './answers';
import {
  answer,
  day,
  InputError,
  input,
  maxText,
  oneOf,
  optional,
  parse,
  StatusInput,
  trueOrFalse,
  wholeNumber,
} from './input';

/** How many messages each case has, by case number. */
type EmailCounts = ReadonlyMap<string, number>;

/** Cached as an array whose indexes are the cases' numbers. */
const KEY = 'emailCounts';

/** Checks that store mail keep it up to date; it lasts as long as the cache lets it. */
const TTL_S = 6 * 3_600;

/** After all that may be typed. */
const LAST_DAY = '9999-99-99';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

const ListInput = input('listCases', {
  limit: optional(wholeNumber('limit', 1, MAX_LIMIT)),
  offset: optional(wholeNumber('offset', 0)),
  order: optional(oneOf('order', ['received', 'lastMail'])),
});

const SearchInput = input('searchCases', {
  caseNumber: optional(maxText('caseNumber', 100)),
  keyword: optional(maxText('keyword', 1_000)),
  issue: optional(maxText('issue', 1_000)),
  status: optional(StatusInput),
  from: optional(day('from')),
  to: optional(day('to')),
  sender: optional(maxText('sender', 1_000)),
  unseen: optional(trueOrFalse('unseen')),
  due: optional(trueOrFalse('due')),
  order: optional(oneOf('order', ['received', 'lastMail', 'due'])),
  limit: optional(wholeNumber('limit', 1)),
  offset: optional(wholeNumber('offset', 0)),
});

type Search = v.InferOutput<typeof SearchInput>;

const SUMMARY_COLUMNS = [
  'caseNumber',
  'received',
  'sender',
  'subject',
  'issue',
  'status',
  'seen',
  'lastMailAt',
  'due',
] as const;

/** The columns of a case that a list shows, with the number of its messages. */
export type ListedCase = Omit<Pick<Case, (typeof SUMMARY_COLUMNS)[number]>, 'seen'> & {
  emailCount: number;
  seen: number;
};

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

/** Interface section 4.1: every condition that is given has to match. Answers all matches unless a limit is given. */
export function searchCases(given: unknown): SearchResult | Refused {
  return answer(() => {
    const wanted = parse(SearchInput, given ?? {});
    const { keyword, from, to, limit, offset, order } = wanted;
    if (from && to && from > to)
      throw new InputError(`from must not be after to (got ${from} and ${to})`, { field: 'from' });
    const { cases, counts } = keyword ? searchTexts(keyword) : findAllCases();
    const found = inOrder(filterCases(cases, wanted), order ?? 'received');
    const first = offset ?? 0;
    const listPage = found.slice(first, first + (limit ?? found.length));
    const summaries = listPage.map((one) => ({ ...toSummary(one), hits: one.hits }));
    return { count: found.length, cases: summaries, counts };
  });
}

/** All cases, from top to bottom. Rows that are no case are left out. */
export function selectCases(emails = readEmailCounts()): ListedCase[] {
  return withCounts(select(CASES, SUMMARY_COLUMNS), emails);
}

/** Whether it has messages that the owner has not seen. */
export function isUnseen({ emailCount, seen }: Pick<ListedCase, 'emailCount' | 'seen'>): boolean {
  return emailCount > seen;
}

/** Rows that are no case are left out. All messages of a case count as seen where it says nothing of them. */
function withCounts<R extends Pick<Case, 'caseNumber' | 'seen'>>(rows: readonly R[], emails: EmailCounts) {
  return rows
    .filter(({ caseNumber }) => fromCaseNumber(caseNumber) > 0)
    .map((row) => {
      const emailCount = emails.get(row.caseNumber) ?? 0;
      return { ...row, emailCount, seen: row.seen ?? emailCount };
    });
}

/** By the time, and by number where that is the same. */
function inOrder<C extends ListedCase>(cases: readonly C[], order: Order): C[] {
  const number = ({ caseNumber }: C) => fromCaseNumber(caseNumber);
  const time = (one: C) => (order === 'received' ? one.received : lastMailOf(one)).getTime() || 0;
  const newestFirst = (a: C, b: C) => time(b) - time(a) || number(b) - number(a);
  if (order !== 'due') return [...cases].sort(newestFirst);
  const day = ({ due }: C) => due || LAST_DAY;
  return [...cases].sort((a, b) => (day(a) < day(b) ? -1 : Number(day(a) > day(b))) || newestFirst(a, b));
}

/** The first mail's time where the cell holds none. */
export function lastMailOf({ lastMailAt, received }: Pick<ListedCase, 'lastMailAt' | 'received'>): Date {
  return Number.isNaN(lastMailAt.getTime()) ? received : lastMailAt;
}

function countCases(cases: readonly ListedCase[]): Counts {
  const counts = { total: cases.length, Open: 0, 'In Progress': 0, Closed: 0, unseen: 0, due: 0 };
  for (const one of cases) {
    counts[one.status] += 1;
    if (isUnseen(one)) counts.unseen += 1;
    if (isDue(one)) counts.due += 1;
  }
  return counts;
}

/** Whether the owner wants to come back to it. */
export function isDue({ due, status }: Pick<ListedCase, 'due' | 'status'>): boolean {
  return due !== '' && status !== 'Closed';
}

function findAllCases() {
  const cases = selectCases();
  return { cases: cases.map((one) => ({ ...one, hits: [] as Hit[] })), counts: countCases(cases) };
}

/** Searches subject, sender and notes of each case, and the body of each of its messages. Letter case is ignored. */
function searchTexts(keyword: string) {
  const messages = search(MESSAGES, { column: 'body', text: keyword }, 'caseNumber');
  const emails = cacheEmailCounts(countEach(messages.map(({ value }) => value)));
  const inBody = new Set(messages.filter(({ isMatch }) => isMatch).map(({ value }) => value));
  const cases = withCounts(select(CASES, [...SUMMARY_COLUMNS, 'notes']), emails);
  const found = cases.filter(
    ({ caseNumber, subject, sender, notes }) =>
      inBody.has(caseNumber) || [subject, sender, notes].some((text) => contains(text, keyword)),
  );
  return { cases: found.map((one) => ({ ...one, hits: [] as Hit[] })), counts: countCases(cases) };
}

/** Both days are included, in the spreadsheet's time zone. */
function filterCases<C extends ListedCase>(cases: readonly C[], wanted: Search): C[] {
  const { caseNumber, issue, status, sender, unseen, due, from, to } = wanted;
  const number = caseNumber?.trim().toUpperCase();
  const address = sender?.trim().toLowerCase();
  const zone = from || to ? boundSpreadsheet().getSpreadsheetTimeZone() : '';
  const begin = from ? startOfDay(from, zone) : Number.NEGATIVE_INFINITY;
  const end = to ? endOfDay(to, zone) : Number.POSITIVE_INFINITY;
  return cases.filter(
    (one) =>
      (!number || one.caseNumber === number) &&
      (!issue || contains(one.issue, issue)) &&
      (!status || one.status === status) &&
      (!address || one.sender.toLowerCase() === address) &&
      (unseen == null || isUnseen(one) === unseen) &&
      (due == null || isDue(one) === due) &&
      (!(from || to) || (one.received.getTime() >= begin && one.received.getTime() < end)),
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

function toSummary(one: ListedCase): CaseSummary {
  const { caseNumber, received, sender, subject, issue, status, emailCount, seen, due } = one;
  const lastMailAt = toIso(lastMailOf(one));
  const texts = { caseNumber, received: toIso(received), sender, subject, issue, status };
  return { ...texts, emailCount, seen, lastMailAt, due };
}

/** As cached, or else counted. */
function readEmailCounts(): EmailCounts {
  const cached = cache.get<number[]>(KEY);
  return cached ? new Map(cached.map((count, number) => [toCaseNumber(number), count])) : countEmails();
}

/** As the tab has them now. */
export function countEmails(): EmailCounts {
  const groups = summarize(MESSAGES, { by: 'caseNumber' });
  return cacheEmailCounts(new Map(groups.map(({ value, rows }) => [value, rows])));
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
