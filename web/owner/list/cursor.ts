import { createStore } from '../../shared/store';
import type { CaseNumbers } from './listing';
import { visibleRows } from './use-visible-rows';

/** The row that the keys act on. */
interface Cursor {
  caseNumber?: string;
  /** The case's place when the cursor came there: when the case leaves the list, its neighbours are still there. */
  place?: number;
}

export const cursor = createStore<Cursor>({});

/** Gives the current row the focus. */
export function focusCurrent(): HTMLElement | null {
  const link = document.querySelector<HTMLElement>('.current a');
  link?.focus({ preventScroll: true });
  return link;
}

export function moveCursor(numbers: CaseNumbers, by: 1 | -1): void {
  const place = neighbour(numbers, by);
  const caseNumber = numbers[place];
  if (!caseNumber) return;
  cursor.set({ caseNumber, place });
  // The row is not drawn before.
  requestAnimationFrame(() => focusCurrent()?.closest('.case')?.scrollIntoView({ block: 'nearest' }));
}

/** The case that has left the list with the focus, and the one in its place. */
let left: { caseNumber: string; replacement: string } | undefined;

/**
 * Called when the rows have changed. Where the current case has left the list, the row in its place gets the focus, which
 * would be nowhere; where the case comes back, as after Undo, it gets the focus again.
 */
export function followRows(numbers: CaseNumbers): void {
  const { caseNumber, place = -1 } = cursor.get();
  const isBack = left !== undefined && left.replacement === caseNumber && numbers.includes(left.caseNumber);
  const isGone = caseNumber !== undefined && place >= 0 && !numbers.includes(caseNumber);
  const next = isBack ? left?.caseNumber : isGone && numbers[Math.min(place, numbers.length - 1)];
  if (!next || !hasFocusIn('body, main, .case a')) return;
  left = isBack || !caseNumber ? undefined : { caseNumber, replacement: next };
  cursor.set({ caseNumber: next, place: numbers.indexOf(next) });
  requestAnimationFrame(focusCurrent);
}

function hasFocusIn(selector: string): boolean {
  return document.activeElement?.matches(selector) === true;
}

/** The next or previous row; the one in its place if the current case has left the list; else the first visible row. */
function neighbour(numbers: CaseNumbers, by: number): number {
  const { caseNumber, place = -1 } = cursor.get();
  const at = caseNumber ? numbers.indexOf(caseNumber) : -1;
  if (at >= 0) return at + by;
  const { first, to } = visibleRows();
  return place >= first && place < to ? place + Math.min(by, 0) : first;
}
