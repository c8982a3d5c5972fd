import { read } from './api';
import { type SessionView, session } from './session';

const EVERY_MS = 5 * 60_000;

/** Follows test mode and the session on a page where nobody does anything. Returns a function that ends it. */
export function followSession(): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) void checkSession();
  }, EVERY_MS);
  return () => clearInterval(timer);
}

async function checkSession(): Promise<void> {
  const before = session.get();
  try {
    const reply = await read<SessionView>('/v1/auth/session', { isPoll: true });
    const current = session.get();
    if (reply && current && current.token === before?.token)
      session.set({ ...current, testMode: reply.value.testMode });
  } catch {
    // The connection bar says that there is none; the next check is soon enough.
  }
}
