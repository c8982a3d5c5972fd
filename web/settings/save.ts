import type { SettingsView } from '../../src/tracker/answers';
import { call } from '../server';
import { createStore, type Store } from '../store';
import { keepSaved } from './load';

type Changeable = Pick<SettingsView, 'senders' | 'emailAlerts' | 'alertEmail'>;

/** What becomes of a setting that the owner has changed. */
export interface Saving<V> {
  /** Until it is saved; also when that failed. */
  wanted?: V;
  words?: 'Saving…' | 'Saved';
  error?: Error;
}

export interface Saver<V> {
  state: Store<Saving<V>>;
  /** Resolves when nothing is left to save, or the last attempt has failed. */
  save(value: V): Promise<void>;
}

/** Saves one setting and leaves the others to whoever else is changing them; one call at a time. */
export function createSaver<K extends keyof Changeable>(key: K): Saver<Changeable[K]> {
  const state = createStore<Saving<Changeable[K]>>({});
  let underWay: Promise<void> | undefined;

  async function send(value: Changeable[K]): Promise<void> {
    const outcome = await attempt(key, value);
    const { wanted } = state.get();
    if (wanted !== undefined && wanted !== value) return send(wanted);
    underWay = undefined;
    state.set(outcome ? { wanted: value, error: outcome } : { words: 'Saved' });
  }

  return {
    state,
    save(value) {
      state.set({ wanted: value, words: 'Saving…' });
      underWay ??= send(value);
      return underWay;
    },
  };
}

async function attempt<K extends keyof Changeable>(key: K, value: Changeable[K]): Promise<Error | undefined> {
  try {
    keepSaved(key, await call('saveSettings', { [key]: value }));
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
