import { listen } from '../listen';

/** Keeps the screen on while the page is seen. Returns a function that lets it go off again. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isEnded = false;
  const request = async () => {
    if (document.hidden || isEnded || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
    } catch {
      // A tablet that saves its battery refuses: the screen goes off as it is set there.
    }
    if (isEnded) await lock?.release();
  };
  void request();
  // The browser takes it back when the page is hidden.
  const unlisten = listen(document, ['visibilitychange'], () => void request());
  return () => {
    isEnded = true;
    unlisten();
    void lock?.release();
  };
}
