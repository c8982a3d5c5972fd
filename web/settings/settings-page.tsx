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
        <Failed what="The settings could not be read" error={error} onRetry={() => void loadSettings()} />
      )}
      {!view && !error && <p role="status">Reading the settings…</p>}
      {view && (
        <>
          <p class="soft">Settings apply at the next check.</p>
          <section aria-labelledby="whose">
            <h3 id="whose">Whose mail becomes cases</h3>
            <SenderField />
          </section>
          <section aria-labelledby="alerts">
            <h3 id="alerts">Alerts</h3>
            <Alerts view={view} />
          </section>
          <section aria-labelledby="state">
            <h3 id="state">State of the desk</h3>
            <DeskState view={view} />
            <CheckNow />
          </section>
        </>
      )}
    </div>
  );
}
