import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CaseNumbers } from './listing';

/** Rows drawn beyond each edge of the window, at least. */
const OVERSCAN = 8;

/** Rows by which the range moves: half of the work of a move is the same for one row and for many. */
const STEP = 24;

/** The height as last measured; the style sheet sets it. */
let rowHeight = 44;

/** The position each list was scrolled to, by its search's key. */
const scrollPositions = new Map<string, number>();

/** The rows in the window, from the first that is (nearly) whole. */
export function visibleRows(): Record<'first' | 'to', number> {
  const first = Math.max(0, Math.ceil(rowsScrolledPast()));
  return { first, to: first + Math.ceil(window.innerHeight / rowHeight) };
}

/**
 * Which rows to draw: the visible ones and some around them. A list that is opened again is scrolled to where it was
 * left. While it is open, rows that are added above do not move the visible ones; `added` says how many there are.
 */
export function useVisibleRows(key: string, numbers: CaseNumbers) {
  const [from, setFrom] = useState(0);
  const [rows, setRows] = useState(2 * OVERSCAN);
  const [height, setHeight] = useState(rowHeight);
  const [added, setAdded] = useState(0);
  const shown = useRef({ key: '', numbers });
  const measure = () => {
    const passed = rowsScrolledPast();
    setHeight(rowHeight);
    setFrom(Math.max(0, Math.floor((passed - OVERSCAN) / STEP) * STEP));
    setRows(Math.ceil(window.innerHeight / rowHeight) + STEP + 2 * OVERSCAN);
    if (passed <= 0) setAdded(0);
    scrollPositions.set(shown.current.key, window.scrollY);
  };
  useLayoutEffect(() => {
    const old = shown.current;
    shown.current = { key, numbers };
    const isSame = old.key === key;
    const more = isSame ? countRowsAdded(old.numbers, numbers) : 0;
    setAdded((count) => (isSame ? Math.max(0, count + more) : 0));
    window.scrollTo(0, isSame ? window.scrollY + more * rowHeight : (scrollPositions.get(key) ?? 0));
    measure();
  }, [key, numbers]);
  useLayoutEffect(() => {
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
      // The next page starts at its top.
      window.scrollTo(0, 0);
    };
  }, []);
  return { from, to: from + rows, height, added };
}

/** Counts rows added above the window; 0 if its first row has left the list, or the list's top is visible. */
function countRowsAdded(old: CaseNumbers, now: CaseNumbers): number {
  const place = Math.floor(rowsScrolledPast());
  const number = old[place];
  return number && now.includes(number) ? now.indexOf(number) - place : 0;
}

/** The number of rows above the window. */
function rowsScrolledPast(): number {
  const list = document.querySelector('.rows');
  rowHeight = list?.querySelector<HTMLElement>('.case')?.offsetHeight || rowHeight;
  return -(list?.getBoundingClientRect().top ?? 0) / rowHeight;
}
