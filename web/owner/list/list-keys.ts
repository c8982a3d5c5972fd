import { STATUSES } from '../../../src/tracker/case/answers';
import { useShortcuts } from '../../shared/shortcuts';
import { markAsNew } from '../changes';
import { navigate } from '../router';
import { TEXTS } from '../texts';
import { cursor, moveCursor } from './cursor';
import { askForDue } from './due-dialog';
import { type CaseNumbers, refreshList } from './listing';
import { changeSelected, clearSelection, selectAll, selectedCases, toggleSelected } from './selection';

/** The keys that move the cursor and act on the current case, or on all that are selected. */
export function useListKeys(numbers: CaseNumbers): void {
  const onCurrent = (run: (caseNumber: string) => void) => () => {
    const { caseNumber } = cursor.get();
    if (caseNumber && numbers.includes(caseNumber)) run(caseNumber);
  };
  const onCases = (run: (caseNumbers: string[]) => void) => () => {
    const selected = [...selectedCases.get()];
    if (selected.length > 0) run(selected);
    else onCurrent((caseNumber) => run([caseNumber]))();
  };
  const { keys } = TEXTS.list;
  useShortcuts([
    { keys: 'j', description: keys.next, run: () => moveCursor(numbers, 1) },
    { keys: 'k', description: keys.previous, run: () => moveCursor(numbers, -1) },
    {
      keys: 'o',
      description: keys.open,
      run: onCurrent((caseNumber) => navigate({ page: 'case', caseNumber })),
    },
    { keys: 'x', description: keys.select, run: onCurrent(toggleSelected) },
    { keys: 'ctrl+a', description: keys.selectAll, run: selectAll },
    { keys: 'Escape', description: keys.clear, run: clearSelection },
    ...STATUSES.map((status, at) => ({
      keys: String(at + 1),
      description: keys.status(status),
      run: onCases((caseNumbers) => changeSelected(caseNumbers, { status })),
    })),
    { keys: 'd', description: keys.due, run: onCases(askForDue) },
    { keys: 'shift+u', description: keys.markAsNew, run: onCases(markAsNew) },
    { keys: 'shift+r', description: keys.refresh, run: refreshList },
  ]);
}
