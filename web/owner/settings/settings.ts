import type {
  EditedSettings,
  NotSetUp,
  Refused,
  Saved,
  SettingsView,
} from '../../../src/tracker/case/answers';
import { createStore } from '../../shared/store';
import { setAddresses } from '../addresses';
import { onUpdate } from '../bell/notifications';
import { route } from '../router';
import { call, Refusal } from '../server';
import { TEXTS } from '../texts';

/** The settings and the state of the desk, which all pages use. */
export interface Settings {
  view?: SettingsView;
  /** The state in place of a view, until the sheet has been set up. */
  notSetUp?: NotSetUp;
  /** The error of the last load, if it failed. */
  error?: Error;
}

/** Settings as the owner changes them, by the names of saveSettings. */
export type SettingsChange = Partial<EditedSettings>;

/** Settings that the owner changes, until they are saved. */
export interface SettingState {
  /** The new values, until they are saved. */
  wanted?: SettingsChange;
  /** `Saving…`, `Saved`. */
  status?: string;
  /** The failed action, if there is an error. */
  what: string;
  error?: Error;
  /** The setting is saved but does not work: why, and what to do. */
  warning?: string | undefined;
  onRetry: () => void;
}

export const settings = createStore<Settings>({});

/** Counts loads, since only the response to the latest is up to date. */
let loads = 0;
let underWay = 0;
let readAt = 0;
const MAX_AGE_MS = 10 * 60_000;

export async function loadSettings(): Promise<void> {
  const load = ++loads;
  underWay++;
  const next = await readSettings();
  underWay--;
  if (load !== loads) return;
  readAt = Date.now();
  settings.set(next);
  if (next.view) setAddresses(next.view);
}

/** Called once, when the page starts: loads the settings now, and where they may have changed since. */
export function followSettings(): void {
  onUpdate(() => void loadSettings());
  let before = route.get();
  route.subscribe(() => {
    const after = route.get();
    if (before && before.page !== 'settings' && after?.page === 'settings') void loadSettings();
    before = after;
  });
  window.addEventListener('focus', () => {
    if (underWay === 0 && (isAwaited() || Date.now() - readAt > MAX_AGE_MS)) void loadSettings();
  });
  void loadSettings();
}

/** Tells if the owner may come back from the sheet, having done there what the page has asked for. */
function isAwaited(): boolean {
  const { view, error } = settings.get();
  return error !== undefined || !view?.lastCheckedAt || view.health.problems.length > 0;
}

/** Saves some settings without touching the others, one call at a time. */
export function createSaver(what: string) {
  const state = createStore<SettingState>({ what, onRetry });
  let saving: Promise<void> | undefined;
  return { state, save, reset: () => state.set({ what, onRetry }) };

  /** Resolves when nothing is left to save, or the last attempt has failed. */
  function save(wanted: SettingsChange): Promise<void> {
    state.set({ what, onRetry, wanted, status: TEXTS.case.saving });
    saving ??= send(wanted);
    return saving;
  }

  async function send(changes: SettingsChange): Promise<void> {
    const outcome = await sendChanges(changes);
    const { wanted = changes } = state.get();
    if (wanted !== changes) return send(wanted);
    saving = undefined;
    const result =
      outcome instanceof Error ? { wanted, error: outcome } : { status: TEXTS.settings.saved, ...outcome };
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
    if (error instanceof Refusal && isNew(error.response)) return { notSetUp: error.response, error };
    return { ...settings.get(), error: error as Error };
  }
}

/** A desk that was set up and lacks a tab since is not greeted as new. */
function isNew(response: Refused): response is NotSetUp {
  return 'wasSetUp' in response && response.wasSetUp === false;
}

async function sendChanges(changes: SettingsChange): Promise<Error | Pick<SettingState, 'warning'>> {
  try {
    const saved = await call('saveSettings', changes);
    applySaved(saved);
    return { warning: saved.warning };
  } catch (error) {
    return error as Error;
  }
}

/** Shows what was saved at once, and loads the settings again: only that tells the address of the mailbox. */
function applySaved({ ok: _, warning: __, ...saved }: Saved): void {
  const { view } = settings.get();
  if (view) settings.set({ view: { ...view, ...saved, alertEmail: saved.alertEmail || view.alertEmail } });
  void loadSettings();
}
