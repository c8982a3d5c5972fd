import {
  type CaseSummary,
  type Hit,
  isInTab,
  type Order,
  type Status,
} from '../../../src/tracker/case/answers';
import { createStore } from '../../shared/store';
import { onCasesSaved } from '../changes';
import { HOME, type ListSearch } from '../router';
import { call } from '../server';
import { caseStore, counts, storeSummaries } from './case-store';
import { recallList, storeList } from './list-cache';
import { isTextSearch, searchKey } from './search';
import { visibleRows } from './use-visible-rows';

/** The case numbers of a list in its order; undefined for rows that are not loaded yet. */
export type CaseNumbers = readonly (string | undefined)[];

/** The places where a search has found its words, by case number. */
export type Hits = ReadonlyMap<string, readonly Hit[]>;

/** A search and what it has found. */
export interface Listing {
  search: ListSearch;
  /** Undefined before the first response. */
  numbers?: CaseNumbers | undefined;
  hits?: Hits;
  /** The number of cases that the search would find in other tabs, by status. */
  others?: Record<Status, number>;
  /** True while the list is from the last visit, until the first response. */
  isCached?: boolean;
  /** The error of the last load, if it failed. */
  error?: Error;
}

interface Range {
  offset: number;
  limit: number;
}

/** Small, so that it is there soon. */
const FIRST_PAGE: Range = { offset: 0, limit: 100 };
/** The number of cases that the script answers at most; it takes no longer than for a few. */
const PAGE_SIZE = 500;
/** The results of so many searches are kept, for going back to them. */
const MAX_REMEMBERED = 10;

/** The list that the page shows, or has shown last. */
export const listing = createStore<Listing>({ search: HOME });

const results = new Map<string, Listing>();
let isOpen = false;
/** Goes up with every reload: responses to calls from before are outdated. */
let generation = 0;
const loadingRanges = new Set<Range>();

/** Shows what the search found last time, then what it finds now. Returns a function that closes the list. */
export function openListing(search: ListSearch): () => void {
  isOpen = true;
  const known = results.get(searchKey(search)) ?? recall(search);
  listing.set({ ...known, search });
  refreshList();
  return () => {
    isOpen = false;
    generation += 1;
    loadingRanges.clear();
  };
}

/** Loads the list on the page again. */
export function refreshList(): void {
  if (isOpen) reload();
}

/** Called once, when the page starts: a case that comes back into the list by a change is not among its rows. */
export function followChangedCases(): void {
  onCasesSaved((cases) => {
    const { search, numbers = [] } = listing.get();
    const isMissing = ({ caseNumber }: { caseNumber: string }) => {
      const one = caseStore.get().get(caseNumber);
      return one !== undefined && isInTab(one, search) && !numbers.includes(caseNumber);
    };
    if (!isTextSearch(search) && cases.some(isMissing)) refreshList();
  });
}

/** Loads the top of the list and the visible rows again. The list stays as it is until the response is there. */
function reload(): void {
  const { error, ...shown } = listing.get();
  const { first, to } = visibleRows();
  generation += 1;
  loadingRanges.clear();
  listing.set(shown);
  void load(shown.numbers && to > FIRST_PAGE.limit ? [FIRST_PAGE, rangeAround(first)] : [FIRST_PAGE]);
}

/** Loads what is missing between two places. */
export function loadRows(from: number, to: number): void {
  const { numbers = [], error, isCached } = listing.get();
  const place = numbers.findIndex((one, at) => at >= from && at < to && one === undefined);
  if (error || isCached || place < 0 || isLoading(place)) return;
  void load([rangeAround(place)], { isMore: true });
}

/**
 * The places of the rows to show: a case that does not belong to the list any more, since the owner has changed it, is
 * left out at once.
 */
export function shownPlaces(
  { search, numbers = [] }: Listing,
  cases: ReadonlyMap<string, CaseSummary>,
): number[] {
  const places = numbers.map((_, place) => place);
  return places.filter((place) => {
    const one = cases.get(numbers[place] ?? '');
    return !one || isInTab(one, search);
  });
}

