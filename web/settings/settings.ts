import type { NotSetUp, Refused, Saved, SettingsView } from '../../src/tracker/page/answers';
import { onUpdate } from '../bell/notifications';
import { call, Refusal } from '../server';
import { createStore } from '../store';

/** The settings and the state of the desk, which all pages use. */
export interface Settings {
  view?: SettingsView;
  /** In place of a view, until the sheet has been set up. */
  notSetUp?: NotSetUp;
  /** Why the last load failed. */
  error?: Error;
}

type Changeable = Pick<SettingsView, 'senders' | 'emailAlerts' | 'alertEmail'>;

/** A setting that the owner changes, until it is saved. */
interface SettingState<V> {
  /** The new value, until it is saved. */
  wanted?: V;
  /** `Saving…`, `Saved`. */
  status?: string;
  /** What failed, if there is an error. */
  what: string;
  error?: Error;
  /** The setting is saved but does not work: why, and what to do. */
  warning?: string | undefined;
  onRetry: () => void;
}

export const settings = createStore<Settings>({});

/** Counts loads, since only the response to the latest is up to date. */
let loads = 0;
let readAt = 0;
const MAX_AGE_MS = 60_000;

export async function loadSettings(): Promise<void> {
  const load = ++loads;
  const next = await readSettings();
  if (load !== loads) return;
  readAt = Date.now();
  settings.set(next);
}

/** Called once, when the page starts: loads the settings now, after new mail, and when the owner comes back to the page. */
export function followSettings(): void {
  onUpdate(() => void loadSettings());
  window.addEventListener('focus', () => {
    // Until the first check the owner sets the desk up in the sheet, in another tab.
    if (!settings.get().view?.lastCheckedAt || Date.now() - readAt > MAX_AGE_MS) void loadSettings();
  });
  void loadSettings();
}

/** Saves one setting without touching the others, one call at a time. */
export function createSaver<K extends keyof Changeable>(key: K, what: string) {
  const state = createStore<SettingState<Changeable[K]>>({ what, onRetry });
  let saving: Promise<void> | undefined;
  return { state, save, reset: () => state.set({ what, onRetry }) };

  /** Resolves when nothing is left to save, or the last attempt has failed. */
  function save(wanted: Changeable[K]): Promise<void> {
    state.set({ what, onRetry, wanted, status: 'Saving…' });
    saving ??= send(wanted);
    return saving;
  }

  async function send(value: Changeable[K]): Promise<void> {
    const outcome = await sendChanges({ [key]: value });
    const { wanted = value } = state.get();
    if (wanted !== value) return send(wanted);
    saving = undefined;
    const result = outcome instanceof Error ? { wanted, error: outcome } : { status: 'Saved', ...outcome };
    state.set({ what, onRetry, ...result });
  }

  function onRetry(): void {
    const { wanted } = state.get();
    if (wanted !== undefined) void save(wanted);
  }
}

async function readSettings(): Promise<Settings> {
  try {
    return { view: await call('getSettings') };
  } catch (error) {
    if (error instanceof Refusal && isNotSetUp(error.response)) return { notSetUp: error.response, error };
    return { ...settings.get(), error: error as Error };
  }
}

function isNotSetUp(response: Refused): response is NotSetUp {
  return 'sheetUrl' in response;
}

async function sendChanges(
  changes: Partial<Changeable>,
): Promise<Error | Pick<SettingState<never>, 'warning'>> {
  try {
    const saved = await call('saveSettings', changes);
    applySaved(saved);
    return { warning: saved.warning };
  } catch (error) {
    return error as Error;
  }
}

/** Shows what was saved at once, and loads the settings again: only that tells the address of the mailbox. */
function applySaved({ senders, emailAlerts, alertEmail }: Saved): void {
  const { view } = settings.get();
  if (view)
    settings.set({ view: { ...view, senders, emailAlerts, alertEmail: alertEmail || view.alertEmail } });
  void loadSettings();
}
