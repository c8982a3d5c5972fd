import { useState } from 'preact/hooks';
import type { SettingsView } from '../../src/tracker/page/answers';
import { SaveState } from '../save-state';
import { useStore } from '../store';
import { createSaver } from './save';

const isOn = createSaver('emailAlerts', 'The setting could not be saved');
const alertEmail = createSaver('alertEmail', 'The address could not be saved');

/** Whether and where a new case is told of by mail. */
export function Alerts({ view }: { view: SettingsView }) {
  const [text, setText] = useState<string>();
  const alerts = useStore(isOn.state);
  const address = useStore(alertEmail.state);
  const warning = view.emailAlerts && (alerts.warning ?? address.warning);
  return (
    <>
      <label class="row">
        <input
          type="checkbox"
          checked={alerts.wanted ?? view.emailAlerts}
          onChange={({ currentTarget }) => void isOn.save(currentTarget.checked)}
        />
        Email me when a new case arrives
      </label>
      <SaveState {...alerts} />
      <label class="field">
        <b>Send alerts to</b>
        <input
          id="alert-email"
          inputMode="email"
          value={text ?? address.wanted ?? view.alertEmail}
          placeholder="your own address"
          aria-invalid={address.error && true}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onChange={({ currentTarget }) => {
            setText(undefined);
            void alertEmail.save(currentTarget.value.trim());
          }}
        />
      </label>
      <SaveState {...address} />
      <div role="status">{warning && <p class="problem">{warning}</p>}</div>
    </>
  );
}
