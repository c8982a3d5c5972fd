import type { CaseSummary, Counts } from '../../../src/tracker/page/answers';

/** The top of a list, as this browser saw it last. */
interface CachedList {
  /** The key of the list's search. */
  key: string;
  total: number;
  cases: CaseSummary[];
  counts: Counts;
}

/** Another name where what is stored takes another form. */
const STORAGE_KEY = 'lastList';

export function storeList(list: CachedList): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(list));
  } catch {
    // A browser that keeps nothing for frames, or has no room: the next visit waits for the script.
  }
}

/** Undefined if another list was shown last. */
export function recallList(key: string): CachedList | undefined {
  try {
    const list: CachedList | null = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    return list?.key === key ? list : undefined;
  } catch {
    return undefined;
  }
}
