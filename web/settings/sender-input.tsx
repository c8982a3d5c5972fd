import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface Props {
  field: RefObject<HTMLInputElement | null>;
  /** One address or many. */
  onAdd: (text: string) => void;
  /** Backspace where there is nothing to delete. */
  onBackspace: () => void;
  /** The owner does something else. */
  onElse: () => void;
}

const SEPARATORS = /[\s,;]/;
/** A chip that came at once would move what somebody is about to press away from under the pointer. */
const PRESS_MS = 200;

/** Adds with Enter, a comma, a semicolon, the button, and what is left when one goes on. */
export function SenderInput({ field, onAdd, onBackspace, onElse }: Props) {
  const [text, setText] = useState('');
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const add = (given: string) => {
    clearTimeout(leaving.current);
    setText('');
    // Where it was empty before, that changes nothing for Preact.
    if (field.current) field.current.value = '';
    if (given.trim()) onAdd(given);
  };
  const type = ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
    /[,;]/.test(value) ? add(value) : setText(value);
  const press = ({ key, repeat }: KeyboardEvent) => {
    if (key !== 'Backspace' || text !== '') return onElse();
    if (!repeat) onBackspace();
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData('text') ?? '';
    // A field of one line would run the lines together.
    if (!SEPARATORS.test(pasted.trim())) return;
    event.preventDefault();
    add(`${text} ${pasted}`);
  };
  const leave = () => {
    onElse();
    leaving.current = setTimeout(() => add(text), PRESS_MS);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    add(text);
  };
  return (
    <form class="add" onSubmit={submit}>
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
        onBlur={leave}
      />
      <button type="submit" class="quiet">
        Add
      </button>
    </form>
  );
}
