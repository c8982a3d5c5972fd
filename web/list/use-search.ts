import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { navigate, redirect, route, searchRoute } from '../router';
import type { Search } from '../server';
import { useStore } from '../store';
import { searchKey, toCaseNumber } from './search';

/** A longer pause means that the owner has finished typing. */
const TYPING_PAUSE_MS = 300;

export interface SearchDraft {
  draft: Search;
  /** Searches once the typing pauses, unless the page shows something else by then. */
  change(part: Search): void;
  /** Searches now. */
  apply(): void;
}

/** The search as it is typed. It follows the URL and, once the typing pauses, changes it. */
export function useSearch(): SearchDraft {
  const shown = useStore(route);
  const [draft, setDraft] = useState<Search>({});
  const latest = useRef(draft);
  const timer = useRef(0);
  const update = (next: Search) => {
    latest.current = next;
    setDraft(next);
  };
  // A layout effect, since after the next key press this would take the new text for the old search's and undo it.
  useLayoutEffect(() => {
    clearTimeout(timer.current);
    if (shown?.page !== 'list' && shown?.page !== 'search') return;
    const search = shown.page === 'search' ? shown.search : {};
    // The text of a search that means the same stays as it was typed.
    if (searchKey(search) !== searchKey(normalize(latest.current))) update(search);
  }, [shown]);
  return {
    draft,
    change(part) {
      update({ ...latest.current, ...part });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => openSearch(latest.current), TYPING_PAUSE_MS);
    },
    apply() {
      clearTimeout(timer.current);
      openSearch(latest.current, { isFinal: true });
    },
  };
}

/** While the owner types, no search becomes a step in the browser's history. */
function openSearch(draft: Search, { isFinal = false } = {}): void {
  const search = normalize(draft);
  const now = route.get();
  if (now?.page === 'search' && searchKey(now.search) === searchKey(search)) return;
  const to = searchRoute(search);
  if (isFinal || now?.page !== 'search') navigate(to);
  else redirect(to);
}

/** A case number may be typed as digits alone. */
function normalize({ caseNumber = '', ...rest }: Search): Search {
  return { ...rest, caseNumber: toCaseNumber(caseNumber.replace(/^\s*(?=\d)/, 'case')) ?? caseNumber };
}
