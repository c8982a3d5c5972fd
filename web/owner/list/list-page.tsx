import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { announce } from '../../shared/announcer';
import { useStore } from '../../shared/store';
import { ErrorNotice } from '../feedback';
import { Link } from '../link';
import { HOME, type ListSearch, listRoute } from '../router';
import { TEXTS } from '../texts';
import './list.css';
import { BulkBar } from './bulk-bar';
import { CaseRows } from './case-rows';
import { caseStore, counts } from './case-store';
import { DueDialog } from './due-dialog';
import { ExportButton } from './export';
import { useListKeys } from './list-keys';
import { type Listing, listing, openListing, refreshList, shownPlaces } from './listing';
import { describeSearch, invalidField, isTextSearch, searchKey } from './search';
import { clearSelection, setSelectableRows } from './selection';
import { Tabs, tabOf } from './tabs';
import { WiderSearch } from './wider-search';

interface FoundProps {
  listing: Listing;
  /** The number of cases that the search has found, once that is known. */
  found: number | undefined;
}

/** The cases of a tab, or those in it that a search finds. */
export function ListPage({ search = HOME }: { search: ListSearch | undefined }) {
  const current = useListing(search);
  const { error } = current;
  const lastResults = useRef<Listing>({ search });
  if (current.numbers) lastResults.current = current;
  // The results of the search before stay until there are others.
  const shown = error && !current.numbers ? { search } : lastResults.current;
  const { numbers, places } = useShownRows(shown);
  useListKeys(numbers);
  const found = current.numbers && (shown === current ? numbers.length : current.numbers.length);
  return (
    <>
      <h2 class="visually-hidden">{TEXTS.list.cases}</h2>
      <div class="toolbar row">
        <Tabs search={search} />
        <p class="updating soft" role="status">
          {current.isCached && TEXTS.list.updating}
        </p>
        <ExportButton key={searchKey(search)} search={search} total={found} />
      </div>
      {isTextSearch(search) && <SearchSummary listing={current} found={found} />}
      {numbers.length > 0 && (
        <CaseRows
          search={shown.search}
          numbers={numbers}
          places={places}
          hits={shown.hits ?? new Map()}
          isStale={!current.numbers}
          isCached={current.isCached === true}
        />
      )}
      {found === 0 && !isTextSearch(search) && !current.isCached && <EmptyList search={search} />}
      {!shown.numbers && !error && <LoadingList />}
      {error && !invalidField(error) && (
        <div class="errors">
          <ErrorNotice what={TEXTS.list.notLoaded} error={error} onRetry={refreshList} />
        </div>
      )}
      <BulkBar />
      <DueDialog />
    </>
  );
}

/** Loaded when the list is opened, and again when the owner comes back to the page or the network is back. */
function useListing(search: ListSearch): Listing {
  const key = searchKey(search);
  const known = useStore(listing);
  useLayoutEffect(() => {
    clearSelection();
    return openListing(search);
  }, [key]);
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

function useShownRows(shown: Listing) {
  const summaries = useStore(caseStore);
  const rows = useMemo(() => {
    const places = shownPlaces(shown, summaries);
    return { places, numbers: places.map((place) => shown.numbers?.[place]) };
  }, [shown.numbers, summaries]);
  useEffect(() => setSelectableRows(rows.numbers), [rows]);
  return rows;
}

/** Says what is searched for, and how many cases were found. */
function SearchSummary({ listing: { search, others, error }, found }: FoundProps) {
  const summary = summarize(search, found, error);
  useEffect(() => announce(summary), [summary]);
  return (
    <p class="found">
      <span>{summary}</span>
      {found !== undefined && <WiderSearch search={search} others={others} />}
      <Link to={listRoute(tabOf(search))}>{TEXTS.search.clear}</Link>
    </p>
  );
}

function summarize(search: ListSearch, found: number | undefined, error: Error | undefined): string {
  if (error && invalidField(error)) return TEXTS.search.invalid(error.message);
  if (found !== undefined) return TEXTS.search.found(found, describeSearch(search));
  return error ? '' : TEXTS.search.searching;
}

/** Says what an empty tab means; the desk has no case at all before the first mail. */
function EmptyList({ search }: { search: ListSearch }) {
  const known = useStore(counts);
  const { empty } = TEXTS.list;
  if (known?.total === 0)
    return (
      <p class="empty">
        {empty.desk} <Link to={{ page: 'settings' }}>{TEXTS.list.trackedSenders}</Link>
      </p>
    );
  const kind =
    (search.waitingFor && empty.waiting) || (search.unseen ? empty.unseen : search.due && empty.due);
  return <p class="empty soft">{kind ?? empty.status(search.status)}</p>;
}

/** Takes the height that the rows will have, so that nothing moves when they come. */
function LoadingList() {
  return (
    <div class="cases waiting">
      <p role="status" class="visually-hidden">
        {TEXTS.list.loading}
      </p>
      {Array.from({ length: 12 }, (_, at) => (
        <div key={at} class="bars" aria-hidden="true" />
      ))}
    </div>
  );
}
