import { listen } from './listen';

/** Work that goes on until it is stopped. It notes its own errors. */
export interface Polling {
  /** Polls at once, because somebody has asked for it. */
  again(): void;
  stop(): void;
}

/**
 * Does the work now, and again so long after it is done while the page is seen. At once when somebody looks again, or the
 * network is back.
 */
export function startPolling(
  everyMs: number | (() => number),
  work: (isPoll: boolean) => Promise<void>,
  isNeeded = () => !document.hidden,
): Polling {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [isRunning, isStopped] = [false, false];
  const run = async (isPoll: boolean) => {
    if (isRunning || isStopped || (isPoll && !isNeeded())) return;
    isRunning = true;
    clearTimeout(timer);
    await work(isPoll);
    isRunning = false;
    if (!isStopped) timer = setTimeout(look, typeof everyMs === 'number' ? everyMs : everyMs());
  };
  const look = () => void run(true);
  const again = () => void run(false);
  again();
  const unlisten = [listen(document, ['visibilitychange'], look), listen(window, ['online'], look)];
  return {
    again,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const end of unlisten) end();
    },
  };
}
