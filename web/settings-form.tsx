import { useState } from 'preact/hooks';
import { type Settings, saveSettings } from './server';

type Saving = { state: 'idle' | 'saving' | 'saved' } | { state: 'failed'; error: string };

/** Whose mail is tracked and who is told; applies at the next check. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });

  async function save(event: SubmitEvent) {
    event.preventDefault();
    setSaving({ state: 'saving' });
    try {
      const saved = await saveSettings(readForm(event.target as HTMLFormElement));
      setSaving(saved.ok ? { state: 'saved' } : { state: 'failed', error: saved.error });
    } catch (error) {
      setSaving({ state: 'failed', error: (error as Error).message });
    }
  }

  return (
    <>
      <Health settings={settings} />
      <form onSubmit={save}>
        <label for="senders">Tracked senders, one address per line</label>
        <textarea id="senders" name="senders" rows={6} defaultValue={settings.senders.join('\n')} />
        <label class="choice">
          <input type="checkbox" name="emailAlerts" defaultChecked={settings.emailAlerts} /> Send me a mail
          for every new case
        </label>
        <label for="alertEmail">Address for these mails</label>
        <input id="alertEmail" name="alertEmail" type="email" defaultValue={settings.alertEmail} />
        <button type="submit" disabled={saving.state === 'saving'}>
          Save
        </button>
        <Outcome saving={saving} />
      </form>
    </>
  );
}

function Health({ settings: { lastCheckedAt, health } }: { settings: Settings }) {
  const last = lastCheckedAt ? new Date(lastCheckedAt).toLocaleString() : 'never yet';
  return (
    <section aria-label="State">
      <p>
        Mail was last checked: <time>{last}</time>
      </p>
      {health.problems.map((problem) => (
        <p class="problem" key={problem}>
          {problem}
        </p>
      ))}
    </section>
  );
}

function Outcome({ saving }: { saving: Saving }) {
  if (saving.state === 'failed') return <p role="alert">{saving.error}</p>;
  return (
    <p role="status">
      {{ idle: '', saving: 'Saving…', saved: 'Saved. It applies at the next check.' }[saving.state]}
    </p>
  );
}

function readForm(form: HTMLFormElement) {
  const fields = new FormData(form);
  return {
    senders: String(fields.get('senders'))
      .split(/[\s,;]+/)
      .filter(Boolean),
    emailAlerts: fields.has('emailAlerts'),
    alertEmail: String(fields.get('alertEmail')),
  };
}
