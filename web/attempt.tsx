import { useState } from 'preact/hooks';
import { Failed } from './failed';

/** Something to do for the owner that may take a while and may fail: whether it goes on, and its trouble to be shown. */
export function useAttempt(what: string, work: () => Promise<void>) {
  const [{ isBusy, error }, setState] = useState<{ isBusy?: boolean; error?: Error }>({});
  const start = async () => {
    if (isBusy) return;
    setState({ isBusy: true });
    setState(
      await work().then(
        () => ({}),
        (failure: Error) => ({ error: failure }),
      ),
    );
  };
  return {
    isBusy,
    start,
    trouble: error && <Failed what={what} error={error} onRetry={() => void start()} />,
  };
}
