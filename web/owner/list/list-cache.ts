import type { CaseSummary, Counts } from '../../../src/tracker/case/answers';
import { recall, remember } from '../remembered';

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
  remember(STORAGE_KEY, list);
}

/** Undefined if another list was shown last. */
export function recallList(key: string): CachedList | undefined {
  const list = recall<CachedList>(STORAGE_KEY);
  return list?.key === key ? list : undefined;
}
