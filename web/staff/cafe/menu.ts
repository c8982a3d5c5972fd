import type { ItemView, MenuView } from '../../../src/cafe/menu/menu';
import { createStore } from '../../shared/store';
import { pathOf, read } from '../api';
import { patch } from '../patch';
import { startPolling } from '../polling';
import * as TEXTS from './texts';

export type Availability = ItemView['availability'];

/** Menu of one cafe. */
interface Menu {
  cafeId: string;
  /** Undefined until it is loaded. */
  view?: MenuView;
  etag?: string | null;
  /** Reason why it could not be loaded. */
  error?: Error;
}

export const menu = createStore<Menu | undefined>(undefined);

/** Choices made here for an item, by its ID, until the server has them. */
export const choices = createStore<ReadonlyMap<string, Availability>>(new Map());

/** Reasons why the last choice for an item was not saved. */
export const failures = createStore<ReadonlyMap<string, Error>>(new Map());

const EVERY_MS = 60_000;

/** Loads the menu of a cafe, and again every minute while the page is seen. Returns a function that ends it. */
export function followMenu(cafeId: string): () => void {
  if (menu.get()?.cafeId !== cafeId) menu.set({ cafeId });
  return startPolling(EVERY_MS, (isPoll) => loadMenu(cafeId, isPoll).catch(() => {})).stop;
}

/** Loads the menu, and notes for the page why it could not. @throws ApiError or ConnectionError */
async function loadMenu(cafeId: string, isPoll = false): Promise<void> {
  const before = menu.get();
  try {
    const path = pathOf('cafes', cafeId, 'menu');
    const reply = await read<MenuView>(path, { isPoll, etag: before?.etag });
    if (menu.get()?.cafeId !== cafeId) return;
    if (reply) menu.set({ cafeId, view: reply.value, etag: reply.etag });
    else if (before?.error) {
      const { error: _, ...others } = before;
      menu.set(others);
    }
  } catch (error) {
    if (menu.get()?.cafeId === cafeId) menu.set({ ...menu.get(), cafeId, error: error as Error });
    throw error;
  }
}

/** Shown at once. Of several choices for an item that follow each other, the last one counts. */
export async function setAvailability(id: string, availability: Availability): Promise<void> {
  const isUnderWay = choices.get().has(id);
  failures.set(without(failures.get(), id));
  choices.set(new Map(choices.get()).set(id, availability));
  if (isUnderWay) return;
  try {
    for (let chosen: Availability | undefined; chosen !== choices.get().get(id); ) {
      chosen = choices.get().get(id);
      if (chosen) showItem(await change(id, chosen));
    }
  } catch (error) {
    failures.set(new Map(failures.get()).set(id, error as Error));
  } finally {
    choices.set(without(choices.get(), id));
  }
}

/** An order changes the stock, and with it the version: what counts is that nobody has changed the availability. */
async function change(id: string, availability: Availability): Promise<ItemView> {
  const seen = getItem(id);
  const refresh = async () => {
    await loadMenu(seen.cafeId);
    const current = getItem(id);
    if (![seen.availability, availability].includes(current.availability))
      throw new Error(TEXTS.menu.changedElsewhere);
    return current;
  };
  return patch(pathOf('menu', id), { availability }, { seen, refresh });
}

function getItem(id: string): ItemView {
  const item = menu.get()?.view?.data.find((one) => one.id === id);
  if (!item) throw new Error(TEXTS.menu.gone);
  return item;
}

function showItem(changed: ItemView): void {
  const current = menu.get();
  if (!current?.view || current.cafeId !== changed.cafeId) return;
  const data = current.view.data.map((item) => (item.id === changed.id ? changed : item));
  menu.set({ ...current, view: { ...current.view, data } });
}

function without<T>(map: ReadonlyMap<string, T>, id: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([key]) => key !== id));
}