/** Shows a list as the last visit has. Cases known since then stay. */
function recall(search: ListSearch): Omit<Listing, 'search'> {
  const cached = recallList(searchKey(search));
  if (!cached) return {};
  const unknown = cached.cases.filter(({ caseNumber }) => !caseStore.get().has(caseNumber));
  storeSummaries(unknown, 0, counts.get() ?? cached.counts);
  return {
    numbers: placeNumbers(cached.total, [{ range: FIRST_PAGE, cases: cached.cases }]),
    isCached: true,
  };
}

/** Loads ranges. They replace all rows without `isMore`; the others are loaded again when they become visible. */
async function load(ranges: readonly Range[], { isMore = false } = {}): Promise<void> {
  const started = generation;
  const { search } = listing.get();
  for (const range of ranges) loadingRanges.add(range);
  try {
    const parts = await Promise.all(ranges.map((range) => readCases(search, range)));
    if (started !== generation) return;
    const { numbers = [], hits = [], error } = listing.get();
    const total = parts[0]?.total ?? 0;
    // An opened case leads to the next of the list, which has other rows by now.
    if (isMore && total !== numbers.length) return reload();
    const found = parts.flatMap(({ cases }) => cases.map((one) => [one.caseNumber, one.hits] as const));
    const next: Listing = {
      search,
      numbers: placeNumbers(total, parts, isMore ? numbers : []),
      hits: new Map([...(isMore ? hits : []), ...found]),
      ...(parts[0] && { others: parts[0].others }),
    };
    remember(next);
    // Other rows are still missing, and the owner may be about to press "Try again".
    listing.set(isMore && error ? { ...next, error } : next);
    if (!isMore) void loadNext(next.numbers ?? []);
  } catch (error) {
    if (started === generation) listing.set({ ...listing.get(), isCached: false, error: error as Error });
  } finally {
    for (const range of ranges) loadingRanges.delete(range);
  }
}

/** A range of what the search finds; its cases go into the case store. */
async function readCases(search: ListSearch, range: Range) {
  const since = performance.now();
  const order = orderOf(search);
  const response = await call('searchCases', { ...search, ...range, order });
  const { count: total, cases, counts, others } = response;
  storeSummaries(cases, since, counts);
  if (range === FIRST_PAGE && !isTextSearch(search))
    storeList({ key: searchKey(search), total, cases, counts });
  return { total, cases, others, range };
}

/** Returns the order: the longest wait comes first. */
function orderOf({ waitingFor, due }: ListSearch): Order {
  if (waitingFor) return 'waiting';
  return due ? 'due' : 'lastMail';
}

/** The rows after the first page, once that is on the screen: they are there when the owner scrolls. */
async function loadNext(numbers: CaseNumbers): Promise<void> {
  const started = generation;
  await new Promise((resolve) => setTimeout(resolve));
  if (started === generation && numbers[FIRST_PAGE.limit] === undefined && numbers.length > FIRST_PAGE.limit)
    void load([{ offset: FIRST_PAGE.limit, limit: PAGE_SIZE }], { isMore: true });
}

function remember(known: Listing): void {
  if (results.size >= MAX_REMEMBERED) results.clear();
  results.set(searchKey(known.search), known);
}

/** The rows of a list, with those of some ranges filled in. */
function placeNumbers(
  total: number,
  parts: readonly { range: Range; cases: readonly CaseSummary[] }[],
  known: CaseNumbers = [],
): CaseNumbers {
  const numbers = Array.from({ length: total }, (_, place) => known[place]);
  for (const { range, cases } of parts)
    numbers.splice(range.offset, cases.length, ...cases.map(({ caseNumber }) => caseNumber));
  return numbers;
}

function isLoading(place: number): boolean {
  return [...loadingRanges].some(({ offset, limit }) => place >= offset && place < offset + limit);
}

/** Begins at most half a page before the row, so that it contains the rows visible from there. */
function rangeAround(place: number): Range {
  return { offset: place - (place % (PAGE_SIZE / 2)), limit: PAGE_SIZE };
}
