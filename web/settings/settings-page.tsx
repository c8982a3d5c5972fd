import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SettingsView } from '../../src/tracker/page/answers';
import { ErrorNotice, SaveState } from '../feedback';
import { ExternalLink } from '../link';
import { CharacterKeysSwitch } from '../shortcut-help';
import { useStore } from '../store';
import { Time } from '../time';
import './settings.css';
import { CheckNow } from './check-now';
import { FirstRun } from './first-run';
import { SenderField } from './sender-field';
import { createSaver, loadSettings, settings } from './settings';

const emailAlerts = createSaver('emailAlerts', 'The setting could not be saved');
const alertEmail = createSaver('alertEmail', 'The address could not be saved');

export function SettingsPage() {
  const { view, notSetUp, error } = useStore(settings);
  useEffect(() => {
    if (settings.get().view) void loadSettings();
  }, []);
  if (notSetUp) return <FirstRun />;
  return (
    <div class="settings">
      <h2>Settings</h2>
      {error && (
        <ErrorNotice
          what="The settings could not be loaded"
          error={error}
          onRetry={() => void loadSettings()}
        />
      )}
      {!view && !error && <p role="status">Loading the settings…</p>}
      {view && (
        <>
          <p class="soft">Changes apply from the next check.</p>
          <Section title="Whose mail becomes cases">
            <SenderField />
          </Section>
          <Section title="Alerts">
            <Alerts view={view} />
          </Section>
          <Section title="Desk status">
            <DeskState view={view} />
            <CheckNow />
          </Section>
          <Section title="Keyboard">
            <CharacterKeysSwitch />
          </Section>
        </>
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Whether mail is being checked, and if not, what to do. */
function DeskState({ view: { health, lastCheckedAt, sheetUrl } }: { view: SettingsView }) {
  return (
    <>
      <p>
        {health.problems.length === 0 && 'No problems. '}
        {health.timer ? 'Mail is checked every 5 minutes.' : 'The timer is not running.'} Last check:{' '}
        {lastCheckedAt ? <Time iso={lastCheckedAt} /> : 'never'}
      </p>
      {health.problems.map((problem) => (
        <p key={problem} class="problem">
          {problem}
        </p>
      ))}
      <p>
        <ExternalLink href={sheetUrl}>Open the sheet</ExternalLink>
      </p>
    </>
  );
}

/** Whether new cases are reported by mail, and to which address. */
function Alerts({ view }: { view: SettingsView }) {
  const [text, setText] = useState<string>();
  const alerts = useStore(emailAlerts.state);
  const address = useStore(alertEmail.state);
  const warning = view.emailAlerts && (alerts.warning ?? address.warning);
  return (
    <>
      <label class="row">
        <input
          type="checkbox"
          checked={alerts.wanted ?? view.emailAlerts}
          onChange={({ currentTarget }) => void emailAlerts.save(currentTarget.checked)}
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
