import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Failed } from '../failed';
import type { Search } from '../server';
import { useStore } from '../store';
import { CaseRows } from './case-rows';
import { Export } from './export';
import { Empty, Found } from './found';
import './list.css';
import { useListKeys } from './list-keys';
import { isAll, keyOf, type Listing, listing, openListing, refreshList } from './listing';
import { fieldOf } from './search-words';
import { unchanged } from './set-status';
import { StatusFilter } from './status-filter';

/** All cases, or those that a search finds. */
export function ListPage({ search = {} }: { search: Search | undefined }) {
  const { numbers, error } = useListing(search);
  const failed = useStore(unchanged);
  const last = useRef<Listing>({ search });
  if (numbers) last.current = { search, numbers };
  // Until the first answer, that to the search before stays.
  const shown = error && !numbers ? { search } : last.current;
  useListKeys(shown.numbers ?? []);
  const found = numbers?.length;
  return (
    <>
      <h2 class="unseen">Cases</h2>
      <div class="row">
        <StatusFilter search={search} found={found} />
        <Export key={keyOf(search)} search={search} total={found} />
      </div>
      {!isAll(search) && <Found search={search} found={found} error={error} />}
      {shown.numbers?.length ? <CaseRows {...shown} numbers={shown.numbers} isOld={!numbers} /> : null}
      {found === 0 && isAll(search) && <Empty />}
      {!shown.numbers && !error && (
        <p role="status" class="cases waiting">
          Loading the cases…
        </p>
      )}
      <div class="trouble">
        {error && !fieldOf(error) && (
          <Failed what="The cases could not be loaded" error={error} onRetry={refreshList} />
        )}
        {failed && <Failed what={failed.what} error={failed.error} onRetry={failed.retry} />}
      </div>
    </>
  );
}

/** Read when it is opened, and again when the owner comes back to the page or is online again. */
function useListing(search: Search): Listing {
  const key = keyOf(search);
  const known = useStore(listing);
  useLayoutEffect(() => openListing(search), [key]);
  useEffect(() => {
    const again = () => {
      if (!document.hidden) refreshList();
    };
    document.addEventListener('visibilitychange', again);
    window.addEventListener('online', again);
    return () => {
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('online', again);
    };
  }, []);
  return keyOf(known.search) === key ? known : { search };
}
