import { useEffect, useState } from 'preact/hooks';
import { dayAfter, daysToMonday, formatDay } from '../../shared/format';
import { useStore } from '../../shared/store';
import { changeCases } from '../changes';
import { caseStore } from '../list/case-store';
import { TEXTS } from '../texts';

/** A day that is typed is another valid one after each digit. */
const TYPING_PAUSE_MS = 1_500;

/** The day on which the owner wants to come back to the case. A toast offers to undo a change. */
export function DueField({ caseNumber, onChange }: { caseNumber: string; onChange: () => void }) {
  const due = useStore(caseStore).get(caseNumber)?.due ?? '';
  const [typed, setTyped] = useState<string>();
  const change = (day: string) => {
    setTyped(undefined);
    changeCases([caseNumber], { due: day });
    onChange();
  };
  const takeTyped = () => {
    if (typed === undefined || typed === due) return;
    // A year that is being typed is in the far past at first.
    if (typed === '' || typed >= dayAfter(0)) change(typed);
  };
  useEffect(() => {
    const timer = typed === undefined ? 0 : setTimeout(takeTyped, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
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
          value={typed ?? due}
          onChange={({ currentTarget: { value, validity } }) =>
            setTyped(validity.badInput ? undefined : value)
          }
          onKeyDown={({ key }) => key === 'Enter' && takeTyped()}
          onBlur={takeTyped}
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
