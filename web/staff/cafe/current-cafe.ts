import type { CafeView } from '../../../src/cafe/cafe-view';
import { createStore } from '../../shared/store';
import { read } from '../api';
import { startPolling } from '../polling';
import { session } from '../session';
import { browserStorage } from '../storage';

/** Cafes of the person who works here, undefined until they are known; an admin may have several. */
export const cafes = createStore<readonly CafeView[] | undefined>(undefined);

/** The one that the pages are about. */
export const cafe = createStore<CafeView | undefined>(undefined);

/** Reason why there is no cafe. */
export const cafeError = createStore<Error | undefined>(undefined);

const STORAGE_KEY = 'cafe';
const EVERY_MS = 60_000;
/** Time between attempts, until there is a cafe to show. */
const RETRY_MS = 5_000;

export function chooseCafe(id: string): void {
  browserStorage.setItem(STORAGE_KEY, id);
  show(cafes.get() ?? []);
}

/** Shows what this screen has just changed of the cafe. */
export function setCafe(changed: CafeView): void {
  show((cafes.get() ?? []).map((one) => (one.id === changed.id ? changed : one)));
}

/** Loads the cafes, and again every minute while the page is seen. Returns a function that ends it. */
export function followCafes(): () => void {
  const { stop } = startPolling(() => (cafe.get() ? EVERY_MS : RETRY_MS), loadCafes);
  return () => {
    stop();
    cafes.set(undefined);
    cafe.set(undefined);
  };
}

async function loadCafes(isPoll: boolean): Promise<void> {
  const user = session.get()?.user.id;
  try {
    const reply = await read<{ data: CafeView[] }>('/v1/cafes', { isPoll });
    if (!reply || session.get()?.user.id !== user) return;
    cafeError.set(undefined);
    show(reply.value.data);
  } catch (error) {
    cafeError.set(error as Error);
  }
}

function show(all: readonly CafeView[]): void {
  cafes.set(all);
  const chosen = browserStorage.getItem(STORAGE_KEY);
  cafe.set(all.find(({ id }) => id === chosen) ?? all[0]);
}
