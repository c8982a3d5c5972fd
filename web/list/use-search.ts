import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { navigate, redirect, route } from '../location';
import { searchRoute } from '../route';
import type { Search } from '../server';
import { useStore } from '../store';
import { keyOf } from './listing';
import { toCaseNumber } from './search-words';

/** Somebody who types stops for longer than this only when it is meant. */
const TYPING_MS = 300;

export interface Draft {
  draft: Search;
  /** Asked for once the typing stops, unless the page shows something else by then. */
  change(part: Search): void;
  /** Asks at once. */
  apply(): void;
}

/** What stands in the fields of the search, which follows the address and, after a while, leads it. */
export function useSearch(): Draft {
  const shown = useStore(route);
  const [draft, setDraft] = useState<Search>({});
  const latest = useRef(draft);
  const timer = useRef(0);
  const put = (next: Search) => {
    latest.current = next;
    setDraft(next);
  };
  // Before the next key can be typed: later it would take that for the old search's, and put it back.
  useLayoutEffect(() => {
    clearTimeout(timer.current);
    if (shown?.page !== 'list' && shown?.page !== 'search') return;
    const search = shown.page === 'search' ? shown.search : {};
    // What is being typed is not tidied up under the hands.
    if (keyOf(search) !== keyOf(asked(latest.current))) put(search);
  }, [shown]);
  return {
    draft,
    change(part) {
      put({ ...latest.current, ...part });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => go(latest.current), TYPING_MS);
    },
    apply() {
      clearTimeout(timer.current);
      go(latest.current, { isMeant: true });
    },
  };
}

/** While somebody types, the address changes without steps back. */
function go(draft: Search, { isMeant = false } = {}): void {
  const search = asked(draft);
  const now = route.get();
  if (now?.page === 'search' && keyOf(now.search) === keyOf(search)) return;
  const to = searchRoute(search);
  if (isMeant || now?.page !== 'search') navigate(to);
  else redirect(to);
}

/** A case number may be given as its digits alone. */
function asked({ caseNumber = '', ...rest }: Search): Search {
  return { ...rest, caseNumber: toCaseNumber(caseNumber.replace(/^\s*(?=\d)/, 'case')) ?? caseNumber };
}
