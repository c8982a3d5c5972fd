import { type ListSearch, OPEN } from '../router';
import { call } from '../server';
import { createStore } from '../store';
import { storeSummaries } from './case-store';
import { searchKey } from './search';
import { visibleRows } from './use-visible-rows';

/** The case numbers of a list in its order; undefined for rows that are not loaded yet. */
export type CaseNumbers = readonly (string | undefined)[];

/** A search and what it has found. */
export interface Listing {
  search: ListSearch;
  /** Undefined before the first response. */
  numbers?: CaseNumbers | undefined;
  /** Why the last load failed. */
  error?: Error;
}

interface Range {
  offset: number;
  limit: number;
}

/** Small, so that it is there soon. */
const FIRST_PAGE: Range = { offset: 0, limit: 100 };
/** As many as the script answers at most; it takes no longer than for a few. */
const PAGE_SIZE = 500;
/** The results of so many searches are kept, for going back to them. */
const MAX_REMEMBERED = 10;

/** The list that the page shows, or has shown last. */
export const listing = createStore<Listing>({ search: OPEN });

const results = new Map<string, CaseNumbers>();
let isOpen = false;
/** Goes up with every reload: responses to calls from before are outdated. */
let generation = 0;
/** The offsets of the ranges that are being loaded. */
const loadingOffsets = new Set<number>();

/** Shows what the search found last time, then what it finds now. Answers a function that closes the list. */
export function openListing(search: ListSearch): () => void {
  isOpen = true;
  listing.set({ search, numbers: results.get(searchKey(search)) });
  refreshList();
  return () => {
    isOpen = false;
    generation += 1;
  };
}

/** Loads the top of the list and the visible rows again. The list stays as it is until the response is there. */
export function refreshList(): void {
  if (!isOpen) return;
  const { search, numbers } = listing.get();
  const { first, to } = visibleRows();
  generation += 1;
  loadingOffsets.clear();
  listing.set({ search, numbers });
  void load(numbers && to > FIRST_PAGE.limit ? [FIRST_PAGE, rangeAround(first)] : [FIRST_PAGE]);
}

/** Loads what is missing between two rows. */
export function loadRows(from: number, to: number): void {
  const { numbers = [], error } = listing.get();
  const range = rangeAround(from);
  if (error || loadingOffsets.has(range.offset) || !numbers.slice(from, to).includes(undefined)) return;
  loadingOffsets.add(range.offset);
  void load([range], { isMore: true });
}

/** Without `isMore` the ranges replace all rows; the others are loaded again when they become visible. */
async function load(ranges: readonly Range[], { isMore = false } = {}): Promise<void> {
  const started = generation;
  const { search } = listing.get();
  try {
    const parts = await Promise.all(ranges.map((range) => readCases(search, range)));
    if (started !== generation) return;
    const { numbers = [] } = listing.get();
    const total = parts[0]?.total ?? 0;
    if (isMore && total !== numbers.length) return refreshList();
    const next = isMore ? [...numbers] : new Array<string | undefined>(total).fill(undefined);
    parts.forEach(({ cases }, at) => {
      next.splice(ranges[at]?.offset ?? 0, cases.length, ...cases.map(({ caseNumber }) => caseNumber));
    });
    storeNumbers(search, next);
  } catch (error) {
    if (started === generation) listing.set({ ...listing.get(), error: error as Error });
  } finally {
    if (started === generation) for (const { offset } of ranges) loadingOffsets.delete(offset);
  }
}

function storeNumbers(search: ListSearch, numbers: CaseNumbers): void {
  if (results.size >= MAX_REMEMBERED) results.clear();
  results.set(searchKey(search), numbers);
  listing.set({ search, numbers });
}

/** A range of what the search finds; its cases go into the case store. */
async function readCases(search: ListSearch, range: Range) {
  const since = performance.now();
  const order = search.due ? 'due' : 'lastMail';
  const { count: total, cases, counts } = await call('searchCases', { ...search, ...range, order });
  storeSummaries(cases, since, counts);
  return { total, cases };
}

/** Begins at most half a page before the row, so that it contains the rows visible from there. */
function rangeAround(place: number): Range {
  return { offset: place - (place % (PAGE_SIZE / 2)), limit: PAGE_SIZE };
}
