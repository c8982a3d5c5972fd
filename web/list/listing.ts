import { call, type Search } from '../server';
import { createStore } from '../store';
import { storeSummaries } from './case-store';
import { isEmptySearch, isStatusOnly, searchKey } from './search';
import { visibleRows } from './use-visible-rows';

/** The case numbers of a list in its order; undefined for rows that are not loaded yet. */
export type CaseNumbers = readonly (string | undefined)[];

/** A search and what it has found; the empty search finds all cases. */
export interface Listing {
  search: Search;
  /** Undefined before the first response. */
  numbers?: CaseNumbers | undefined;
  /** Why the last load failed. */
  error?: Error;
}

interface Range {
  offset: number;
  limit: number;
}

interface LoadOptions {
  isMore?: boolean;
  counts?: Promise<unknown> | undefined;
}

/** Small, so that it is there soon. */
const FIRST_PAGE: Range = { offset: 0, limit: 100 };
/** As many as the script answers at most; it takes no longer than for a few. */
const PAGE_SIZE = 500;
/** The results of so many searches are kept, for going back to them. */
const MAX_REMEMBERED = 10;

/** The list that the page shows, or has shown last. */
export const listing = createStore<Listing>({ search: {} });

const results = new Map<string, CaseNumbers>();
let isOpen = false;
/** Goes up with every reload: responses to calls from before are outdated. */
let generation = 0;
/** The offsets of the ranges that are being loaded. */
const loadingOffsets = new Set<number>();

/** Shows what the search found last time, then what it finds now. Answers a function that closes the list. */
export function openListing(search: Search): () => void {
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
  // The counts by status come with any range of the list of all cases.
  const counts =
    isStatusOnly(search) && !isEmptySearch(search) ? readCases({}, { offset: 0, limit: 1 }) : undefined;
  void load(numbers && to > FIRST_PAGE.limit ? [FIRST_PAGE, rangeAround(first)] : [FIRST_PAGE], { counts });
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
async function load(ranges: readonly Range[], { isMore = false, counts }: LoadOptions): Promise<void> {
  const started = generation;
  const { search } = listing.get();
  try {
    const [parts] = await Promise.all([Promise.all(ranges.map((range) => readCases(search, range))), counts]);
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

function storeNumbers(search: Search, numbers: CaseNumbers): void {
  if (results.size >= MAX_REMEMBERED) results.clear();
  results.set(searchKey(search), numbers);
  listing.set({ search, numbers });
}

/** A range of what the search finds; its cases go into the case store. */
async function readCases(search: Search, range: Range) {
  const since = performance.now();
  if (isEmptySearch(search)) {
    const { counts, cases } = await call('listCases', range);
    storeSummaries(cases, since, counts);
    return { total: counts.total, cases };
  }
  const { count, cases } = await call('searchCases', { ...search, ...range });
  storeSummaries(cases, since);
  return { total: count, cases };
}

/** Begins at most half a page before the row, so that it contains the rows visible from there. */
function rangeAround(place: number): Range {
  return { offset: place - (place % (PAGE_SIZE / 2)), limit: PAGE_SIZE };
}
