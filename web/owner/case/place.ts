import { useEffect } from 'preact/hooks';
import { useStore } from '../../shared/store';
import { cursor } from '../list/cursor';
import { listing, loadRows } from '../list/listing';
import { type Route, route } from '../router';
import { REACH, readAhead } from './read-ahead';

/** The place of a case in the list that was shown last. */
export interface Place {
  /** The position, from 1. */
  position: number;
  total: number;
  /** Undefined at an end of the list, and while that row is being loaded. */
  previous: string | undefined;
  next: string | undefined;
}

/** The list or the search that was shown last. */
let previousList: Route = { page: 'list' };
route.subscribe(() => {
  const shown = route.get();
  if (shown && shown.page !== 'case' && shown.page !== 'settings') previousList = shown;
});

export function listBefore(): Route {
  return previousList;
}

/**
 * Undefined for a case that was opened by a link of its own. Sees to it that the rows around it are loaded and, once the
 * case itself is on the page, that the next ones are read ahead.
 */
export function usePlace(caseNumber: string, isShown: boolean): Place | undefined {
  const { numbers = [] } = useStore(listing);
  const at = numbers.indexOf(caseNumber);
  useEffect(() => {
    if (at < 0) return;
    // Back in the list, the keys go on from here.
    cursor.set({ caseNumber, place: at });
    const end = Math.min(at + 1 + REACH, numbers.length);
    loadRows(Math.max(at - 1, 0), end);
    if (isShown) readAhead(numbers.slice(at + 1, end));
  }, [at, numbers, isShown]);
  if (at < 0) return undefined;
  return { position: at + 1, total: numbers.length, previous: numbers[at - 1], next: numbers[at + 1] };
}
