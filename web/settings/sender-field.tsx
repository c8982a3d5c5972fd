import { useRef, useState } from 'preact/hooks';
import './sender-field.css';
import { useStore } from '../store';
import { settings } from './load';
import { SavingWords } from './saving-words';
import { SenderChip } from './sender-chip';
import { addSenders, refused, removeSender, senders, tracked } from './senders';

const SEPARATED = /[,;\n]/;
/** A chip that came at once would move what somebody is about to press away from under the pointer. */
const PRESS_MS = 200;

/** Whose mail becomes cases: one chip for each address, and a field for more. */
export function SenderField() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isMarked, setMarked] = useState(false);
  const [note, setNote] = useState('');
  useStore(settings);
  useStore(senders.state);
  const bad = useStore(refused);
  const chips = [...tracked().map((address) => ({ address })), ...bad];
  const last = chips[chips.length - 1]?.address;

  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const add = (given: string) => {
    clearTimeout(leaving.current);
    const doubles = addSenders(given);
    setNote(doubles.length > 0 ? `${[...new Set(doubles)].join(', ')}: already in the list.` : '');
    setText('');
  };
  const remove = (address: string) => {
    removeSender(address);
    setMarked(false);
    setNote('');
    field.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || text !== '' || last === undefined) return setMarked(false);
    if (event.repeat) return;
    if (isMarked) return remove(last);
    setMarked(true);
    setNote(`Press Backspace again to remove ${last}.`);
  };
  const type = ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
    SEPARATED.test(value) ? add(value) : setText(value);
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData('text') ?? '';
    // A field of one line would run the lines together.
    if (!/[\s,;]/.test(pasted.trim())) return;
    event.preventDefault();
    add(`${text} ${pasted}`);
  };
  return (
    <form
      class="senders"
      onSubmit={(event) => {
        event.preventDefault();
        if (text) add(text);
      }}
    >
      <label for="senders">Tracked senders</label>
      {chips.length > 0 && (
        <ul class="chips" aria-label="Tracked senders">
          {chips.map((chip) => (
            <SenderChip
              key={chip.address}
              {...chip}
              isMarked={isMarked && chip.address === last}
              onRemove={remove}
            />
          ))}
        </ul>
      )}
      <div class="add">
        <input
          ref={field}
          id="senders"
          value={text}
          inputMode="email"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          placeholder="name@example.com"
          onInput={type}
          onKeyDown={press}
          onPaste={paste}
          onFocus={() => clearTimeout(leaving.current)}
          onBlur={() => {
            setMarked(false);
            if (text) leaving.current = setTimeout(() => add(text), PRESS_MS);
          }}
        />
        <button type="submit" class="quiet">
          Add
        </button>
      </div>
      <SavingWords saver={senders} what="The senders could not be saved">
        {note || (chips.length === 0 && 'Nobody yet: no mail becomes a case.')}
      </SavingWords>
    </form>
  );
}
