import { Refusal } from './server';

interface Props {
  /** What could not be done: `The cases could not be loaded`. */
  what: string;
  error: Error;
  onRetry: () => void;
}

/** Trouble, said where it stands, with a way on. */
export function Failed({ what, error, onRetry }: Props) {
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
