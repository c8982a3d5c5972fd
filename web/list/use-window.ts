import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { NOWHERE, scrolled, view } from './view';

/** Rows beyond each edge of what is seen, and by how many at a time they change. */
const BEYOND = 8;

/** The style sheet knows it; this is what was measured last. */
let measuredHeight = 48;

interface Shown {
  key: string;
  total: number;
}

/** Which rows to draw: those that are seen and some beyond. Also keeps how far a listing is scrolled. */
export function useWindow(list: RefObject<HTMLElement | null>, { key, total }: Shown) {
  const [drawn, setDrawn] = useState({ from: 0, to: Math.min(total, 2 * BEYOND), rowHeight: measuredHeight });
  useLayoutEffect(() => window.scrollTo(0, scrolled.get(key) ?? 0), [key]);
  // The next page begins at its top.
  useLayoutEffect(() => () => window.scrollTo(0, 0), []);
  useLayoutEffect(() => {
    const measure = () => {
      const rows = list.current;
      if (!rows) return;
      measuredHeight = rows.querySelector('li')?.offsetHeight || measuredHeight;
      const first = Math.max(0, -rows.getBoundingClientRect().top / measuredHeight);
      const step = Math.floor(first / BEYOND) * BEYOND;
      const from = Math.max(0, Math.min(step, total) - BEYOND);
      const to = Math.min(total, step + Math.ceil(window.innerHeight / measuredHeight) + 2 * BEYOND);
      scrolled.set(key, window.scrollY);
      view.set({ key, from, to, first: Math.ceil(first) });
      const now = { from, to, rowHeight: measuredHeight };
      setDrawn((before) => (isSame(before, now) ? before : now));
    };
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
      view.set(NOWHERE);
    };
  }, [key, total]);
  return drawn;
}

type Drawn = Record<'from' | 'to' | 'rowHeight', number>;

function isSame(one: Drawn, other: Drawn): boolean {
  return one.from === other.from && one.to === other.to && one.rowHeight === other.rowHeight;
}
