interface Details {
  /** The field, parameter or header that is wrong. */
  param?: string;
  /** Seconds until another try makes sense. */
  retryAfter?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error that its caller may read: thrown anywhere, made an answer in one place. Anything else is a 500. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  /** For programs: `invalid_request`, `not_found`. */
  readonly code: string;
  readonly details: Details;

  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** @throws HttpError 404 */
export function orNotFound<R>(row: R | undefined, what: string): R {
  if (row === undefined) throw new HttpError(404, 'not_found', `There is no ${what}.`);
  return row;
}
