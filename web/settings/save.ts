import type { SettingsView } from '../../src/tracker/answers';
import { call } from '../server';
import { createStore } from '../store';
import { keepSaved } from './load';

type Changeable = Pick<SettingsView, 'senders' | 'emailAlerts' | 'alertEmail'>;

/** What becomes of a setting that the owner has changed. */
interface Saving<V> {
  /** Until it is saved; also when that failed. */
  wanted?: V;
  words?: string;
  what: string;
  error?: Error;
  onRetry: () => void;
}

/** Saves one setting and leaves the others to whoever else is changing them; one call at a time. */
export function createSaver<K extends keyof Changeable>(key: K, what: string) {
  const state = createStore<Saving<Changeable[K]>>({ what, onRetry });
  let underWay: Promise<void> | undefined;
  return { state, save, reset: () => state.set({ what, onRetry }) };

  /** Resolves when nothing is left to save, or the last attempt has failed. */
  function save(wanted: Changeable[K]): Promise<void> {
    state.set({ what, onRetry, wanted, words: 'Saving…' });
    underWay ??= send(wanted);
    return underWay;
  }

  async function send(value: Changeable[K]): Promise<void> {
    const outcome = await call('saveSettings', { [key]: value }).then(keepSaved, (error: Error) => error);
    const { wanted = value } = state.get();
    if (wanted !== value) return send(wanted);
    underWay = undefined;
    state.set({ what, onRetry, ...(outcome ? { wanted, error: outcome } : { words: 'Saved' }) });
  }

  function onRetry(): void {
    const { wanted } = state.get();
    if (wanted !== undefined) void save(wanted);
  }
}
