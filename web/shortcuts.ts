import { useEffect, useRef } from 'preact/hooks';
import { createStore } from './store';

export interface Shortcut {
  /** A key, or two after each other: `g s`. */
  keys: string;
  /** What it does, for the list of shortcuts. */
  description: string;
  run: () => void;
}

/** Those that work now. */
export const shortcuts = createStore<readonly Shortcut[]>([]);

/** The two keys of a pair have to be pressed within this time. */
const PAIR_MS = 1_000;
let lastKey = { key: '', at: 0 };

/** Shortcuts that work while the component is on the page and no text field has the focus. */
export function useShortcuts(own: readonly Shortcut[]): void {
  const current = useRef(own);
  current.current = own;
  const names = own.map(({ keys, description }) => `${keys} ${description}`).join('\n');
  useEffect(() => {
    const stable = current.current.map((shortcut, index) => ({
      ...shortcut,
      run: () => current.current[index]?.run(),
    }));
    shortcuts.set([...shortcuts.get(), ...stable]);
    return () => shortcuts.set(shortcuts.get().filter((shortcut) => !stable.includes(shortcut)));
  }, [names]);
}

/** Called once, when the page starts. */
export function listenForShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const pair = event.timeStamp - lastKey.at < PAIR_MS ? `${lastKey.key} ${event.key}` : '';
    lastKey = { key: event.key, at: event.timeStamp };
    const found = findShortcut(pair) ?? findShortcut(event.key);
    if (!found) return;
    event.preventDefault();
    lastKey.at = Number.NEGATIVE_INFINITY;
    found.run();
  });
}

function findShortcut(keys: string): Shortcut | undefined {
  return shortcuts.get().find((shortcut) => shortcut.keys === keys);
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.matches('input:not([type=radio]), textarea, select');
}
