import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { useTextSize } from './density';
import { COLUMN_NAMES } from './tickets';

/** Sizes in pixels. */
interface BoardSizes {
  /** Size of the text. */
  text: number;
  /** Number of lanes that fit beside each other, and how wide each is. */
  lanes: number;
  lane: number;
  /** True where there is room for one column only. */
  isNarrow: boolean;
}

/** Space between lanes, and between tickets. */
export const GAP = 8;
/** Least width of a lane in sizes of its text. */
const MIN_LANE = 13;
/** One column alone is shown, as in board.css. */
const NARROW = matchMedia('(max-width: 56rem)');

/** Follows the width of the board and the size of its text. */
export function useBoardSizes(board: RefObject<HTMLElement | null>): BoardSizes {
  const text = useTextSize();
  const [width, setWidth] = useState(innerWidth);
  useLayoutEffect(() => {
    const element = board.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const room = width + GAP;
  const isNarrow = NARROW.matches;
  const fitting = Math.floor(room / (MIN_LANE * text + GAP));
  const lanes = Math.max(isNarrow ? 1 : COLUMN_NAMES.length, fitting);
  return { text, lanes, lane: Math.floor(room / lanes) - GAP, isNarrow };
}
