import type * as v from 'valibot';
import { endOfDay, startOfDay } from '../../platform/day';
import { boundSpreadsheet } from '../../platform/spreadsheet';
import { scan, search, storedPattern } from '../../tables/tables';
import { type Hit, isDue, isInTab, type Refused, type SearchResult } from '../case/answers';
import { readEmailCounts } from '../case/email-counts';
import { caseNumberOfRow, isFurther, messageOfRow } from '../case/long-mail';
import { CASES, type Case, MESSAGES } from '../case/tables';
import {
  countCases,
  countStatuses,
  inOrder,
  type ListedCase,
  SUMMARY_COLUMNS,
  selectCases,
  toSummary,
  withEmailCounts,
} from './case-list';
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
import { excerpt, type Term, toTerms } from './keyword';

const SearchInput = input('searchCases', {
  caseNumber: optional(maxText('caseNumber', 100)),
  keyword: optional(maxText('keyword', 1_000)),
  issue: optional(maxText('issue', 1_000)),
  status: optional(StatusInput),
  from: optional(day('from')),
  to: optional(day('to')),
  sender: optional(maxText('sender', 1_000)),
  dueBy: optional(day('dueBy')),
  waitingFor: optional(oneOf('waitingFor', ['you', 'them'])),
  unseen: optional(trueOrFalse('unseen')),
  due: optional(trueOrFalse('due')),
  order: optional(oneOf('order', ['received', 'lastMail', 'due', 'waiting'])),
  limit: optional(wholeNumber('limit', 1)),
  offset: optional(wholeNumber('offset', 0)),
});

type Search = v.InferOutput<typeof SearchInput>;

type Found = ListedCase & { hits: Hit[] };

/** Body of a message in which terms were found: for each term, whether it contains it. */
type FoundBody = readonly boolean[];

/** Interface section 4.1: every condition that is given has to match. Answers all matches unless a limit is given. */
export function searchCases(given: unknown): SearchResult | Refused {
  return answer(() => {
    const wanted = parse(SearchInput, given ?? {});
    const { keyword, from, to, limit, offset, order } = wanted;
    if (from && to && from > to)
      throw new InputError(`from must not be after to (got ${from} and ${to})`, { field: 'from' });
    const terms = toTerms(keyword ?? '');
    const { cases, counts } = terms.length > 0 ? searchTexts(terms) : findAllCases();
    const matching = filterCases(cases, wanted);
    const inTab = matching.filter((one) => isInTab(one, wanted));
    const found = inOrder(inTab, order ?? 'received');
    const others = countStatuses(matching.filter((one) => !isInTab(one, wanted)));
    const first = offset ?? 0;
    const listPage = found.slice(first, first + (limit ?? found.length));
    const summaries = listPage.map((one) => ({ ...toSummary(one), hits: one.hits }));
    return { count: found.length, cases: summaries, others, counts };
  });
}

function findAllCases() {
  const cases = selectCases();
  return { cases: cases.map((one): Found => ({ ...one, hits: [] })), counts: countCases(cases) };
}

/** Each term has to be in the subject, a sender, the notes or any message of a case, all of them anywhere in it. */
function searchTexts(terms: readonly Term[]) {
  const patterns = terms.map(({ text }) => storedPattern(text));
  const bodies = new Map<string, FoundBody[]>();
  for (const { caseNumber, contains } of searchBodies(patterns)) {
    const found = bodies.get(caseNumber) ?? [];
    bodies.set(caseNumber, found);
    found.push(contains);
  }
  const cases = withEmailCounts(scan(CASES, [...SUMMARY_COLUMNS, 'notes']), readEmailCounts());
  const found = cases.flatMap((one): Found[] => {
    const hits = findHits(one, { terms, bodies: bodies.get(one.caseNumber) ?? [] });
    return hits ? [{ ...one, hits }] : [];
  });
  return { cases: found, counts: countCases(cases) };
}

/** The messages whose texts contain terms. Ids are read only where a text was found in a further row of one. */
function searchBodies(patterns: readonly string[]): { caseNumber: string; contains: FoundBody }[] {
  const wanted = { columns: ['body'], patterns } as const;
  const found = search(MESSAGES, wanted, ['caseNumber']);
  if (!found.some(({ row }) => isFurther(row.caseNumber)))
    return found.map(({ row, contains }) => ({ caseNumber: row.caseNumber, contains }));
  const whole = new Map<string, { caseNumber: string; contains: FoundBody }>();
  for (const { row, contains } of search(MESSAGES, wanted, ['messageId', 'caseNumber'])) {
    const id = messageOfRow(row.messageId);
    const earlier = whole.get(id)?.contains ?? [];
    const either = contains.map((one, index) => one || earlier[index] === true);
    whole.set(id, { caseNumber: caseNumberOfRow(row.caseNumber), contains: either });
  }
  return [...whole.values()];
}

/** Undefined where a term is in none of the texts. */
function findHits(
  { subject, sender, senderName, notes }: Pick<Case, 'subject' | 'sender' | 'senderName' | 'notes'>,
  { terms, bodies }: { terms: readonly Term[]; bodies: readonly FoundBody[] },
): Hit[] | undefined {
  const isIn = (text: string) => terms.map(({ pattern }) => pattern.test(text));
  const [inSubject, inSender, inNotes] = [isIn(subject), isIn(`${senderName} ${sender}`), isIn(notes)];
  const found = [inSubject, inSender, inNotes, ...bodies];
  if (!terms.every((_, index) => found.some((one) => one[index]))) return undefined;
  const around = excerpt(notes, terms);
  return [
    ...(inSubject.includes(true) ? [{ field: 'subject' } as const] : []),
    ...(inSender.includes(true) ? [{ field: 'sender' } as const] : []),
    ...(around === undefined ? [] : [{ field: 'notes', text: around } as const]),
    ...(bodies.length === 0 ? [] : [{ field: 'body', messages: bodies.length } as const]),
  ];
}

/** Both days are included, in the spreadsheet's time zone. */
function filterCases<C extends ListedCase>(cases: readonly C[], wanted: Search): C[] {
  const { caseNumber, issue, sender, from, to, dueBy } = wanted;
  const number = caseNumber?.trim().toUpperCase();
  const address = sender?.trim().toLowerCase();
  const zone = from || to ? boundSpreadsheet().getSpreadsheetTimeZone() : '';
  const begin = from ? startOfDay(from, zone) : Number.NEGATIVE_INFINITY;
  const end = to ? endOfDay(to, zone) : Number.POSITIVE_INFINITY;
  return cases.filter(
    (one) =>
      (!number || one.caseNumber === number) &&
      (!issue || one.issue.toLowerCase().includes(issue.toLowerCase())) &&
      (!address || isFrom(one, address)) &&
      (!dueBy || (isDue(one) && one.due <= dueBy)) &&
      (!(from || to) || (one.received.getTime() >= begin && one.received.getTime() < end)),
  );
}

/** An address is one sender; anything else is looked for in addresses and names. */
function isFrom({ sender, senderName }: Pick<ListedCase, 'sender' | 'senderName'>, text: string): boolean {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return sender.toLowerCase() === text;
  return `${senderName} ${sender}`.toLowerCase().includes(text);
}
