import { listen } from './listen';

/** Work that goes on until it is stopped. It notes its own errors. */
export interface Polling {
  /** Polls at once, because somebody has asked for it. */
  again(): void;
  stop(): void;
}

const started = new Set<{ look(): void; isFirst: boolean }>();

/** Somebody looks again, or the network is back. */
function lookAgain(): void {
  const inOrder = [...started].sort((a, b) => Number(b.isFirst) - Number(a.isFirst));
  for (const { look } of inOrder) look();
}

listen(document, ['visibilitychange'], lookAgain);
listen(window, ['online'], lookAgain);

interface PollingOptions {
  /** Tells whether to go on; while the page is seen unless said otherwise. */
  isNeeded?: () => boolean;
  /** True for what is read before all else when the network is back. */
  isFirst?: boolean;
}

/**
 * Does the work now, and again so long after it is done while the page is seen. At once when somebody looks again, or the
 * network is back.
 */
export function startPolling(
  everyMs: number | (() => number),
  work: (isPoll: boolean) => Promise<void>,
  { isNeeded = () => !document.hidden, isFirst = false }: PollingOptions = {},
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
  const one = { look, isFirst };
  started.add(one);
  return {
    again,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      started.delete(one);
    },
  };
}
