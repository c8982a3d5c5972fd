import { useCallback, useEffect, useState } from 'preact/hooks';
import type { State } from '../server/state-view';
import { ask } from './server';

const EVERY_MS = 2_000;

export interface Watched {
  state: State | undefined;
  /** What failed last; empty when nothing did. */
  problem: string;
  refresh(): Promise<void>;
  /** Does something on the server, shows at once what came of it, and says so if it failed. */
  act(work: () => Promise<unknown>): Promise<void>;
}

/** What a panel works with: the state as it stands, and how to change it. */
export type PanelProps = Pick<Watched, 'act'> & { state: NonNullable<Watched['state']> };

/** The server's state, asked for again while the page is looked at. */
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
