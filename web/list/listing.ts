import { formatRoute, searchRoute } from '../route';
import { call, type Search } from '../server';
import { createStore } from '../store';
import { takeIn } from './listed';
import { seen } from './use-window';

/** Case numbers in the order of a list, with holes where it has not been read yet. */
export type Numbers = readonly (string | undefined)[];

/** What a search has found so far; the search for nothing is the list of all cases. */
export interface Listing {
  search: Search;
  /** None before the first answer. */
  numbers?: Numbers | undefined;
  /** Why it could not be read, the last time. */
  error?: Error;
}

interface Span {
  offset: number;
  limit: number;
}

interface Taking {
  isMore?: boolean;
  counts?: Promise<unknown> | undefined;
}

/** What is read first is small, to be there soon; the script takes as long for many more (its own limit is 500). */
const FIRST: Span = { offset: 0, limit: 100 };
const MOST = 500;
/** What was found is kept for as many searches, for somebody who goes back to them. */
const MOST_KEPT = 10;

/** That of the search that the page shows, or has shown last. */
export const listing = createStore<Listing>({ search: {} });

const found = new Map<string, Numbers>();
let isOpen = false;
/** An answer that was asked for before the list was read anew is too old. */
let turn = 0;
/** Where the parts begin that are being read. */
const reading = new Set<number>();

/** The same for all searches that ask the same. */
export function keyOf(search: Search): string {
  return formatRoute(searchRoute(search));
}

export function isAll(search: Search): boolean {
  return Object.keys(search).length === 0;
}

/** Whether the counts by status tell how many were found. */
export function isCounted(search: Search): boolean {
  return Object.keys(search).every((name) => name === 'status');
}

/** Shows what a search finds: at once what it found last time, then what it finds now. Answers how to leave it. */
export function openListing(search: Search): () => void {
  isOpen = true;
  listing.set({ search, numbers: found.get(keyOf(search)) });
  refreshList();
  return () => {
    isOpen = false;
    turn += 1;
  };
}

/** Reads the top of the list, and what the owner sees of it, again; until the answer all stays as it is. */
export function refreshList(): void {
  if (!isOpen) return;
  const { search, numbers } = listing.get();
  const { first, to } = seen();
  turn += 1;
  reading.clear();
  listing.set({ search, numbers });
  // The counts of all cases come with any part of their list.
  const counts = isCounted(search) && !isAll(search) ? readCases({}, { offset: 0, limit: 1 }) : undefined;
  void take(numbers && to > FIRST.limit ? [FIRST, spanAt(first)] : [FIRST], { counts });
}

/** Reads what is missing between two places of the list. */
export function fill(from: number, to: number): void {
  const { numbers = [], error } = listing.get();
  const span = spanAt(from);
  if (error || reading.has(span.offset) || !numbers.slice(from, to).includes(undefined)) return;
  reading.add(span.offset);
  void take([span], { isMore: true });
}

/** What is read anew takes the place of all that was known; the rest is read again once somebody gets there. */
async function take(spans: readonly Span[], { isMore = false, counts }: Taking): Promise<void> {
  const mine = turn;
  const { search } = listing.get();
  try {
    const [parts] = await Promise.all([Promise.all(spans.map((span) => readCases(search, span))), counts]);
    if (mine !== turn) return;
    const { numbers = [] } = listing.get();
    const total = parts[0]?.total ?? 0;
    if (isMore && total !== numbers.length) return refreshList();
    const next = isMore ? [...numbers] : new Array<string | undefined>(total).fill(undefined);
    parts.forEach(({ cases }, at) => {
      next.splice(spans[at]?.offset ?? 0, cases.length, ...cases.map(({ caseNumber }) => caseNumber));
    });
    keep(search, next);
  } catch (error) {
    if (mine === turn) listing.set({ ...listing.get(), error: error as Error });
  } finally {
    if (mine === turn) for (const { offset } of spans) reading.delete(offset);
  }
}

function keep(search: Search, numbers: Numbers): void {
  if (found.size >= MOST_KEPT) found.clear();
  found.set(keyOf(search), numbers);
  listing.set({ search, numbers });
}

/** A part of what a search finds; other parts of the page know these cases from then on. */
async function readCases(search: Search, span: Span) {
  const since = performance.now();
  if (isAll(search)) {
    const { counts, cases } = await call('listCases', span);
    takeIn(cases, since, counts);
    return { total: counts.total, cases };
  }
  const { count, cases } = await call('searchCases', { ...search, ...span });
  takeIn(cases, since);
  return { total: count, cases };
}

/** Begins at most half its length before a place, so that it holds what is seen from there. */
function spanAt(place: number): Span {
  return { offset: place - (place % (MOST / 2)), limit: MOST };
}
