import { changeCases } from '../changes';
import { dayAfter, daysToMonday, formatDay } from '../format';
import { caseStore } from '../list/case-store';
import { useStore } from '../store';
import { TEXTS } from '../texts';

/** The day on which the owner wants to come back to the case. Saved at once; a toast offers to undo it. */
export function DueField({ caseNumber }: { caseNumber: string }) {
  const due = useStore(caseStore).get(caseNumber)?.due ?? '';
  const change = (day: string) => changeCases([caseNumber], { due: day });
  const clear = () => {
    change('');
    // The button disappears, and the focus would go with it.
    document.getElementById('due')?.focus();
  };
  const buttons: [text: string, day: string][] = [
    [TEXTS.case.tomorrow, dayAfter(1)],
    [TEXTS.case.nextWeek, dayAfter(daysToMonday())],
  ];
  return (
    <div class="due">
      <label for="due">{TEXTS.case.due}</label>
      <div class="row">
        <input
          id="due"
          type="date"
          min={dayAfter(0)}
          value={due}
          // A year that is being typed is in the far past at first.
          onChange={({ currentTarget: { value, validity } }) => validity.valid && change(value)}
        />
        {buttons.map(([text, day]) => (
          <button key={text} type="button" class="quiet" title={formatDay(day)} onClick={() => change(day)}>
            {text}
          </button>
        ))}
        {due && (
          <button type="button" class="quiet clear" onClick={clear}>
            {TEXTS.case.clearDue}
          </button>
        )}
      </div>
    </div>
  );
}
