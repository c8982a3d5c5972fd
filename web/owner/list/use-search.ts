import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useStore } from '../../shared/store';
import { HOME, type ListSearch, listRoute, navigate, redirect, route } from '../router';
import { isTextSearch, searchKey, toCaseNumber } from './search';

/** A longer pause means that the owner has finished typing. */
const TYPING_PAUSE_MS = 300;

export interface SearchDraft {
  draft: ListSearch;
  /** Searches once the typing pauses, unless the page shows something else by then. */
  change(part: ListSearch): void;
  /** Searches now. */
  apply(): void;
}

/** The search as it is typed. It follows the URL and, once the typing pauses, changes it. */
export function useSearch(): SearchDraft {
  const shown = useStore(route);
  const [draft, setDraft] = useState<ListSearch>({});
  const latest = useRef(draft);
  const timer = useRef(0);
  const update = (next: ListSearch) => {
    latest.current = next;
    setDraft(next);
  };
  // A layout effect, since after the next key press this would take the new text for the old search's and undo it.
  useLayoutEffect(() => {
    clearTimeout(timer.current);
    if (shown?.page !== 'list') return;
    const { search = HOME } = shown;
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
function openSearch(draft: ListSearch, { isFinal = false } = {}): void {
  const search = normalize(draft);
  const now = route.get();
  const current = now?.page === 'list' ? (now.search ?? HOME) : undefined;
  if (current && searchKey(current) === searchKey(search)) return;
  if (isFinal || !current || !isTextSearch(current)) navigate(listRoute(search));
  else redirect(listRoute(search));
}

/** A case number may be typed as digits alone. */
function normalize({ caseNumber = '', ...rest }: ListSearch): ListSearch {
  return { ...rest, caseNumber: toCaseNumber(caseNumber.replace(/^\s*(?=\d)/, 'case')) ?? caseNumber };
}
