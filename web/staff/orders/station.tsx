import type { OrderView } from '../../../src/cafe/orders/order-view';
import { createStore, useStore } from '../../shared/store';
import { cafe } from '../cafe/current-cafe';
import { browserStorage } from '../storage';
import { knownOrders } from './active-orders';
import * as TEXTS from './texts';

type Line = OrderView['items'][number];

/** Categories that a screen makes, of those that there were when they were chosen; all where none was. */
interface Station {
  chosen: readonly string[];
  offered: readonly string[];
}

const ALL: Station = { chosen: [], offered: [] };

/** Station of this screen, for the cafe that it shows. */
export const station = createStore<Station>(ALL);

cafe.subscribe(() => station.set(JSON.parse(browserStorage.getItem(keyOf()) ?? 'null') ?? ALL));

function keyOf(): string {
  return `station ${cafe.get()?.id ?? ''}`;
}

/** A category that has come since belongs to every screen, so that no order of it is missed. */
export function isOfStation({ category }: Pick<Line, 'category'>): boolean {
  const { chosen, offered } = station.get();
  return chosen.length === 0 || chosen.includes(category) || !offered.includes(category);
}

/** Chooses what this screen makes, where the orders are of more than one category. */
export function StationChoice() {
  const { chosen } = useStore(station);
  const lines = [...(useStore(knownOrders)?.values() ?? [])].flatMap(({ items }) => items);
  const all = [...new Set([...chosen, ...lines.map(({ category }) => category)])].sort();
  if (all.length < 2) return null;
  const set = (category: string, isOn: boolean) => {
    const next = [...chosen.filter((one) => one !== category), ...(isOn ? [category] : [])];
    station.set({ chosen: next, offered: all });
    browserStorage.setItem(keyOf(), JSON.stringify(station.get()));
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
