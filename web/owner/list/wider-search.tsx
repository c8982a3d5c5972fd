import { STATUSES } from '../../../src/tracker/case/answers';
import { Link } from '../link';
import { type ListSearch, listRoute } from '../router';
import { TEXTS } from '../texts';
import type { Listing } from './listing';

interface WiderSearchProps {
  search: ListSearch;
  others: Listing['others'];
}

/** Offers to search all tabs, if a search finds more in others. */
export function WiderSearch({ search, others }: WiderSearchProps) {
  const { status, waitingFor: _waitingFor, unseen: _unseen, due: _due, ...texts } = search;
  const places = STATUSES.filter((one) => others?.[one]);
  const more = places.reduce((sum, one) => sum + (others?.[one] ?? 0), 0);
  const [place] = places;
  if (!place) return null;
  return (
    <span>
      {status && places.length === 1 ? TEXTS.search.moreIn(more, place) : TEXTS.search.moreElsewhere(more)}{' '}
      <Link to={listRoute(texts)}>{TEXTS.search.searchAll}</Link>
    </span>
  );
}
