import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Numbers } from './numbers';

interface Shown {
  key: string;
  numbers: Numbers;
  rowHeight: number;
}

/** Keeps what is seen where it is while rows come above it, and answers how many have come. */
export function useSteady(list: RefObject<HTMLElement | null>, shown: Shown): number {
  const { key, numbers, rowHeight } = shown;
  const before = useRef(shown);
  const [added, setAdded] = useState(0);
  const scrolledPast = () => -(list.current?.getBoundingClientRect().top ?? 0);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = shown;
    if (old.key !== key) return setAdded(0);
    const rows = rowsAbove(old.numbers, numbers, Math.floor(scrolledPast() / rowHeight));
    if (rows === 0) return;
    window.scrollBy(0, rows * rowHeight);
    setAdded((count) => Math.max(0, count + rows));
  }, [key, numbers]);
  useEffect(() => {
    const seen = () => scrolledPast() <= 0 && setAdded(0);
    window.addEventListener('scroll', seen, { passive: true });
    return () => window.removeEventListener('scroll', seen);
  }, []);
  return added;
}

/** How many more rows stand above the one that was at this place; none if that is not there, or the list's top is seen. */
function rowsAbove(old: Numbers, now: Numbers, place: number): number {
  const seen = place < 0 ? undefined : old[place];
  const found = seen && old !== now ? now.indexOf(seen) : -1;
  return found < 0 ? 0 : found - place;
}
