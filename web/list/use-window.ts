import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Numbers } from './listing';

/** Rows beyond each edge of what is seen, and by how many at a time they change. */
const BEYOND = 8;

/** The style sheet knows it; this is what was measured last. */
let rowHeight = 48;

/** How far each list was scrolled, by its key. */
const scrolled = new Map<string, number>();

/** Which rows the owner sees: the first of them in full, or nearly so. */
export function seen(): Record<'first' | 'to', number> {
  const first = Math.max(0, Math.ceil(rowsPassed()));
  return { first, to: first + Math.ceil(window.innerHeight / rowHeight) };
}

/** How many rows stand above the window's edge. */
function rowsPassed(): number {
  const list = document.querySelector('.cases');
  rowHeight = list?.querySelector('li')?.offsetHeight || rowHeight;
  return -(list?.getBoundingClientRect().top ?? 0) / rowHeight;
}

/**
 * Which rows to draw: those that are seen and some beyond. Finds the place again where a list was left, and keeps what
 * is seen where it is while rows come above it: so many were added.
 */
export function useWindow(key: string, numbers: Numbers) {
  const [from, setFrom] = useState(0);
  const [rows, setRows] = useState(2 * BEYOND);
  const [height, setHeight] = useState(rowHeight);
  const [added, setAdded] = useState(0);
  const shown = useRef({ key: '', numbers });
  const measure = () => {
    const passed = rowsPassed();
    setHeight(rowHeight);
    setFrom(Math.max(0, Math.floor(passed / BEYOND - 1) * BEYOND));
    setRows(Math.ceil(window.innerHeight / rowHeight) + 3 * BEYOND);
    if (passed <= 0) setAdded(0);
    scrolled.set(shown.current.key, window.scrollY);
  };
  useLayoutEffect(() => {
    const old = shown.current;
    shown.current = { key, numbers };
    const isSame = old.key === key;
    const more = isSame ? rowsAbove(old.numbers, numbers) : 0;
    setAdded((count) => (isSame ? Math.max(0, count + more) : 0));
    window.scrollTo(0, isSame ? window.scrollY + more * rowHeight : (scrolled.get(key) ?? 0));
    measure();
  }, [key, numbers]);
  useLayoutEffect(() => {
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
      // The next page begins at its top.
      window.scrollTo(0, 0);
    };
  }, []);
  return { from, to: from + rows, height, added };
}

/** How many more stand above the row at the window's edge; none if that has gone, or the list's top is seen. */
function rowsAbove(old: Numbers, now: Numbers): number {
  const place = Math.floor(rowsPassed());
  const number = old[place];
  return number && now.includes(number) ? now.indexOf(number) - place : 0;
}
