import { useEffect, useRef } from 'preact/hooks';
import { createStore } from './store';

export interface Shortcut {
  /** A key, or two after each other: `g s`. */
  keys: string;
  /** What it does, for the list of shortcuts. */
  does: string;
  run: () => void;
}

/** Those of what is on the page now. */
export const shortcuts = createStore<readonly Shortcut[]>([]);

/** Two keys belong together if they come within this time. */
const PAIR_MS = 1_000;
let first = { key: '', at: 0 };

/** Shortcuts that work while a part of the page is shown and nobody is writing. */
export function useShortcuts(own: readonly Shortcut[]): void {
  const current = useRef(own);
  current.current = own;
  const names = own.map(({ keys, does }) => `${keys} ${does}`).join('\n');
  useEffect(() => {
    const stable = current.current.map((shortcut, index) => ({
      ...shortcut,
      run: () => current.current[index]?.run(),
    }));
    shortcuts.set([...shortcuts.get(), ...stable]);
    return () => shortcuts.set(shortcuts.get().filter((shortcut) => !stable.includes(shortcut)));
  }, [names]);
}

/** Once for the whole page. */
export function listenForKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return;
    const pair = event.timeStamp - first.at < PAIR_MS ? `${first.key} ${event.key}` : '';
    first = { key: event.key, at: event.timeStamp };
    const found = find(pair) ?? find(event.key);
    if (!found) return;
    event.preventDefault();
    first.at = Number.NEGATIVE_INFINITY;
    found.run();
  });
}

function find(keys: string): Shortcut | undefined {
  return shortcuts.get().find((shortcut) => shortcut.keys === keys);
}

function isWriting({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.matches('input:not([type=radio]), textarea, select');
}
