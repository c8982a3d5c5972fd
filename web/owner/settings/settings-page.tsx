import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { SettingsView } from '../../../src/tracker/case/answers';
import { showMarks } from '../../shared/person';
import { CharacterKeysSwitch } from '../../shared/shortcut-help';
import { useStore } from '../../shared/store';
import { ErrorNotice, SaveState } from '../feedback';
import { ExternalLink } from '../link';
import { TEXTS } from '../texts';
import './settings.css';
import { CheckNow } from './check-now';
import { FirstRun } from './first-run';
import { Health } from './health';
import { Rules } from './rules';
import { SenderField } from './sender-field';
import { createSaver, loadSettings, settings } from './settings';

const reopening = createSaver(TEXTS.settings.notSaved);
const groups = createSaver(TEXTS.settings.notSaved);
const lookBack = createSaver(TEXTS.settings.daysNotSaved);
const emailAlerts = createSaver(TEXTS.settings.notSaved);
const alertEmail = createSaver(TEXTS.settings.addressNotSaved);

export function SettingsPage() {
  const { view, notSetUp, error } = useStore(settings);
  if (notSetUp) return <FirstRun />;
  return (
    <div class="settings">
      <h2>{TEXTS.settings.title}</h2>
      {error && (
        <ErrorNotice what={TEXTS.settings.notLoaded} error={error} onRetry={() => void loadSettings()} />
      )}
      {!view && !error && <p role="status">{TEXTS.settings.loading}</p>}
      {view && (
        <>
          <p class="soft">{TEXTS.settings.whenApplied}</p>
          <Section title={TEXTS.settings.tracking}>
            <SenderField />
            <Groups view={view} />
            <TickBox name="reopenOnReply" saver={reopening} view={view} />
          </Section>
          <Section title={TEXTS.settings.rules.title}>
            <Rules view={view} />
          </Section>
          <Section title={TEXTS.settings.alerts}>
            <Alerts view={view} />
          </Section>
          <Section title={TEXTS.settings.deskStatus}>
            <Health view={view} />
            <p>
              <ExternalLink href={view.sheetUrl}>{TEXTS.settings.openSheet}</ExternalLink>
            </p>
            <CheckNow />
          </Section>
          <details class="card">
            <summary>{TEXTS.settings.more}</summary>
            <LookBack view={view} />
            <CharacterKeysSwitch />
            <p class="soft">{TEXTS.shortcuts.whatStays}</p>
          </details>
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

/** Groups that pass on mail of tracked senders, as checks have found them. */
function Groups({ view }: { view: SettingsView }) {
  const state = useStore(groups.state);
  const chosen = state.wanted?.groups ?? view.groups;
  // One that is unticked stays, so that it can be ticked again.
  const { current: all } = useRef(new Set<string>());
  for (const group of [...view.groups, ...view.groupsFound]) all.add(group);
  if (all.size === 0) return null;
  return (
    <>
      {[...all].map((group) => (
        <label key={group} class="choice">
          <input
            type="checkbox"
            checked={chosen.includes(group)}
            onChange={({ currentTarget: { checked } }) =>
              void groups.save({
                groups: [...chosen.filter((one) => one !== group), ...(checked ? [group] : [])],
              })
            }
          />
          <bdi>{showMarks(TEXTS.settings.passedOn(group))}</bdi>
        </label>
      ))}
      <SaveState {...state} />
    </>
  );
}

/** Sets how far back the first check after a sender was added looks. */
function LookBack({ view }: { view: SettingsView }) {
  const [text, setText] = useState<string>();
  const state = useStore(lookBack.state);
  const { before, after } = TEXTS.settings.lookBack;
  return (
    <>
      <label class="sentence">
        {before}{' '}
        <input
          type="number"
          min="1"
          max="365"
          required
          value={text ?? state.wanted?.lookBackDays ?? view.lookBackDays}
          aria-invalid={state.error && true}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onChange={({ currentTarget }) => {
            setText(undefined);
            void lookBack.save({ lookBackDays: Number(currentTarget.value) });
          }}
        />{' '}
        {after}
      </label>
      <SaveState {...state} />
    </>
  );
}

interface TickBoxProps {
  name: 'reopenOnReply' | 'emailAlerts';
  saver: ReturnType<typeof createSaver>;
  view: SettingsView;
}

/** Saved at once. Never set means no. */
function TickBox({ name, saver, view }: TickBoxProps) {
  const state = useStore(saver.state);
  return (
    <>
      <label class="choice">
        <input
          type="checkbox"
          checked={state.wanted?.[name] ?? view[name] ?? false}
          onChange={({ currentTarget }) => void saver.save({ [name]: currentTarget.checked })}
        />
        {TEXTS.settings[name]}
      </label>
      <SaveState {...state} />
    </>
  );
}

/** Sets whether new cases are reported by mail, and to which address. */
function Alerts({ view }: { view: SettingsView }) {
  const [text, setText] = useState<string>();
  const alerts = useStore(emailAlerts.state);
  const address = useStore(alertEmail.state);
  const warning = view.emailAlerts && (alerts.warning ?? address.warning);
  return (
    <>
      <TickBox name="emailAlerts" saver={emailAlerts} view={view} />
      <label class="field">
        <b>{TEXTS.settings.alertEmail}</b>
        <input
          id="alert-email"
          inputMode="email"
          value={text ?? address.wanted?.alertEmail ?? view.alertEmail}
          placeholder={TEXTS.settings.ownAddress}
          aria-invalid={address.error && true}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onChange={({ currentTarget }) => {
            setText(undefined);
            void alertEmail.save({ alertEmail: currentTarget.value.trim() });
          }}
        />
      </label>
      <SaveState {...address} />
      <div role="status">{warning && <p class="problem">{warning}</p>}</div>
    </>
  );
}
