import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { Search } from '../server';
import { useStore } from '../store';
import { counted } from '../words';
import { CaseRow } from './case-row';
import { listed } from './listed';
import { fill, keyOf, type Numbers } from './listing';
import { focusSelected, selection } from './selection';
import { useWindow } from './use-window';

interface Props {
  search: Search;
  numbers: Numbers;
  /** They are the answer to an older search, until that to the present one comes. */
  isOld: boolean;
}

/** While the scroll bar is dragged along, nothing is read on the way. */
const REST_MS = 100;

/** All cases of a listing, of which only those near the visible ones are in the document. */
export function CaseRows({ search, numbers, isOld }: Props) {
  const { from, to, height, added } = useWindow(keyOf(search), numbers);
  const { caseNumber } = useStore(selection);
  const known = useStore(listed);
  useLayoutEffect(() => {
    // Whoever comes back to the list goes on where they were.
    if (document.activeElement?.matches('body, main')) focusSelected();
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => fill(from, to), REST_MS);
    return () => clearTimeout(timer);
  }, [numbers, from, to]);
  return (
    <>
      {added > 0 && (
        <button type="button" class="added pill float" onClick={() => window.scrollTo(0, 0)}>
          {counted(added, 'new case')}
        </button>
      )}
      <ul
        class={isOld ? 'cases old' : 'cases'}
        aria-label="Cases"
        style={{ height: `${numbers.length * height}px` }}
      >
        {placesOf(numbers.indexOf(caseNumber ?? ''), from, Math.min(to, numbers.length)).map((place) => (
          <CaseRow
            key={numbers[place] ?? place}
            summary={known.get(numbers[place] ?? '')}
            place={place}
            total={numbers.length}
            top={place * height}
            search={search}
            isSelected={!!caseNumber && numbers[place] === caseNumber}
          />
        ))}
      </ul>
    </>
  );
}

/** The selected row stays wherever one scrolls to: it may have the focus. */
function placesOf(selected: number, from: number, to: number): number[] {
  const places = new Set([selected]);
  for (let place = from; place < to; place++) places.add(place);
  return [...places].filter((place) => place >= 0).sort((a, b) => a - b);
}
