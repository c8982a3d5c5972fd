import { STATUSES } from '../../src/tracker/page/answers';
import { useShortcuts } from '../keys';
import { navigate } from '../location';
import { type Numbers, refreshList } from './listing';
import { focusSelected, selection } from './selection';
import { setStatus } from './set-status';
import { seen } from './use-window';

/** What keys do with the rows of a list. */
export function useListKeys(numbers: Numbers): void {
  const move = (by: number) => () => {
    const place = neighbour(numbers, by);
    const caseNumber = numbers[place];
    if (!caseNumber) return;
    selection.set({ caseNumber, place });
    // Only by then it is drawn.
    requestAnimationFrame(() => focusSelected()?.parentElement?.scrollIntoView({ block: 'nearest' }));
  };
  const withSelected = (run: (caseNumber: string) => void) => () => {
    const { caseNumber } = selection.get();
    if (caseNumber && numbers.includes(caseNumber)) run(caseNumber);
  };
  useShortcuts([
    { keys: 'j', does: 'Select the next case', run: move(1) },
    { keys: 'k', does: 'Select the previous case', run: move(-1) },
    {
      keys: 'o',
      does: 'Open the selected case',
      run: withSelected((caseNumber) => navigate({ page: 'case', caseNumber })),
    },
    ...STATUSES.map((status, at) => ({
      keys: String(at + 1),
      does: `Set the selected case to ${status}`,
      run: withSelected((caseNumber) => setStatus(caseNumber, status)),
    })),
    { keys: 'r', does: 'Reload the list', run: refreshList },
  ]);
}

/** Where the selected row has gone, the one that took its place; where there is none, the first that is seen. */
function neighbour(numbers: Numbers, by: number): number {
  const { caseNumber, place = -1 } = selection.get();
  const at = caseNumber ? numbers.indexOf(caseNumber) : -1;
  if (at >= 0) return at + by;
  const { first, to } = seen();
  return place >= first && place < to ? place + Math.min(by, 0) : first;
}
