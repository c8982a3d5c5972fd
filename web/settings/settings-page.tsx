import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import './settings.css';
import { Failed } from '../failed';
import { useStore } from '../store';
import { Alerts } from './alerts';
import { CheckNow } from './check-now';
import { DeskState } from './desk-state';
import { FirstRun } from './first-run';
import { loadSettings, settings } from './load';
import { SenderField } from './sender-field';

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
        <Failed what="The settings could not be loaded" error={error} onRetry={() => void loadSettings()} />
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
