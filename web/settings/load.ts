import type { SettingsView } from '../../src/tracker/answers';
import { call, Refusal } from '../server';
import { createStore } from '../store';

/** The settings and the state of the desk, which more than the settings' page needs to know. */
interface Settings {
  view?: SettingsView;
  /** Why they could not be read, the last time. */
  error?: Error;
}

export const settings = createStore<Settings>({});

export async function loadSettings(): Promise<void> {
  try {
    settings.set({ view: await call('getSettings') });
  } catch (error) {
    const { view } = settings.get();
    settings.set({ ...(view && !(error instanceof Refusal) ? { view } : {}), error: error as Error });
  }
}
