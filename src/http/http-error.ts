import { truncate } from '../platform/quote';

/** Says what is wrong with one field or parameter. */
export interface Fault {
  /** Absent where it is the whole that is wrong. */
  param?: string;
  message: string;
}

interface Details {
  /** The field, parameter or header that is invalid. */
  param?: string;
  /** All that are invalid, the first of them too, where they were looked at together. */
  errors?: readonly Fault[];
  /** Seconds until another attempt makes sense. */
  retryAfter?: number;
  headers?: Record<string, string>;
  /** Further fields of the error in the body. */
  facts?: Readonly<Record<string, string>>;
  cause?: unknown;
  /** The owner knows already, so the error is not logged with each request that meets it. */
  isKnown?: true;
}

/**
 * An error that the caller may read: thrown anywhere, turned into a response in one place. Every other error is logged and
 * answered with 500.
 */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  /** Code for programs: `invalid_request`, `not_found`. */
  readonly code: string;
  readonly details: Details;

  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export function invalid(message: string, param?: string): HttpError {
  return invalidFields([param === undefined ? { message } : { param: truncate(param), message }]);
}

/** The first one is what the error says, for callers who look at one alone. */
export function invalidFields(errors: readonly [Fault, ...Fault[]]): HttpError {
  const [{ message, param }] = errors;
  return new HttpError(422, 'invalid_request', message, {
    ...(param === undefined ? {} : { param }),
    errors,
  });
}

export function unknownParameter(name: string): Required<Fault> {
  return { param: truncate(name), message: `Unknown parameter: ${truncate(name)}.` };
}

/** @throws HttpError 404 */
export function orNotFound<R>(row: R | undefined, what: string, param?: string): R {
  const details = param === undefined ? {} : { param };
  if (row === undefined) throw new HttpError(404, 'not_found', `There is no ${what}.`, details);
  return row;
}
