import { createStore } from '../store';

/** The row that keys act on. */
interface Selection {
  caseNumber?: string;
  /** Where it stood: its neighbours are there still when it has gone. */
  place?: number;
}

export const selection = createStore<Selection>({});

/** Gives the selected row the focus. */
export function focusSelected(): HTMLElement | null {
  const link = document.querySelector<HTMLElement>('.selected a');
  link?.focus({ preventScroll: true });
  return link;
}
