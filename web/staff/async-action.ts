import { useRef, useState } from 'preact/hooks';

interface State {
  isBusy?: boolean;
  /** Failure of the last attempt. */
  error?: Error;
}

/** Something that somebody starts and that takes a while: once at a time, and its error is there until the next. */
export function useAsyncAction<A extends unknown[]>(work: (...args: A) => Promise<void>) {
  const [{ isBusy = false, error }, setState] = useState<State>({});
  const isRunning = useRef(false);
  const run = async (...args: A) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ isBusy: true });
    try {
      await work(...args);
      setState({});
    } catch (failure) {
      setState({ error: failure as Error });
    }
    isRunning.current = false;
  };
  return {
    isBusy,
    error,
    start: (...args: A) => void run(...args),
    dismissError: () => setState(({ error: _, ...others }) => others),
  };
}
