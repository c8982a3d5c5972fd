import type { Bell, BellItem } from '../../src/tracker/answers';
import { announce } from '../announce';
import { tellNews } from '../news';
import { call } from '../server';
import { createStore } from '../store';
import { counted } from '../words';

interface Ringing {
  bell?: Bell;
  /** Why it could not be read, the last time. */
  error?: Error;
}

export const ringing = createStore<Ringing>({});

const USUAL_MS = 60_000;
const LONGEST_MS = 8 * 60_000;

let pause = USUAL_MS;
let readAt = 0;
let isReading = false;
/** What was asked for before the owner has marked all as seen tells of the time before. */
let marked = 0;
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
  clearTimeout(timer);
  const before = marked;
  try {
    const bell = await call('getBell');
    pause = USUAL_MS;
    if (before === marked) take(bell, isQuiet);
  } catch (error) {
    pause = Math.min(pause * 2, LONGEST_MS);
    ringing.set({ ...ringing.get(), error: error as Error });
  }
  isReading = false;
  readAt = Date.now();
  schedule();
}

/** What has come since the bell was read stays new. @throws what the script refuses */
export async function markSeen({ through, messages }: Bell): Promise<void> {
  await call('markBellSeen', { through });
  marked += 1;
  ringing.set({ bell: { count: 0, items: [], through, messages } });
}

function schedule(): void {
  clearTimeout(timer);
  if (isVisible() && !isReading) timer = setTimeout(() => void readBell(), pause);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

function take(bell: Bell, isQuiet: boolean): void {
  const { bell: before } = ringing.get();
  ringing.set({ bell });
  if (isQuiet || !before || before.messages === bell.messages) return;
  tellNews();
  const fresh = bell.count - before.count;
  if (fresh > 0) announce(inWords(bell.items.slice(0, fresh), fresh));
}

/** `2 new cases, 1 new message`; of more than the bell lists, the number alone. */
function inWords(items: readonly BellItem[], count: number): string {
  if (items.length < count) return `${count} new`;
  const cases = items.filter(({ kind }) => kind === 'case').length;
  return [cases > 0 && counted(cases, 'new case'), count > cases && counted(count - cases, 'new message')]
    .filter(Boolean)
    .join(', ');
}
