import { STATUSES } from '../../src/tracker/answers';
import { useShortcuts } from '../keys';
import { navigate } from '../location';
import type { Numbers } from './numbers';
import { refreshList } from './read';
import { setStatus } from './set-status';
import { selection, view } from './view';

/** What keys do with the rows of a list. */
export function useListKeys(numbers: Numbers): void {
  const move = (by: number) => () => {
    const place = neighbour(numbers, by);
    const caseNumber = numbers[place];
    if (caseNumber) selection.set({ caseNumber, place, isMoved: true });
  };
  useShortcuts([
    { keys: 'j', does: 'Select the next case', run: move(1) },
    { keys: 'k', does: 'Select the case before', run: move(-1) },
    {
      keys: 'o',
      does: 'Open the selected case',
      run: () => withSelected(numbers, (caseNumber) => navigate({ page: 'case', caseNumber })),
    },
    ...STATUSES.map((status, at) => ({
      keys: String(at + 1),
      does: `Set the selected case to ${status}`,
      run: () => withSelected(numbers, (caseNumber) => setStatus(caseNumber, status)),
    })),
    { keys: 'r', does: 'Read the list again', run: () => void refreshList() },
  ]);
}

/** Where the selected row has gone, the one that took its place; where there is none, the first that is seen. */
function neighbour(numbers: Numbers, by: number): number {
  const { caseNumber, place } = selection.get();
  const at = caseNumber ? numbers.indexOf(caseNumber) : -1;
  if (at >= 0) return at + by;
  const { first, to } = view.get();
  return place !== undefined && place >= first && place < to ? place + Math.min(by, 0) : first;
}

function withSelected(numbers: Numbers, run: (caseNumber: string) => void): void {
  const { caseNumber } = selection.get();
  if (caseNumber && numbers.includes(caseNumber)) run(caseNumber);
}
