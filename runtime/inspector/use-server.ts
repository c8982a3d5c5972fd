import { useCallback, useEffect, useState } from 'preact/hooks';
import type { State } from '../server/state-view';
import { ask } from './server';

const EVERY_MS = 2_000;

export interface Watched {
  state: State | undefined;
  /** The last error; empty if there is none. */
  problem: string;
  refresh(): Promise<void>;
  /** Does something on the server, refreshes the state, and shows an error. */
  act(work: () => Promise<unknown>): Promise<void>;
}

/** The props of a panel: the state, and how to change it. */
export type PanelProps = Pick<Watched, 'act'> & { state: NonNullable<Watched['state']> };

/** The server's state, refreshed while the page is visible. */
export function useServer(): Watched {
  const [state, setState] = useState<State>();
  const [lost, setLost] = useState('');
  const [failed, setFailed] = useState('');
  const refresh = useCallback(async () => {
    try {
      setState(await ask<State>('state'));
      setLost('');
    } catch (error) {
      setLost((error as Error).message);
    }
  }, []);
  const act = useCallback(
    async (work: () => Promise<unknown>) => {
      setFailed('');
      await work().catch((error: Error) => setFailed(error.message));
      await refresh();
    },
    [refresh],
  );
  useEffect(() => everySoOften(refresh), [refresh]);
  return { state, problem: lost || failed, refresh, act };
}

function everySoOften(work: () => Promise<void>): () => void {
  const look = () => {
    if (!document.hidden) void work();
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
