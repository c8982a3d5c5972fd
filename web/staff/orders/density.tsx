import { useEffect, useState } from 'preact/hooks';
import { createStore, useStore } from '../../shared/store';
import { browserStorage } from '../storage';
import * as TEXTS from './texts';
import { COLUMN_NAMES } from './tickets';

/** Sizes of the text of the tickets in pixels, by name. All that a ticket has is as large in proportion. */
const DENSITIES = { compact: 16, normal: 18, large: 23 } as const;

type Density = keyof typeof DENSITIES;

const STORAGE_KEY = 'density';
const NAMES = Object.keys(DENSITIES) as Density[];

const density = createStore<Density>(
  NAMES.find((name) => name === browserStorage.getItem(STORAGE_KEY)) ?? 'normal',
);

export function DensityChoice() {
  const current = useStore(density);
  const choose = (chosen: Density) => {
    browserStorage.setItem(STORAGE_KEY, chosen);
    density.set(chosen);
  };
  return (
    <fieldset>
      <legend>{TEXTS.density.label}</legend>
      {NAMES.map((name) => (
        <label key={name} class="choice">
          <input type="radio" name="density" checked={name === current} onChange={() => choose(name)} />
          {TEXTS.density[name]}
        </label>
      ))}
    </fieldset>
  );
}

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
const MARGIN = 8;
/** Least width of a lane in sizes of its text. */
const MIN_LANE = 13;
/** One column alone is shown, as in board.css. */
const NARROW = matchMedia('(max-width: 56rem)');

/** Follows the size of the window and of the text. */
export function useBoardSizes(): BoardSizes {
  const text = DENSITIES[useStore(density)];
  const [width, setWidth] = useState(innerWidth);
  useEffect(() => {
    const update = () => setWidth(innerWidth);
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  }, []);
  const room = Math.min(width, document.documentElement.clientWidth) - 2 * MARGIN + GAP;
  const isNarrow = NARROW.matches;
  const fitting = Math.floor(room / (MIN_LANE * text + GAP));
  const lanes = Math.max(isNarrow ? 1 : COLUMN_NAMES.length, fitting);
  return { text, lanes, lane: Math.floor(room / lanes) - GAP, isNarrow };
}
