import type { Bell } from '../../src/tracker/page/answers';
import { announce } from '../announce';
import { tellNews } from '../news';
import { call } from '../server';
import { createStore } from '../store';

interface Ringing {
  bell?: Bell | undefined;
  trouble?: { what: string; error: Error; onRetry: () => void };
}

export const ringing = createStore<Ringing>({});

const USUAL_MS = 60_000;
const LONGEST_MS = 8 * 60_000;

let pause = USUAL_MS;
let readAt = 0;
let isReading = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Once for the whole page: reads the bell now and, while somebody can see the page, every minute. */
export function watchBell(): void {
  document.addEventListener('visibilitychange', () => {
    if (isVisible() && Date.now() - readAt > USUAL_MS) void readBell();
    else schedule();
  });
  void readBell();
}

/** Never two at once; after a failure the pauses grow. Quietly, where what has come is told of elsewhere. */
export async function readBell(isQuiet = false): Promise<void> {
  if (isReading) return;
  isReading = true;
  const { bell: before } = ringing.get();
  try {
    const bell = await call('getBell');
    pause = USUAL_MS;
    // Unless the owner has marked all as seen meanwhile.
    if (ringing.get().bell === before) take(bell, isQuiet ? undefined : before);
  } catch (error) {
    pause = Math.min(pause * 2, LONGEST_MS);
    fail('Notifications could not be loaded', error, readBell);
  }
  isReading = false;
  readAt = Date.now();
  schedule();
}

/** At once, on trust; what has come since the bell was read stays new. */
export async function markSeen(): Promise<void> {
  const { bell } = ringing.get();
  if (!bell) return;
  ringing.set({ bell: { ...bell, count: 0, items: [] } });
  try {
    await call('markBellSeen', { through: bell.through });
    announce('All marked as seen');
  } catch (error) {
    ringing.set({ bell });
    fail('Notifications could not be marked as seen', error, markSeen);
  }
}

function fail(what: string, error: unknown, retry: () => Promise<void>): void {
  ringing.set({ ...ringing.get(), trouble: { what, error: error as Error, onRetry: () => void retry() } });
}

function schedule(): void {
  clearTimeout(timer);
  if (isVisible() && !isReading) timer = setTimeout(() => void readBell(), pause);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

function take(bell: Bell, before: Bell | undefined): void {
  ringing.set({ bell });
  if (!before || before.messages === bell.messages) return;
  tellNews();
  if (bell.count > before.count) announce(`${bell.count - before.count} new`);
}
