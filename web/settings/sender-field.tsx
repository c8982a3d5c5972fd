import { useRef, useState } from 'preact/hooks';
import './sender-field.css';
import { useStore } from '../store';
import { settings } from './load';
import { SavingWords } from './saving-words';
import { SenderChip } from './sender-chip';
import { SenderInput } from './sender-input';
import { addSenders, refused, removeSender, senders, tracked } from './senders';

/** Whose mail becomes cases: one chip for each address, and a field for more. */
export function SenderField() {
  const field = useRef<HTMLInputElement>(null);
  const [isMarked, setMarked] = useState(false);
  const [doubles, setDoubles] = useState<string[]>([]);
  useStore(settings);
  useStore(senders.state);
  const bad = useStore(refused);
  const chips = [...tracked().map((address) => ({ address })), ...bad];
  const last = chips[chips.length - 1]?.address;

  const remove = (address: string) => {
    removeSender(address);
    setMarked(false);
    setDoubles([]);
    field.current?.focus();
  };
  const erase = () => {
    if (last !== undefined && isMarked) remove(last);
    else setMarked(last !== undefined);
  };
  return (
    <>
      <label class="field-label" for="senders">
        Tracked senders
      </label>
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
      <SenderInput
        field={field}
        onAdd={(text) => setDoubles(addSenders(text))}
        onBackspace={erase}
        onElse={() => setMarked(false)}
      />
      <SavingWords saver={senders} what="The senders could not be saved">
        {isMarked && `Press Backspace again to remove ${last}. `}
        {doubles.length > 0 && `${[...new Set(doubles)].join(', ')}: already in the list. `}
        {chips.length === 0 && 'Nobody yet: no mail becomes a case. '}
      </SavingWords>
    </>
  );
}
