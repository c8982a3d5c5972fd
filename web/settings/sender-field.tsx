import { useRef, useState } from 'preact/hooks';
import { SaveState } from '../feedback';
import { useStore } from '../store';
import './sender-field.css';
import { addSenders, invalidSenders, listSenders, removeSender, senders } from './senders';
import { settings } from './settings';

/** A new chip moves what is below it, so it waits until the owner has clicked there. */
const CLICK_MS = 200;

/** A chip for each tracked address, and a field to add more. */
export function SenderField() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [duplicates, setDuplicates] = useState<string[]>([]);
  useStore(settings);
  const saving = useStore(senders.state);
  const invalid = useStore(invalidSenders);
  const chips = [...listSenders().map((address) => ({ address, error: '' })), ...invalid];

  const takeText = () => {
    const { current } = field;
    const text = current?.value ?? '';
    if (current) current.value = '';
    return text;
  };
  const add = (text: string) => setDuplicates(addSenders(text));
  const type = () => {
    if (/[,;\n]/.test(field.current?.value ?? '')) add(takeText());
  };
  const leave = () => {
    const text = takeText();
    setTimeout(() => add(text), CLICK_MS);
  };
  const remove = (address: string) => {
    removeSender(address);
    setDuplicates([]);
    field.current?.focus();
  };
  return (
    <>
      <ul class="row chips" aria-label="Tracked senders">
        {chips.map(({ address, error }) => (
          <li key={address} class={error && 'problem'}>
            <span>
              {address}
              {error && <small role="alert">{error}</small>}
            </span>
            <button
              type="button"
              class="quiet"
              aria-label={`Remove ${address}`}
              onClick={() => remove(address)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <label class="field">
        <b>Tracked senders</b>
        {/* An input would join the lines of a pasted list. */}
        <textarea
          ref={field}
          rows={1}
          inputMode="email"
          autocapitalize="none"
          spellcheck={false}
          placeholder="name@example.com"
          onInput={type}
          onBlur={leave}
        />
      </label>
      <SaveState {...saving}>
        {duplicates.length > 0 && `${duplicates.join(', ')}: already in the list. `}
        {chips.length === 0 && 'Add a sender. Mail from anyone else is ignored. '}
      </SaveState>
    </>
  );
}
