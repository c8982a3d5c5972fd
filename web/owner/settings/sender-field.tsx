import { useRef, useState } from 'preact/hooks';
import { useStore } from '../../shared/store';
import { SaveState } from '../feedback';
import { TEXTS } from '../texts';
import './sender-field.css';
import { addTracked, invalidEntries, listTracked, nameTracked, removeTracked, senders } from './senders';
import { settings } from './settings';

/** A new chip moves what is below it, so it waits until the owner has clicked there. */
const CLICK_MS = 200;

/** A chip for each tracked address and domain, and a field to add more. */
export function SenderField() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [duplicates, setDuplicates] = useState<string[]>([]);
  useStore(settings);
  const { what, status, error, onRetry } = useStore(senders.state);
  const invalid = useStore(invalidEntries);
  const chips = [...listTracked().map((entry) => ({ entry, error: '' })), ...invalid];

  const takeText = () => {
    const { current } = field;
    const text = current?.value ?? '';
    if (current) current.value = '';
    return text;
  };
  const add = (text: string) => setDuplicates(addTracked(text));
  const type = () => {
    if (/[,;\n]/.test(field.current?.value ?? '')) add(takeText());
  };
  const leave = () => {
    const text = takeText();
    setTimeout(() => add(text), CLICK_MS);
  };
  const remove = (entry: string) => {
    removeTracked(entry);
    setDuplicates([]);
    field.current?.focus();
  };
  return (
    <>
      <ul class="row chips" aria-label={TEXTS.settings.senders}>
        {chips.map(({ entry, error: reason }) => (
          <li key={entry} class={reason && 'problem'}>
            <span>
              {nameTracked(entry)}
              {reason && <small role="alert">{reason}</small>}
            </span>
            <button
              type="button"
              class="quiet"
              aria-label={TEXTS.settings.remove(nameTracked(entry))}
              onClick={() => remove(entry)}
            >
              {'×'}
            </button>
          </li>
        ))}
      </ul>
      <label class="field">
        <b>{TEXTS.settings.senders}</b>
        {/* An input would join the lines of a pasted list. */}
        <textarea
          ref={field}
          rows={1}
          inputMode="email"
          autocapitalize="none"
          spellcheck={false}
          placeholder={TEXTS.settings.senderExample}
          aria-describedby="what-to-track"
          onInput={type}
          onBlur={leave}
        />
      </label>
      <small id="what-to-track" class="soft">
        {TEXTS.settings.whatToTrack}
      </small>
      <SaveState {...{ what, status, error, onRetry }}>
        {duplicates.length > 0 && TEXTS.settings.alreadyTracked(duplicates.map(nameTracked))}
        {chips.length === 0 && TEXTS.settings.nobodyTracked}
      </SaveState>
    </>
  );
}
