import { useEffect, useRef } from 'preact/hooks';
import { useStore } from '../store';
import { CaseRow } from './case-row';
import { listed } from './listed';
import { keyOf, type Listing } from './listings';
import type { Numbers } from './numbers';
import { fill } from './read';
import { useFocus } from './use-focus';
import { useSteady } from './use-steady';
import { useWindow } from './use-window';
import { selection } from './view';

interface Props {
  listing: Listing & { numbers: Numbers };
  /** They are the answer to an older search, until that to the present one comes. */
  isOld: boolean;
}

/** While the scroll bar is dragged along, nothing is read on the way. */
const REST_MS = 100;

/** All cases of a listing, of which only those near the visible ones are in the document. */
export function CaseRows({ listing: { search, numbers }, isOld }: Props) {
  const key = keyOf(search);
  const list = useRef<HTMLUListElement>(null);
  const { from, to, rowHeight } = useWindow(list, { key, total: numbers.length });
  const added = useSteady(list, { key, numbers, rowHeight });
  const { caseNumber } = useStore(selection);
  const known = useStore(listed);
  useFocus(list);
  useEffect(() => {
    const timer = setTimeout(() => fill(search, from, to), REST_MS);
    return () => clearTimeout(timer);
  }, [key, numbers, from, to]);
  return (
    <>
      {added > 0 && (
        <button type="button" class="added" onClick={() => window.scrollTo(0, 0)}>
          {added} new {added === 1 ? 'case' : 'cases'}
        </button>
      )}
      <ul
        ref={list}
        class={isOld ? 'cases old' : 'cases'}
        aria-label="Cases"
        style={{ height: `${numbers.length * rowHeight}px` }}
      >
        {placesOf(numbers, { from, to, caseNumber }).map((place) => (
          <CaseRow
            key={numbers[place] ?? place}
            summary={known.get(numbers[place] ?? '')}
            place={place}
            total={numbers.length}
            top={place * rowHeight}
            search={search}
            isSelected={numbers[place] !== undefined && numbers[place] === caseNumber}
          />
        ))}
      </ul>
    </>
  );
}

interface Drawn {
  from: number;
  to: number;
  caseNumber: string | undefined;
}

/** The selected row stays wherever one scrolls to: it may have the focus. */
function placesOf(numbers: Numbers, { from, to, caseNumber }: Drawn): number[] {
  const places = Array.from(
    { length: Math.max(0, Math.min(to, numbers.length) - from) },
    (_, at) => from + at,
  );
  const selected = caseNumber ? numbers.indexOf(caseNumber) : -1;
  if (selected < 0 || places.includes(selected)) return places;
  return selected < from ? [selected, ...places] : [...places, selected];
}
