import { useEffect, useState } from 'preact/hooks';
import type { SettingsView } from '../../src/tracker/answers';
import { useStore } from '../store';
import { createSaver } from './save';
import { SavingWords } from './saving-words';

const isOn = createSaver('emailAlerts');
const alertEmail = createSaver('alertEmail');

/** Whether and where a new case is told of by mail. */
export function Alerts({ view }: { view: SettingsView }) {
  const { wanted = view.emailAlerts } = useStore(isOn.state);
  return (
    <>
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          checked={wanted}
          aria-checked={wanted}
          onChange={({ currentTarget }) => void isOn.save(currentTarget.checked)}
        />
        Mail me when a new case comes in
      </label>
      <SavingWords saver={isOn} what="The switch could not be saved" />
      <AlertAddress saved={view.alertEmail} />
    </>
  );
}

/** Saved when one leaves the field, or with Enter. */
function AlertAddress({ saved }: { saved: string }) {
  const { wanted = saved, error } = useStore(alertEmail.state);
  const [text, setText] = useState(wanted);
  useEffect(() => setText(wanted), [wanted]);
  const save = () => {
    if (text.trim() !== wanted) void alertEmail.save(text.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label class="field-label" for="alert-email">
        Alerts go to
      </label>
      <input
        id="alert-email"
        class="wide"
        inputMode="email"
        autocomplete="email"
        autocapitalize="none"
        spellcheck={false}
        value={text}
        placeholder="your own address"
        aria-invalid={error !== undefined}
        aria-describedby="alert-error"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={save}
      />
      <div id="alert-error">
        <SavingWords saver={alertEmail} what="The address could not be saved" />
      </div>
    </form>
  );
}
