import { useLayoutEffect, useRef } from 'preact/hooks';
import { createStore } from './store';

export interface Shortcut {
  /** A key, two after each other (`g s`), or a letter or a named key with Shift (`shift+u`, `shift+ArrowDown`) or Ctrl. */
  keys: string;
  /** The action, for the list of shortcuts. */
  description: string;
  /** Works on every page. */
  isGeneral?: true;
  run: () => void;
}

/** Shortcuts that work now. */
export const shortcuts = createStore<readonly Shortcut[]>([]);

/** The key under which this browser keeps the owner's choice. */
const STORAGE_KEY = 'characterKeys';

/** True if keys that type a character work; others such as the arrows always do (WCAG 2.1.4). */
export const characterKeys = createStore(recallCharacterKeys());

export function setCharacterKeys(isOn: boolean): void {
  characterKeys.set(isOn);
  try {
    localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off');
  } catch {
    // A browser that keeps nothing for frames: the choice lasts until the page is closed.
  }
}

/** The two keys of a pair have to be pressed within this time. */
const PAIR_MS = 1_000;
let lastKey = { key: '', at: 0 };

/** Shortcuts that work while the component is on the page and no text field has the focus. */
export function useShortcuts(own: readonly Shortcut[]): void {
  const current = useRef(own);
  current.current = own;
  const names = own.map(({ keys, description }) => `${keys} ${description}`).join('\n');
  // A layout effect, since a key that is pressed right after the page has changed belongs to the new one.
  useLayoutEffect(() => {
    const stable = current.current.map((shortcut, index) => ({
      ...shortcut,
      run: () => current.current[index]?.run(),
    }));
    shortcuts.set([...shortcuts.get(), ...stable]);
    return () => shortcuts.set(shortcuts.get().filter((shortcut) => !stable.includes(shortcut)));
  }, [names]);
}

/** Tells if the owner has left on what these keys do. */
export function isOn(keys: string): boolean {
  return characterKeys.get() || keys.split(' ').every((key) => key.replace('shift+', '').length > 1);
}

/** Called once, when the page starts. */
export function listenForShortcuts(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Shift' || event.altKey) return;
    if (event.defaultPrevented || isTaken(event)) return;
    const key = nameKey(event);
    const pair = event.timeStamp - lastKey.at < PAIR_MS ? `${lastKey.key} ${key}` : '';
    lastKey = { key, at: event.timeStamp };
    const found = findShortcut(pair) ?? findShortcut(key);
    if (!found) return;
    event.preventDefault();
    lastKey.at = Number.NEGATIVE_INFINITY;
    found.run();
  });
}

function findShortcut(keys: string): Shortcut | undefined {
  return shortcuts.get().find((shortcut) => shortcut.keys === keys && isOn(keys));
}

/** `u` and `shift+u`, whatever Caps Lock does. Signs are named as they are typed: on some keyboards `?` needs no Shift. */
function nameKey({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): string {
  // The key on a Mac is Command.
  if (ctrlKey || metaKey) return `ctrl+${shiftKey ? 'shift+' : ''}${key.toLowerCase()}`;
  if (key.length > 1) return shiftKey ? `shift+${key}` : key;
  const lower = key.toLowerCase();
  return shiftKey && lower !== key.toUpperCase() ? `shift+${lower}` : lower;
}

/** Tells if the key belongs to what has the focus: a field, or an open dialog or panel, behind which nothing should happen. */
function isTaken({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    (target.matches('input:not([type=radio], [type=checkbox]), textarea, select') ||
      target.closest('dialog:modal, :popover-open') !== null)
  );
}

function recallCharacterKeys(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}
