import { useEffect, useRef } from 'preact/hooks';
import { dayAfter, daysToMonday, formatShortDay } from '../../shared/format';
import { createStore, useStore } from '../../shared/store';
import { TEXTS } from '../texts';
import { caseStore } from './case-store';
import { changeSelected } from './selection';

/** The cases to ask about. */
const asked = createStore<readonly string[]>([]);

/** Asks for the day on which to come back to some cases. */
export function askForDue(caseNumbers: readonly string[]): void {
  asked.set(caseNumbers);
}

export function DueDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const caseNumbers = useStore(asked);
  const summaries = useStore(caseStore);
  const hasDue = caseNumbers.some((one) => summaries.get(one)?.due);
  useEffect(() => {
    if (caseNumbers.length === 0) return;
    const [due, ...others] = new Set(caseNumbers.map((one) => summaries.get(one)?.due ?? ''));
    if (field.current) field.current.value = others.length === 0 ? (due ?? '') : '';
    dialog.current?.showModal();
  }, [caseNumbers]);
  const choose = (due: string) => {
    dialog.current?.close();
    changeSelected(caseNumbers, { due });
  };
  const { due } = TEXTS.list;
  const days: [string, string][] = [
    [due.tomorrow, dayAfter(1)],
    [due.nextWeek, dayAfter(daysToMonday())],
  ];
  return (
    <dialog ref={dialog} class="due-dialog" aria-labelledby="come-back" onClose={() => asked.set([])}>
      <h2 id="come-back">{due.title}</h2>
      <ul class="row">
        {days.map(([text, day]) => (
          <li key={text}>
            <button type="button" class="quiet" onClick={() => choose(day)}>
              {text} <span class="soft">{formatShortDay(day)}</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (field.current?.value) choose(field.current.value);
        }}
      >
        <input ref={field} type="date" required aria-label={due.date} min={dayAfter(0)} />
        <button type="submit">{due.set}</button>
      </form>
      <div class="row">
        {hasDue && (
          <button type="button" class="quiet" onClick={() => choose('')}>
            {due.none}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          {due.cancel}
        </button>
      </div>
    </dialog>
  );
}
