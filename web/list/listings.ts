import { formatRoute, searchRoute } from '../route';
import type { Search } from '../server';
import { createStore } from '../store';
import type { Numbers } from './numbers';

/** What a search has found so far; the search for nothing is the list of all cases. */
export interface Listing {
  search: Search;
  /** None before the first answer. */
  numbers?: Numbers;
  /** Why it could not be read, the last time. */
  error?: Error;
}

/** As many are kept as somebody goes back to. */
const MOST = 10;

/** By key; the one opened last stands last. */
export const listings = createStore<ReadonlyMap<string, Listing>>(new Map());

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

export function keep(listing: Listing): void {
  const key = keyOf(listing.search);
  const others = [...listings.get()].filter(([other]) => other !== key).slice(1 - MOST);
  listings.set(new Map([...others, [key, listing]]));
}
