import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import './feedback.css';
import { useStore } from '../shared/store';
import { addresses } from './addresses';
import { CallError } from './errors';
import { Refusal, sendWaiting, waitingCalls, waitingChanges } from './server';
import { TEXTS } from './texts';

interface ErrorNoticeProps {
  /** The failure: `The cases could not be loaded`. */
  what: string;
  error: Error;
  onRetry: () => void;
}

interface SaveStateProps extends Omit<ErrorNoticeProps, 'error'> {
  /** `Saving…`, `Saved`. */
  status?: string | undefined;
  error?: Error | undefined;
  /** More to say, before the status. */
  children?: ComponentChildren;
}

/** Tells that calls wait for Google. */
export function BusyNotice() {
  const isBusy = useStore(waitingCalls) > 0;
  return (
    <p class="busy" role="status">
      {isBusy && TEXTS.errors.tryingAgain}
    </p>
  );
}

/** Tells that changes wait for the connection. */
export function WaitingNotice() {
  const isWaiting = useStore(waitingChanges).length > 0;
  return (
    <div role="status">
      {isWaiting && (
        <p class="problem failure row">
          {TEXTS.errors.waiting}
          <button type="button" class="quiet" onClick={sendWaiting}>
            {TEXTS.errors.tryAgain}
          </button>
        </p>
      )}
    </div>
  );
}

/** Says what failed, why, and what helps: a link, or a button to try again if that makes sense. */
export function ErrorNotice({ what, error, onRetry }: ErrorNoticeProps) {
  useOnline(error, onRetry);
  return (
    <div role="alert" class="problem failure row">
      <p>
        {`${what}: `}
        <Reason error={error} />
      </p>
      {isRetryable(error) && (
        <button type="button" class="quiet" onClick={onRetry}>
          {TEXTS.errors.tryAgain}
        </button>
      )}
    </div>
  );
}

/** Says why something failed, and where to do something about it. */
export function Reason({ error }: { error: Error }) {
  return (
    <>
      {error.message} <CureLink error={error} />
    </>
  );
}

/** Opens a new tab, since no frame of the page may lead its window elsewhere. */
function CureLink({ error }: { error: Error }) {
  const { sheetUrl, pageUrl } = useStore(addresses);
  const missingIn = error instanceof Refusal ? error.response.sheetUrl : undefined;
  const cure = missingIn === undefined ? (error as Partial<CallError>).cure : 'sheet';
  const href = missingIn ?? (cure === 'sheet' ? sheetUrl : pageUrl);
  if (!cure || !href) return null;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {TEXTS.errors.cures[cure]}
    </a>
  );
}

/** Tells if trying again may help. The script would refuse again what it has refused, unless it says otherwise. */
function isRetryable(error: Error): boolean {
  return !(error instanceof Refusal) || error.isTemporary || error.response.sheetUrl !== undefined;
}

/** Tries again, once the browser is online, what failed because it was not. */
function useOnline(error: Error, onRetry: () => void): void {
  const isOffline = error instanceof CallError && error.kind === 'offline';
  useEffect(() => {
    if (!isOffline) return;
    // The browser may have been offline for a moment only.
    if (navigator.onLine) return onRetry();
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [isOffline, onRetry]);
}

/** Beside a field that saves itself: whether it is saved. */
export function SaveState({ status, what, error, onRetry, children }: SaveStateProps) {
  const isWaiting = useStore(waitingChanges).length > 0;
  return (
    <div class="save-state">
      <span class="soft" role="status">
        {children}
        {isWaiting && status === TEXTS.case.saving ? TEXTS.errors.notYetSaved : status}
      </span>
      {error && <ErrorNotice what={what} error={error} onRetry={onRetry} />}
    </div>
  );
}

/** Runs the work of a button that takes a while and may fail: once at a time, with the notice to show after a failure. */
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
