import { useEffect, useState } from 'preact/hooks';
import { COLUMNS, type ColumnName } from './tickets';

/** Widths in rem: of a ticket, of an empty column, and of what is between them. */
const TICKET = 17;
const EMPTY = 8;
const GAP = 0.75;

/**
 * Computes `grid-template-columns`: an empty column is narrow, and the others share the tablet by how many tickets they
 * have, in whole tickets beside each other.
 */
export function useColumnWidths(counts: ReadonlyMap<ColumnName, number>): string {
  const [width, setWidth] = useState(measure);
  useEffect(() => {
    const update = () => setWidth(measure());
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  }, []);
  const names = Object.keys(COLUMNS) as ColumnName[];
  const filled = names.filter((name) => (counts.get(name) ?? 0) > 0);
  if (filled.length === 0) return `repeat(${names.length}, 1fr)`;
  const room = width - (names.length - filled.length) * (EMPTY + GAP);
  const lanes = new Map(filled.map((name) => [name, 1]));
  const perLane = (name: ColumnName) => (counts.get(name) ?? 0) / (lanes.get(name) ?? 1);
  for (let left = Math.floor(room / (TICKET + GAP)) - filled.length; left > 0; left--) {
    const [fullest] = [...filled].sort((a, b) => perLane(b) - perLane(a));
    if (fullest) lanes.set(fullest, (lanes.get(fullest) ?? 0) + 1);
  }
  return names.map((name) => (lanes.has(name) ? `minmax(0, ${lanes.get(name)}fr)` : `${EMPTY}rem`)).join(' ');
}

/** Measures the page without its margins, in rem, with one gap more, so that each ticket has its own. */
function measure(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return innerWidth / rem - GAP;
}
