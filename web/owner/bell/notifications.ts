import type { Bell } from '../../../src/tracker/case/answers';
import { announce } from '../../shared/announcer';
import { createStore } from '../../shared/store';
import { call, waitingChanges } from '../server';
import { TEXTS } from '../texts';

interface BellState {
  bell?: Bell | undefined;
  failure?: { what: string; error: Error; onRetry: () => void };
}

export const bellStore = createStore<BellState>({});

const POLL_MS = 60_000;
/** While mail comes in that takes longer, the owner wants to see how far it is. */
const INTAKE_POLL_MS = 6_000;
const MAX_POLL_MS = 8 * 60_000;
/** Changes that waited for the connection take no longer, unless they fail again: then the pauses grow. */
const CHANGES_MS = 5_000;

let delay = POLL_MS;
let changesDelay = CHANGES_MS;
let readAt = 0;
let isReading = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const updateListeners = new Set<() => void>();

/** Called once, when the page starts: reads the bell now and, while the page is visible, every minute. */
export function watchBell(): void {
  document.addEventListener('visibilitychange', () => {
    if (isVisible() && Date.now() - readAt > POLL_MS) void readBell();
    else schedule();
  });
  waitingChanges.subscribe(hurry);
  void readBell();
}

/** Asks sooner while changes wait for the connection: they go on once anything has succeeded. */
function hurry(): void {
  if (waitingChanges.get().length === 0) return;
  delay = Math.min(delay, changesDelay);
  schedule();
}

/** One call at a time; after failures the pauses grow. `isQuiet`: the caller announces what is new. */
export async function readBell(isQuiet = false): Promise<void> {
  if (isReading) return;
  isReading = true;
  const { bell: before } = bellStore.get();
  const isEarly = waitingChanges.get().length > 0;
  try {
    const bell = await call('getBell');
    delay = isEarly ? changesDelay : pauseAfter(bell);
    changesDelay = isEarly ? Math.min(changesDelay * 2, POLL_MS) : CHANGES_MS;
    // The bell has changed if the owner has marked all as seen meanwhile, or changes it once what waited is saved.
    if (!isEarly && bellStore.get().bell === before) showBell(bell, isQuiet ? undefined : before);
  } catch (error) {
    delay = Math.min(delay * 2, MAX_POLL_MS);
    showFailure(TEXTS.bell.notLoaded, error, readBell);
  }
  isReading = false;
  readAt = Date.now();
  schedule();
}

function pauseAfter({ intake }: Bell): number {
  return intake === undefined ? POLL_MS : INTAKE_POLL_MS;
}

/** The bell shows it before it is saved. What has come in since the bell was read stays new. */
export async function markSeen(): Promise<void> {
  const { bell } = bellStore.get();
  if (!bell) return;
  bellStore.set({ bell: { ...bell, count: 0, items: [] } });
  try {
    await call('markBellSeen', { through: bell.through });
    announce(TEXTS.bell.allMarked);
    // Lists and open cases show what is new, too.
    notifyUpdate();
  } catch (error) {
    bellStore.set({ bell });
    showFailure(TEXTS.bell.notMarked, error, markSeen);
  }
}

/** A case whose mail has been seen. What is due stays there until it is done or put off. */
export function removeFromBell(caseNumber: string): void {
  const { bell } = bellStore.get();
  if (!bell) return;
  const items = bell.items.filter((item) => item.caseNumber !== caseNumber || item.kind === 'due');
  // The bell counts more cases than it lists.
  const isCounted = items.length < bell.items.length || bell.count > bell.items.length;
  if (isCounted) bellStore.set({ ...bellStore.get(), bell: { ...bell, items, count: bell.count - 1 } });
}

/** Has `listener` called when new mail has come in: what was read before may be outdated. */
export function onUpdate(listener: () => void): void {
  updateListeners.add(listener);
}

export function notifyUpdate(): void {
  for (const listener of updateListeners) listener();
}

function showBell(bell: Bell, before: Bell | undefined): void {
  const { failure } = bellStore.get();
  // A failure to mark is still one, and the owner may be about to press "Try again".
  bellStore.set({ bell, ...(failure?.what === TEXTS.bell.notMarked && { failure }) });
  if (!before || before.messages === bell.messages) return;
  notifyUpdate();
  if (bell.count > before.count) announce(TEXTS.bell.added(bell.count - before.count));
}

function showFailure(what: string, error: unknown, retry: () => Promise<void>): void {
  bellStore.set({
    ...bellStore.get(),
    failure: { what, error: error as Error, onRetry: () => void retry() },
  });
}

function schedule(): void {
  clearTimeout(timer);
  if (isVisible() && !isReading) timer = setTimeout(() => void readBell(), delay);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
