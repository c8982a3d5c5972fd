import type { NotSetUp, Refused, Saved, SettingsView } from '../../src/tracker/page/answers';
import { onNews } from '../news';
import { call, Refusal } from '../server';
import { createStore } from '../store';

/** The settings and the state of the desk, which more than the settings' page needs to know. */
export interface Settings {
  view?: SettingsView;
  /** In place of a view, while the sheet lacks what the desk needs. */
  notSetUp?: NotSetUp;
  /** Why they could not be read, the last time. */
  error?: Error;
}

export const settings = createStore<Settings>({});

/** Of readings: an answer that was asked for before another is too old. */
let turn = 0;
let readAt = 0;
const FRESH_MS = 60_000;

export async function loadSettings(): Promise<void> {
  const mine = ++turn;
  const next = await read();
  if (mine !== turn) return;
  readAt = Date.now();
  settings.set(next);
}

/** What the script has just written is shown at once, and read again: only a reading tells the mailbox's own address. */
export function keepSaved({ senders, emailAlerts, alertEmail }: Saved): void {
  const { view } = settings.get();
  if (view)
    settings.set({ view: { ...view, senders, emailAlerts, alertEmail: alertEmail || view.alertEmail } });
  void loadSettings();
}

/** Once for the whole page: reads them now, and again when mail has come or the owner comes back to the page. */
export function followSettings(): void {
  onNews(() => void loadSettings());
  window.addEventListener('focus', () => {
    // Before the first check it is in the sheet, in another tab, that things happen.
    if (!settings.get().view?.lastCheckedAt || Date.now() - readAt > FRESH_MS) void loadSettings();
  });
  void loadSettings();
}

async function read(): Promise<Settings> {
  try {
    return { view: await call('getSettings') };
  } catch (error) {
    if (error instanceof Refusal && isNotSetUp(error.refused)) return { notSetUp: error.refused, error };
    return { ...settings.get(), error: error as Error };
  }
}

/** Anything else that the script refuses has to be told as it is. */
function isNotSetUp(refused: Refused): refused is NotSetUp {
  return 'sheetUrl' in refused;
}
