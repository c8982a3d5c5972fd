interface Details {
  cause?: unknown;
  /** The header that is invalid. */
  param?: string;
  /** Seconds. */
  retryAfter?: number | undefined;
  /** Words for the owner, in the log: callers must not read them. */
  forOwner?: string;
}

/** An error of the gateway itself. Its response has the form of the script's errors. */
export class GatewayError extends Error {
  override name = 'GatewayError';
  readonly code: keyof typeof STATUSES;
  readonly param: string | undefined;
  readonly retryAfter: number | undefined;
  readonly forOwner: string;

  constructor(
    code: keyof typeof STATUSES,
    message: string,
    { cause, param, retryAfter, forOwner = '' }: Details = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.param = param;
    this.retryAfter = retryAfter;
    this.forOwner = forOwner;
  }

  get status(): number {
    return STATUSES[this.code];
  }
}

const STATUSES = {
  malformed_body: 400,
  malformed_path: 400,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  unsupported_media_type: 415,
  /** Status that is never read, since the caller has gone. The number is nginx's. */
  caller_gone: 499,
  bad_gateway: 502,
  script_error: 502,
  web_app_missing: 502,
  web_app_private: 502,
  web_app_unauthorized: 502,
  busy: 503,
  unavailable: 503,
  gateway_timeout: 504,
} as const;

export function callerGone(cause?: unknown): GatewayError {
  return new GatewayError('caller_gone', 'The caller has gone.', { cause });
}

export function toErrorResponse({ status, code, message, param, retryAfter }: GatewayError): Response {
  const error = { status, code, message, param, retryAfter };
  const headers = {
    'cache-control': 'no-store',
    // The only routes that the gateway itself refuses by their method are its own, which can only be read.
    ...(status === 405 && { allow: 'GET, HEAD' }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  return Response.json({ error }, { status, headers });
}

/** Words for requests that were never sent, or that Google refused before the script ran, and for no other. */
export function nothingDone(retryAfter?: number): string {
  return retryAfter === undefined ? 'Nothing was done.' : `Nothing was done: retry in ${retryAfter} seconds.`;
}
