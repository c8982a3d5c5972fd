import { STATUSES } from '../../src/tracker/page/answers';
import { changeCases } from '../changes';
import { navigate } from '../router';
import { useShortcuts } from '../shortcuts';
import { createStore } from '../store';
import { type CaseNumbers, refreshList } from './listing';
import { visibleRows } from './use-visible-rows';

/** The row that the keys act on. */
interface Selection {
  caseNumber?: string;
  /** Its place when it was selected: when the case leaves the list, its neighbours are still there. */
  place?: number;
}

export const selection = createStore<Selection>({});

/** Gives the selected row the focus. */
export function focusSelected(): HTMLElement | null {
  const link = document.querySelector<HTMLElement>('.selected a');
  link?.focus({ preventScroll: true });
  return link;
}

/** The keys that move the selection and act on the selected case. */
export function useListKeys(numbers: CaseNumbers): void {
  const move = (by: number) => () => {
    const place = neighbour(numbers, by);
    const caseNumber = numbers[place];
    if (!caseNumber) return;
    selection.set({ caseNumber, place });
    // The row is not drawn before.
    requestAnimationFrame(() => focusSelected()?.parentElement?.scrollIntoView({ block: 'nearest' }));
  };
  const onSelected = (run: (caseNumber: string) => void) => () => {
    const { caseNumber } = selection.get();
    if (caseNumber && numbers.includes(caseNumber)) run(caseNumber);
  };
  useShortcuts([
    { keys: 'j', description: 'Select the next case', run: move(1) },
    { keys: 'k', description: 'Select the previous case', run: move(-1) },
    {
      keys: 'o',
      description: 'Open the selected case',
      run: onSelected((caseNumber) => navigate({ page: 'case', caseNumber })),
    },
    ...STATUSES.map((status, at) => ({
      keys: String(at + 1),
      description: `Set the selected case to ${status}`,
      run: onSelected((caseNumber) => changeCases([caseNumber], { status })),
    })),
    { keys: 'r', description: 'Reload the list', run: refreshList },
  ]);
}

/** The next or previous row; the one in its place if the selected case has left the list; else the first visible row. */
function neighbour(numbers: CaseNumbers, by: number): number {
  const { caseNumber, place = -1 } = selection.get();
  const at = caseNumber ? numbers.indexOf(caseNumber) : -1;
  if (at >= 0) return at + by;
  const { first, to } = visibleRows();
  return place >= first && place < to ? place + Math.min(by, 0) : first;
}
