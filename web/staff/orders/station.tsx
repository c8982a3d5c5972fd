import type { OrderView } from '../../../src/cafe/orders/order-view';
import { Button } from '../../shared/button';
import { createStore, useStore } from '../../shared/store';
import { browserStorage } from '../storage';
import { knownOrders } from './active-orders';
import { DensityChoice } from './density';
import * as TEXTS from './texts';

type Line = OrderView['items'][number];

const STORAGE_KEY = 'station';

/** Categories of the menu that this screen makes; all of them where none is chosen. */
export const station = createStore<readonly string[]>(
  JSON.parse(browserStorage.getItem(STORAGE_KEY) ?? '[]'),
);

export function isOfStation({ category }: Pick<Line, 'category'>): boolean {
  return station.get().length === 0 || station.get().includes(category);
}

/** Chooses what this screen makes, where the orders are of more than one category. */
function StationChoice() {
  const chosen = useStore(station);
  const lines = [...(useStore(knownOrders)?.values() ?? [])].flatMap(({ items }) => items);
  const all = [...new Set([...chosen, ...lines.map(({ category }) => category)])].sort();
  if (all.length < 2) return null;
  const set = (category: string, isOn: boolean) => {
    const next = [...chosen.filter((one) => one !== category), ...(isOn ? [category] : [])];
    browserStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    station.set(next);
  };
  return (
    <fieldset>
      <legend>{TEXTS.station.label}</legend>
      {all.map((category) => (
        <label key={category} class="choice">
          <input
            type="checkbox"
            checked={chosen.includes(category)}
            onChange={({ currentTarget }) => set(category, currentTarget.checked)}
          />
          {TEXTS.station.name(category)}
        </label>
      ))}
    </fieldset>
  );
}

/** Opens what this screen shows, and how large. A screen that makes only a part says which. */
export function ViewMenu() {
  const made = useStore(station).map(TEXTS.station.name).join(', ');
  return (
    <>
      <Button class="quiet view" popovertarget="view" aria-label={TEXTS.view(made)}>
        {made || TEXTS.viewSign}
      </Button>
      <div id="view" popover="auto" class="card float">
        <StationChoice />
        <DensityChoice />
      </div>
    </>
  );
}
