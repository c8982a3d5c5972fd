import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { announce, ErrorNotice } from '../feedback';
import { Link } from '../link';
import { type ListSearch, listRoute, OPEN } from '../router';
import { useStore } from '../store';
import './list.css';
import { CaseRows } from './case-rows';
import { ExportButton } from './export';
import { type Listing, listing, openListing, refreshList } from './listing';
import { countCases, describeSearch, invalidField, isTextSearch, searchKey } from './search';
import { useListKeys } from './selection';
import { Tabs, tabOf } from './tabs';

interface FoundProps {
  search: ListSearch;
  /** How many cases the search has found, once that is known. */
  found: number | undefined;
}

/** All cases, or those that a search finds. */
export function ListPage({ search = OPEN }: { search: ListSearch | undefined }) {
  const { numbers, error } = useListing(search);
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
        <Tabs search={search} />
        <ExportButton key={searchKey(search)} search={search} total={found} />
      </div>
      {isTextSearch(search) && <SearchSummary search={search} found={found} error={error} />}
      {shown.numbers?.length ? <CaseRows {...shown} numbers={shown.numbers} isStale={!numbers} /> : null}
      {found === 0 && !isTextSearch(search) && <EmptyList />}
      {!shown.numbers && !error && (
        <p role="status" class="cases waiting">
          Loading the cases…
        </p>
      )}
      <div class="errors">
        {error && !invalidField(error) && (
          <ErrorNotice what="The cases could not be loaded" error={error} onRetry={refreshList} />
        )}
      </div>
    </>
  );
}

/** Loaded when the list is opened, and again when the owner comes back to the page or the network is back. */
function useListing(search: ListSearch): Listing {
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
      {summary} <Link to={listRoute(tabOf(search))}>Clear search</Link>
    </p>
  );
}

function summarize(search: ListSearch, found: number | undefined, error: Error | undefined): string {
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
