import { useRef, useState } from 'preact/hooks';
import './sender-field.css';
import { SaveState } from '../save-state';
import { useStore } from '../store';
import { settings } from './load';
import { addSenders, refused, removeSender, senders, tracked } from './senders';

/** A chip that came at once would move what somebody is about to press away from under the pointer. */
const PRESS_MS = 200;

/** Whose mail becomes cases: one chip for each address, and a field for more. */
export function SenderField() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [doubles, setDoubles] = useState<string[]>([]);
  useStore(settings);
  const saving = useStore(senders.state);
  const bad = useStore(refused);
  const chips = [...tracked().map((address) => ({ address, error: '' })), ...bad];

  const empty = () => {
    const { current } = field;
    const text = current?.value ?? '';
    if (current) current.value = '';
    return text;
  };
  const add = (text: string) => setDoubles(addSenders(text));
  const type = () => {
    if (/[,;\n]/.test(field.current?.value ?? '')) add(empty());
  };
  const leave = () => {
    const text = empty();
    setTimeout(() => add(text), PRESS_MS);
  };
  const remove = (address: string) => {
    removeSender(address);
    setDoubles([]);
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
        {/* Unlike a field of one line it keeps the lines apart that somebody pastes. */}
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
        {doubles.length > 0 && `${doubles.join(', ')}: already in the list. `}
        {chips.length === 0 && 'Add a sender. Mail from anyone else is ignored. '}
      </SaveState>
    </>
  );
}
