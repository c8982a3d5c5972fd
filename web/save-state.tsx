import type { ComponentChildren } from 'preact';
import { Failed } from './failed';

interface Props {
  words: ComponentChildren;
  /** What could not be done: `The senders could not be saved`. */
  what: string;
  error: Error | undefined;
  onRetry: () => void;
}

/** What becomes of a change, beside the field in which it was made. */
export function SaveState({ words, what, error, onRetry }: Props) {
  return (
    <div class="save-state">
      <p class="soft" role="status">
        {words}
      </p>
      {error && <Failed what={what} error={error} onRetry={onRetry} />}
    </div>
  );
}
