import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { STATUSES } from '../../src/tracker/page/answers';
import { announce, ErrorNotice } from '../feedback';
import { Link } from '../link';
import { searchRoute } from '../router';
import type { Search } from '../server';
import { useStore } from '../store';
import './list.css';
import { CaseRows } from './case-rows';
import { counts, statusFailure } from './case-store';
import { ExportButton } from './export';
import { type Listing, listing, openListing, refreshList } from './listing';
import { countCases, describeSearch, invalidField, isEmptySearch, isStatusOnly, searchKey } from './search';
import { useListKeys } from './selection';

interface FoundProps {
  search: Search;
  /** How many cases the search has found, once that is known. */
  found: number | undefined;
}

/** All cases, or those that a search finds. */
export function ListPage({ search = {} }: { search: Search | undefined }) {
  const { numbers, error } = useListing(search);
  const failure = useStore(statusFailure);
  const lastResults = useRef<Listing>({ search });
  if (numbers) lastResults.current = { search, numbers };
  // The results of the search before stay until there are others.
  const shown = error && !numbers ? { search } : lastResults.current;
  useListKeys(shown.numbers ?? []);
  const found = numbers?.length;
  return (
    <>
      <h2 class="visually-hidden">Cases</h2>
      <div class="row">
        <StatusFilter search={search} found={found} />
        <ExportButton key={searchKey(search)} search={search} total={found} />
      </div>
      {!isEmptySearch(search) && <SearchSummary search={search} found={found} error={error} />}
      {shown.numbers?.length ? <CaseRows {...shown} numbers={shown.numbers} isStale={!numbers} /> : null}
      {found === 0 && isEmptySearch(search) && <EmptyList />}
      {!shown.numbers && !error && (
        <p role="status" class="cases waiting">
          Loading the cases…
        </p>
      )}
      <div class="errors">
        {error && !invalidField(error) && (
          <ErrorNotice what="The cases could not be loaded" error={error} onRetry={refreshList} />
        )}
        {failure && <ErrorNotice {...failure} />}
      </div>
    </>
  );
}

/** Loaded when the list is opened, and again when the owner comes back to the page or the network is back. */
function useListing(search: Search): Listing {
  const key = searchKey(search);
  const known = useStore(listing);
  useLayoutEffect(() => openListing(search), [key]);
  useEffect(() => {
    const reload = () => {
      if (!document.hidden) refreshList();
    };
    document.addEventListener('visibilitychange', reload);
    window.addEventListener('online', reload);
    return () => {
      document.removeEventListener('visibilitychange', reload);
      window.removeEventListener('online', reload);
    };
  }, []);
  return searchKey(known.search) === key ? known : { search };
}

/** What is searched for, and how many cases were found. */
function SearchSummary({ search, found, error }: FoundProps & { error: Error | undefined }) {
  const summary = summarize(search, found, error);
  useEffect(() => announce(summary), [summary]);
  return (
    <p class="found">
      {summary} <Link to={{ page: 'list' }}>Clear search</Link>
    </p>
  );
}

function summarize(search: Search, found: number | undefined, error: Error | undefined): string {
  if (error && invalidField(error)) return `Invalid search: ${error.message}.`;
  if (found !== undefined) return `${countCases(found)} ${describeSearch(search)}.`;
  return error ? '' : 'Searching…';
}

function EmptyList() {
  return (
    <p>
      No cases yet. Mail from the senders in the <Link to={{ page: 'settings' }}>settings</Link> becomes a
      case here within five minutes.
    </p>
  );
}

/** The number of cases by status. A click changes the search's status and nothing else of it. */
function StatusFilter({ search, found }: FoundProps) {
  const known = useStore(counts);
  const { status: current, ...rest } = search;
  const countOf = (status?: (typeof STATUSES)[number]) => {
    if (isStatusOnly(search) && known) return status ? known[status] : known.total;
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
