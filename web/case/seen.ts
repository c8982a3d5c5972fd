import { useEffect, useRef } from 'preact/hooks';
import { bellStore, readBell } from '../bell/notifications';
import { caseStore, updateSummary } from '../list/case-store';
import { call } from '../server';
import { TEXTS } from '../texts';
import { showToast } from '../toast';

/** So long a case has to be on the screen. */
const SEEN_AFTER_MS = 1_000;

/** Sent one after the other, since calls may overtake each other. */
let queue = Promise.resolve();

/**
 * Marks the case as seen once it has been on the screen for a while. `messages` is undefined until the case is loaded.
 * `markAsNew` takes it back until the case is opened the next time or gets new mail.
 */
export function useSeen(caseNumber: string, messages: number | undefined) {
  const seenBefore = useRef<number | undefined>(undefined);
  const isTakenBack = useRef(false);
  if (messages !== undefined) seenBefore.current ??= seenOf(caseNumber);
  useEffect(() => {
    if (messages === undefined) return;
    isTakenBack.current = false;
    return afterOnScreen(SEEN_AFTER_MS, () => {
      if (!isTakenBack.current && seenOf(caseNumber) < messages) markSeen(caseNumber, messages);
    });
  }, [caseNumber, messages]);
  const markAsNew = () => {
    if (!messages) return;
    isTakenBack.current = true;
    markSeen(caseNumber, Math.min(seenBefore.current ?? 0, messages - 1));
    showToast(TEXTS.case.markedAsNew(caseNumber), { undo: () => markSeen(caseNumber, messages) });
  };
  return { seenBefore: seenBefore.current ?? 0, markAsNew };
}

/** Runs it once the page has been visible for so long at a stretch. Answers a function that gives up. */
function afterOnScreen(ms: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(run, ms);
  };
  wait();
  document.addEventListener('visibilitychange', wait);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wait);
  };
}

/** Shown at once. A failure leaves the case as it was, and the next opening tries again. */
function markSeen(caseNumber: string, seen: number): void {
  const before = seenOf(caseNumber);
  updateSummary(caseNumber, { seen });
  if (seen > before) removeFromBell(caseNumber);
  queue = queue.then(async () => {
    try {
      await call('markSeen', caseNumber, seen);
      if (seen < before) await readBell(true);
    } catch {
      updateSummary(caseNumber, { seen: before });
      await readBell(true);
    }
  });
}

function seenOf(caseNumber: string): number {
  return caseStore.get().get(caseNumber)?.seen ?? 0;
}

/** What is due stays there until it is done or put off. */
function removeFromBell(caseNumber: string): void {
  const { bell } = bellStore.get();
  if (!bell) return;
  const items = bell.items.filter((item) => item.caseNumber !== caseNumber || item.kind === 'due');
  // The bell counts more cases than it lists.
  const isListed = items.length < bell.items.length;
  if (isListed) bellStore.set({ ...bellStore.get(), bell: { ...bell, items, count: bell.count - 1 } });
}
