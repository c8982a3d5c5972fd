import { createStore, useStore } from '../../shared/store';

/** Paper has no buttons to show the rest with. */
const isPrinting = createStore(false);
addEventListener('beforeprint', () => isPrinting.set(true));
addEventListener('afterprint', () => isPrinting.set(false));

export function usePrinting(): boolean {
  return useStore(isPrinting);
}
