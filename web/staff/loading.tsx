import { Failure } from './failure';
import { ApiError } from './fetch-once';
import type { Resource } from './resource';
import * as TEXTS from './texts';

interface LoadingProps {
  of: Omit<Resource<unknown>, 'reload'> & { reload?: () => void };
  /** Sentence for what could not be read. */
  failed: string;
  /** The same where there is no such thing. */
  missing?: string;
}

/** Stands in place of what has not been read yet, and above it where it could not be read again. */
export function Loading({ of: { value, error, reload }, failed, missing }: LoadingProps) {
  if (missing !== undefined && error instanceof ApiError && error.status === 404)
    return <p role="alert">{missing}</p>;
  if (!value && !error) return <p role="status">{TEXTS.loading}</p>;
  return <Failure what={failed} error={error} onRetry={reload} />;
}
