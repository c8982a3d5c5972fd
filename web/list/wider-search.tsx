import { useEffect, useState } from 'preact/hooks';
import { type CaseSummary, STATUSES } from '../../src/tracker/page/answers';
import { Link } from '../link';
import { type ListSearch, listRoute } from '../router';
import { call } from '../server';
import { TEXTS } from '../texts';
import { searchKey } from './search';
import { tabOf } from './tabs';

interface WiderSearchProps {
  search: ListSearch;
  /** How many cases the search has found in its tab. */
  found: number;
}

/** So many of the cases are looked at for their status. */
const MAX_CASES = 500;

/** Where a search hits in other tabs only: what it would find in all. Asked for once the results are there. */
export function WiderSearch({ search, found }: WiderSearchProps) {
  const { status, unseen, due, ...texts } = search;
  const [others, setOthers] = useState('');
  const isNarrow = Object.keys(tabOf(search)).length > 0;
  useEffect(() => {
    setOthers('');
    if (!isNarrow) return;
    let isCurrent = true;
    call('searchCases', { ...texts, limit: MAX_CASES }).then(
      ({ count, cases }) => isCurrent && setOthers(describeOthers(cases, { status, more: count - found })),
      () => {
        // The results of the tab itself are there; the offer is left out.
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [searchKey(search), found]);
  if (!others) return null;
  return (
    <span>
      {others} <Link to={listRoute(texts)}>{TEXTS.search.searchAll}</Link>
    </span>
  );
}

interface Others {
  status: string | undefined;
  more: number;
}

/** `3 more in Closed.` Without the status where they are of several, or more than were looked at. */
function describeOthers(cases: readonly CaseSummary[], { status, more }: Others): string {
  if (more <= 0) return '';
  const places = STATUSES.filter((one) => one !== status && cases.some((other) => other.status === one));
  const isSure = status !== undefined && places.length === 1 && cases.length < MAX_CASES;
  return isSure ? TEXTS.search.moreIn(more, places[0] ?? '') : TEXTS.search.moreElsewhere(more);
}
