import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Refusal } from './server';
import { createStore, useStore } from './store';

interface ErrorNoticeProps {
  /** What failed: `The cases could not be loaded`. */
  what: string;
  error: Error;
  onRetry: () => void;
}

interface SaveStateProps extends Omit<ErrorNoticeProps, 'error'> {
  /** `Saving…`, `Saved`. */
  status?: string;
  error?: Error | undefined;
  /** More to say, before the status. */
  children?: ComponentChildren;
}

const announcement = createStore('');

/** Has screen readers say what has just happened somewhere on the page. */
export function announce(text: string): void {
  announcement.set('');
  setTimeout(() => announcement.set(text), 50);
}

export function Announcer() {
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {useStore(announcement)}
    </p>
  );
}

/** What failed, why, and a button to try again, unless the script has refused it: then the answer would be the same. */
export function ErrorNotice({ what, error, onRetry }: ErrorNoticeProps) {
  return (
    <div role="alert" class="problem">
      <p>
        {what}: {error.message}
      </p>
      {!(error instanceof Refusal) && (
        <button type="button" class="quiet" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Beside a field that saves itself: whether it is saved. */
export function SaveState({ status, what, error, onRetry, children }: SaveStateProps) {
  return (
    <div class="save-state">
      <span class="soft" role="status">
        {children}
        {status}
      </span>
      {error && <ErrorNotice what={what} error={error} onRetry={onRetry} />}
    </div>
  );
}

/** For a button whose work takes a while and may fail: one run at a time, and the notice to show after a failure. */
export function useAsyncAction(what: string, work: () => Promise<void>) {
  const [{ isBusy, error }, setState] = useState<{ isBusy?: boolean; error?: Error }>({});
  const start = async () => {
    if (isBusy) return;
    setState({ isBusy: true });
    try {
      await work();
      setState({});
    } catch (failure) {
      setState({ error: failure as Error });
    }
  };
  return {
    isBusy,
    start,
    errorNotice: error && <ErrorNotice what={what} error={error} onRetry={() => void start()} />,
  };
}
