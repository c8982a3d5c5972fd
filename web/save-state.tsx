import type { ComponentChildren } from 'preact';
import { Failed } from './failed';

interface Props {
  words?: string;
  /** What could not be done: `The senders could not be saved`. */
  what: string;
  error?: Error | undefined;
  onRetry: () => void;
  /** What else there is to say. */
  children?: ComponentChildren;
}

/** What becomes of a change, beside the field in which it was made. */
export function SaveState({ words, what, error, onRetry, children }: Props) {
  return (
    <div class="save-state">
      <span class="soft" role="status">
        {children}
        {words}
      </span>
      {error && <Failed what={what} error={error} onRetry={onRetry} />}
    </div>
  );
}
