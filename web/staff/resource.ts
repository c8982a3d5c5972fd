import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { read } from './api';
import { ConnectionError, type Reply } from './fetch-once';
import { type Polling, startPolling } from './polling';
import { session } from './session';

export interface Resource<T> {
  /** Undefined until it has been read. */
  value: T | undefined;
  /** Failure of the last attempt. What was read before stays. */
  error: Error | undefined;
  reload(): void;
}

/** Reads what the server has under this key: when the key changes, when the page is seen again, and from time to time. */
export function useResource<T>(
  key: string,
  load: (isPoll: boolean) => Promise<T>,
  /** Time between an answer and the next request, while the page can be seen; undefined to ask once. */
  everySeconds?: number,
): Resource<T> {
  const [state, setState] = useState<{ key: string; value?: T; error?: Error }>({ key });
  const current = useRef(load);
  current.current = load;
  const polling = useRef<Polling | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    let hasRead = false;
    const work = async (isPoll: boolean) => {
      try {
        const value = await current.current(isPoll);
        hasRead = true;
        if (!isOver) setState({ key, value });
      } catch (error) {
        // The bar above the page says that there is no connection; what was read stays.
        const isSaid = isPoll && hasRead && error instanceof ConnectionError;
        if (!isOver && !isSaid) setState((before) => ({ ...before, key, error: error as Error }));
      }
    };
    setState((before) => (before.key === key ? before : { key }));
    const isRepeated = everySeconds !== undefined;
    const started = startPolling(1_000 * (everySeconds ?? 0), work, {
      isNeeded: () => isRepeated && !document.hidden,
    });
    polling.current = started;
    return () => {
      isOver = true;
      started.stop();
    };
  }, [key, everySeconds]);
  const reload = useCallback(() => polling.current?.again(), []);
  const { value, error } = state.key === key ? state : {};
  return { value, error, reload };
}

/** Reads what the server has at this path. */
export function useReading<T>(path: string, everySeconds?: number): Resource<T> {
  return useResource(path, (isPoll) => readUnlessUnchanged<T>(path, isPoll), everySeconds);
}

/** Number of replies that are remembered; the oldest are forgotten first. */
const MAX_REPLIES = 50;

const replies = new Map<string, Reply<unknown>>();
session.subscribe(() => {
  if (!session.get()) replies.clear();
});

/** Reads a path; what has not changed since it was last read here is not sent again. @throws ApiError or ConnectionError */
export async function readUnlessUnchanged<T>(path: string, isPoll = false): Promise<T> {
  const known = replies.get(path) as Reply<T> | undefined;
  const reply = (await read<T>(path, { etag: known?.etag, isPoll })) ?? known;
  if (!reply) throw new Error(`No response for ${path}`);
  replies.delete(path);
  replies.set(path, reply);
  for (const [oldest] of replies) if (replies.size > MAX_REPLIES) replies.delete(oldest);
  return reply.value;
}
