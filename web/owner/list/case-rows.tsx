import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { Hit } from '../../../src/tracker/case/answers';
import { useStore } from '../../shared/store';
import type { ListSearch } from '../router';
import { TEXTS } from '../texts';
import { CaseRow } from './case-row';
import { caseStore } from './case-store';
import { cursor, focusCurrent, followRows } from './cursor';
import { type CaseNumbers, type Hits, loadRows } from './listing';
import { searchKey } from './search';
import { clearSelection, isAllSelected, selectAll, selectedCases } from './selection';
import { useVisibleRows } from './use-visible-rows';

interface CaseRowsProps {
  search: ListSearch;
  numbers: CaseNumbers;
  /** The place of each of them in what the search has found. */
  places: readonly number[];
  hits: Hits;
  /** True while the rows are the results of the search before, until those of this one are there. */
  isStale: boolean;
  /** True while the rows are from the last visit, until the current ones are there. */
  isCached: boolean;
}

const COLUMNS = ['select', 'sender', 'subject', 'status', 'number', 'time'] as const;

const NO_HITS: readonly Hit[] = [];

/** Rows that are only scrolled past are not loaded. */
const SCROLL_PAUSE_MS = 100;

/** All cases of a list. Only the visible rows and some around them are in the document. */
export function CaseRows({ search, numbers, places, hits, isStale, isCached }: CaseRowsProps) {
  const { from, to, height, added } = useVisibleRows(searchKey(search), numbers);
  const { caseNumber } = useStore(cursor);
  const selected = useStore(selectedCases);
  const summaries = useStore(caseStore);
  useLayoutEffect(() => {
    // Coming back to the list, the owner goes on at the case that was opened.
    if (document.activeElement?.matches('body, main')) focusCurrent();
  }, []);
  useLayoutEffect(() => followRows(numbers), [numbers]);
  useEffect(() => {
    const timer = setTimeout(
      () => loadRows(places[from] ?? 0, (places[to - 1] ?? numbers.length) + 1),
      SCROLL_PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [numbers, from, to]);
  return (
    <>
      {added > 0 && (
        <button type="button" class="added pill float" onClick={() => window.scrollTo(0, 0)}>
          {TEXTS.list.newCases(added)}
        </button>
      )}
      <table
        class={['cases', isStale && 'stale', selected.size > 0 && 'selecting'].filter(Boolean).join(' ')}
        aria-label={TEXTS.list.cases}
        aria-rowcount={numbers.length + 1}
        aria-busy={isStale || isCached}
      >
        <Header isWaiting={search.waitingFor !== undefined} />
        <tbody
          class="rows"
          style={{ height: `${numbers.length * height}px`, paddingTop: `${from * height}px` }}
        >
          {placesToDraw(numbers.indexOf(caseNumber ?? ''), from, Math.min(to, numbers.length)).map(
            (place) => {
              const number = numbers[place] ?? '';
              return (
                <CaseRow
                  key={number || place}
                  summary={summaries.get(number)}
                  hits={hits.get(number) ?? NO_HITS}
                  search={search}
                  place={place}
                  top={place >= from && place < to ? undefined : place * height}
                  isCurrent={number !== '' && number === caseNumber}
                  isSelected={selected.has(number)}
                />
              );
            },
          )}
        </tbody>
      </table>
    </>
  );
}

function Header({ isWaiting }: { isWaiting: boolean }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {COLUMNS.map((name) => (
          <th key={name} scope="col" class={name}>
            {name === 'select' ? (
              <>
                <span class="visually-hidden">{TEXTS.list.columns.select}</span>
                <SelectAll />
              </>
            ) : (
              TEXTS.list.columns[isWaiting && name === 'time' ? 'waiting' : name]
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Selects what is loaded, or nothing where all of that is selected. */
function SelectAll() {
  const isAll = useStore(selectedCases).size > 0 && isAllSelected();
  return (
    <label>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={TEXTS.list.keys.selectAll}
        checked={isAll}
        onClick={isAll ? clearSelection : selectAll}
      />
    </label>
  );
}

/** The current row is always drawn, since it may have the focus. */
function placesToDraw(current: number, from: number, to: number): number[] {
  const places = new Set([current]);
  for (let place = from; place < to; place++) places.add(place);
  return [...places].filter((place) => place >= 0).sort((a, b) => a - b);
}
