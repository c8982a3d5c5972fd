import { Failed } from '../failed';
import type { Search } from '../server';
import { useStore } from '../store';
import { Skeleton } from './case-row';
import { CaseRows } from './case-rows';
import { Export } from './export';
import { Empty, Found } from './found';
import './list.css';
import { useListKeys } from './list-keys';
import { isAll, keyOf, type Listing } from './listings';
import type { Numbers } from './numbers';
import { refresh } from './read';
import { fieldOf } from './search-words';
import { unchanged } from './set-status';
import { StatusFilter } from './status-filter';
import { useListing } from './use-listing';

/** All cases, or those that a search finds. */
export function ListPage({ search = {} }: { search: Search | undefined }) {
  const { shown, own } = useListing(search);
  const failed = useStore(unchanged);
  useListKeys(shown?.numbers ?? []);
  const found = own?.numbers?.length;
  return (
    <>
      <div class="list-head">
        <h2 class="unseen">Cases</h2>
        <StatusFilter search={search} found={found} />
        <Export key={keyOf(search)} search={search} total={found} />
      </div>
      {!isAll(search) && <Found search={search} found={found} error={own?.error} />}
      {isFilled(shown) && <CaseRows listing={shown} isOld={shown !== own} />}
      {found === 0 && isAll(search) && <Empty />}
      {!shown?.numbers && !own?.error && <Skeleton />}
      <div class="trouble">
        {own?.error && !fieldOf(own.error) && (
          <Failed what="The cases could not be read" error={own.error} onRetry={() => void refresh(search)} />
        )}
        {failed && <Failed what={failed.what} error={failed.error} onRetry={failed.retry} />}
      </div>
    </>
  );
}

function isFilled(listing: Listing | undefined): listing is Listing & { numbers: Numbers } {
  return (listing?.numbers?.length ?? 0) > 0;
}
