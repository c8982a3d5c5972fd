import { createStore } from '../shared/store';
import { deskOf, route } from './router';
import { browserStorage } from './storage';

/** Automatic is dark in the cafe, where the board hangs in a dim room, and as the system has it elsewhere. */
export const COLORS = ['automatic', 'dark', 'light'] as const;

type Colors = (typeof COLORS)[number];

const STORAGE_KEY = 'colors';

const stored = browserStorage.getItem(STORAGE_KEY);
export const colors = createStore<Colors>(COLORS.find((name) => name === stored) ?? 'automatic');

export function setColors(chosen: Colors): void {
  browserStorage.setItem(STORAGE_KEY, chosen);
  colors.set(chosen);
}

/** Called once, when the page starts: the colors and the size of the text follow the page and the choice. */
export function followLook(): void {
  const apply = () => {
    const desk = deskOf(route.get());
    const automatic = desk === 'cafe' ? 'dark' : 'system';
    const chosen = colors.get();
    const { dataset } = document.documentElement;
    dataset.desk = desk;
    dataset.colors = chosen === 'automatic' ? automatic : chosen;
  };
  apply();
  colors.subscribe(apply);
  route.subscribe(apply);
}
