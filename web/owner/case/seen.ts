import { useEffect, useRef } from 'preact/hooks';
import { markAsNew, setSeen } from '../changes';
import { caseStore } from '../list/case-store';

/** The time that a case has to be on the screen. */
const SEEN_AFTER_MS = 1_000;

/**
 * Marks the case as seen once it has been on the screen for a while, or as soon as the owner is done with it. `messages` is
 * undefined until the case is loaded. What is marked as new stays so until it is opened the next time or gets new mail.
 */
export function useSeen(caseNumber: string, messages: number | undefined) {
  const seenBefore = useRef<number | undefined>(undefined);
  const isTakenBack = useRef(false);
  if (messages !== undefined) seenBefore.current ??= caseStore.get().get(caseNumber)?.seen ?? 0;
  const markSeen = () => {
    // After a failure the dot is back, and the next opening tries again.
    if (messages !== undefined && !isTakenBack.current) setSeen(caseNumber, messages).catch(() => {});
  };
  useEffect(() => {
    if (messages === undefined) return;
    isTakenBack.current = false;
    // A closed case that waits does so until the owner closes it again or answers.
    if (isWaitingClosed(caseNumber)) return;
    return afterOnScreen(SEEN_AFTER_MS, markSeen);
  }, [caseNumber, messages]);
  const markNew = () => {
    isTakenBack.current = true;
    markAsNew([caseNumber]);
  };
  return { seenBefore: seenBefore.current ?? 0, markSeen, markNew };
}

/** Runs it once the page has been visible that long at a stretch. Returns a function that gives up. */
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

function isWaitingClosed(caseNumber: string): boolean {
  const { status, waitingFor } = caseStore.get().get(caseNumber) ?? {};
  return status === 'Closed' && waitingFor === 'you';
}
