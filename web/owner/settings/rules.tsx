import { useRef } from 'preact/hooks';
import { type ArrivalRule, type SettingsView, STATUSES } from '../../../src/tracker/case/answers';
import { useStore } from '../../shared/store';
import { SaveState } from '../feedback';
import { TEXTS } from '../texts';
import './rules.css';
import { createSaver } from './settings';

const saver = createSaver(TEXTS.settings.rules.notSaved);

const WHEN = ['from', 'subject', 'words'] as const;

/** Edits of new cases that the owner makes ahead: a sentence for each rule, and a form for another one. */
export function Rules({ view }: { view: SettingsView }) {
  const form = useRef<HTMLFormElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const another = useRef<HTMLElement>(null);
  const state = useStore(saver.state);
  const texts = TEXTS.settings.rules;
  const rules = (state.error ? undefined : state.wanted?.rules) ?? view.rules;
  const isSaving = state.wanted !== undefined && !state.error;
  const add = async (event: Event) => {
    event.preventDefault();
    const { current } = form;
    if (!current || !rules || isSaving) return;
    await saver.save({ rules: [...rules, toRule(new FormData(current))] });
    if (!saver.state.get().error) current.reset();
  };
  const remove = (removed: ArrivalRule, at: number) => {
    void saver.save({ rules: rules?.filter((rule) => rule !== removed) ?? [] });
    // The button disappears, and the focus would go with it.
    const next = list.current?.querySelectorAll('button')[at + 1] ?? another.current;
    next?.focus();
  };
  if (!rules)
    return (
      <>
        <p class="problem">
          {texts.unreadable}
          <button type="button" class="quiet" onClick={() => void saver.save({ rules: [] })}>
            {texts.startAgain}
          </button>
        </p>
        <SaveState {...state} />
      </>
    );
  return (
    <>
      <p class="soft">{texts.what}</p>
      <ul ref={list}>
        {rules.map((rule, at) => (
          <li key={JSON.stringify(rule)}>
            {texts.describe(rule)}{' '}
            <button
              type="button"
              class="quiet"
              onClick={() => remove(rule, at)}
              aria-label={texts.remove(texts.describe(rule))}
            >
              {'×'}
            </button>
          </li>
        ))}
      </ul>
      <details class="new-rule">
        <summary ref={another}>{texts.another}</summary>
        <form ref={form} onSubmit={add}>
          {[...WHEN, 'issue' as const].map((name) => (
            <label key={name} class="field">
              <b>{texts.fields[name]}</b>
              <input name={name} maxLength={200} autocapitalize="none" />
            </label>
          ))}
          <label class="field">
            <b>{texts.fields.status}</b>
            <select name="status">
              {['', ...STATUSES].map((status) => (
                <option key={status}>{status}</option>
              ))}
            </select>
          </label>
          <label class="field">
            <b>{texts.fields.dueInDays}</b>
            <input name="dueInDays" type="number" min="0" max="365" />
          </label>
          <label class="choice">
            <input name="noAlert" type="checkbox" />
            {texts.fields.noAlert}
          </label>
          <button type="submit" aria-disabled={isSaving}>
            {texts.add}
          </button>
        </form>
      </details>
      <SaveState {...state} />
    </>
  );
}

function toRule(fields: FormData): ArrivalRule {
  const filled = [...fields].filter(([, value]) => value !== '');
  const { dueInDays, noAlert, ...rule } = Object.fromEntries(filled);
  return {
    ...rule,
    ...(dueInDays === undefined ? {} : { dueInDays: Number(dueInDays) }),
    ...(noAlert === undefined ? {} : { noAlert: true }),
  };
}
