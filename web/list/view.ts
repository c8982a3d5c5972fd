import { createStore } from '../store';

/** Which rows of which listing the owner sees; none while the page shows something else. */
export interface View {
  key: string;
  from: number;
  to: number;
  /** The uppermost that is seen in full, or nearly so. */
  first: number;
}

export const NOWHERE: View = { key: '', from: 0, to: 0, first: 0 };
export const view = createStore<View>(NOWHERE);

/** The row that keys act on, and whether it is to take the focus. */
export interface Selection {
  caseNumber?: string;
  /** Where it stood: its neighbours are there still when it has gone. */
  place?: number;
  isMoved?: boolean;
}

export const selection = createStore<Selection>({});

/** How far each listing was scrolled, by its key. */
export const scrolled = new Map<string, number>();
