import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import './app.css';
import { getSettings, type Settings } from './server';
import { SettingsForm } from './settings-form';

type Loading =
  | { state: 'loading' }
  | { state: 'failed'; error: string }
  | { state: 'ready'; settings: Settings };

function App() {
  const [loading, setLoading] = useState<Loading>({ state: 'loading' });
  const load = () => {
    setLoading({ state: 'loading' });
    getSettings().then(
      (settings) => setLoading({ state: 'ready', settings }),
      (error: Error) => setLoading({ state: 'failed', error: error.message }),
    );
  };
  useEffect(load, []);
  return (
    <main aria-busy={loading.state === 'loading'}>
      <h1>Case desk</h1>
      {loading.state === 'loading' && <p role="status">Reading the settings…</p>}
      {loading.state === 'failed' && <Failed error={loading.error} onRetry={load} />}
      {loading.state === 'ready' && <SettingsForm settings={loading.settings} />}
    </main>
  );
}

function Failed({ error, onRetry }: { error: string; onRetry: () => void }) {
  return (
    <div role="alert" class="problem">
      <p>The settings could not be read: {error}</p>
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

const root = document.getElementById('app');
if (root) render(<App />, root);
