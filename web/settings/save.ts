import type { SettingsView } from '../../src/tracker/page/answers';
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
  /** It is saved, and yet does not work: why, and what to do. */
  warning?: string | undefined;
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
    const outcome = await attempt({ [key]: value });
    const { wanted = value } = state.get();
    if (wanted !== value) return send(wanted);
    underWay = undefined;
    const result = outcome instanceof Error ? { wanted, error: outcome } : { words: 'Saved', ...outcome };
    state.set({ what, onRetry, ...result });
  }

  function onRetry(): void {
    const { wanted } = state.get();
    if (wanted !== undefined) void save(wanted);
  }
}

async function attempt(changes: Partial<Changeable>): Promise<Error | Pick<Saving<never>, 'warning'>> {
  try {
    const saved = await call('saveSettings', changes);
    keepSaved(saved);
    return { warning: saved.warning };
  } catch (error) {
    return error as Error;
  }
}
