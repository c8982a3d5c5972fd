import { createStore, useStore } from '../../shared/store';
import { browserStorage } from '../storage';
import * as TEXTS from './texts';

/** Sizes of the text of the tickets in pixels, by name. All that a ticket has is as large in proportion. */
const DENSITIES = { compact: 16, normal: 18, large: 23 } as const;

type Density = keyof typeof DENSITIES;

const STORAGE_KEY = 'density';
const NAMES = Object.keys(DENSITIES) as Density[];

const density = createStore<Density>(
  NAMES.find((name) => name === browserStorage.getItem(STORAGE_KEY)) ?? 'normal',
);

/** Size of the text of the tickets in pixels. */
export function useTextSize(): number {
  return DENSITIES[useStore(density)];
}

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
