import { STATUSES } from '../../src/tracker/page/answers';
import { Link } from '../link';
import { searchRoute } from '../route';
import type { Search } from '../server';
import { useStore } from '../store';
import { counts } from './listed';
import { isCounted } from './listing';

interface Props {
  search: Search;
  /** How many the search has found, once that is known. */
  found: number | undefined;
}

/** The statuses with how many cases have each; whatever else is searched for stays. */
export function StatusFilter({ search, found }: Props) {
  const known = useStore(counts);
  const { status: current, ...rest } = search;
  const countOf = (status?: (typeof STATUSES)[number]) => {
    if (isCounted(search) && known) return status ? known[status] : known.total;
    return status === current ? found : undefined;
  };
  return (
    <nav class="filter row" aria-label="Status">
      {[undefined, ...STATUSES].map((status) => (
        <Link
          key={status}
          class="plain pill"
          to={searchRoute(status ? { ...rest, status } : rest)}
          {...(status === current ? ({ 'aria-current': 'page' } as const) : {})}
        >
          {status ?? 'All'} <span class="soft">{countOf(status)?.toLocaleString()}</span>
        </Link>
      ))}
    </nav>
  );
}
