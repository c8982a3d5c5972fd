import { Button } from '../shared/button';
import * as TEXTS from './texts';

interface FailureProps {
  /** Sentence that says what has failed. */
  what: string;
  error: Error | undefined;
  onRetry?: (() => void) | undefined;
}

/** Shows what has failed, why, and a way on. */
export function Failure({ what, error, onRetry }: FailureProps) {
  if (!error) return null;
  return (
    <div role="alert" class="failure row">
      <p>{`${what} ${error.message}`}</p>
      {onRetry && (
        <Button class="quiet" onClick={onRetry}>
          {TEXTS.tryAgain}
        </Button>
      )}
    </div>
  );
}
