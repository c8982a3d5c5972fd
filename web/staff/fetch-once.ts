import { noteConnected, noteOffline } from './connection';
import { noteServerTime } from './server-clock';
import * as TEXTS from './texts';

/** The API has refused a request; the message is fit to be shown. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The field that the error is about. */
  readonly param: string | undefined;
  /** Seconds to wait. */
  readonly retryAfter: number | undefined;

  constructor(status: number, { message, code, param, retryAfter }: ErrorBody) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.retryAfter = retryAfter;
  }

  /** True if the API no longer knows the token. A proxy on the way may answer 401, too, with a page of its own. */
  get isSessionEnded(): boolean {
    return this.code === 'invalid_token';
  }
}

/** Request that was not answered: a change may have been made all the same. */
export class ConnectionError extends Error {
  constructor(cause?: unknown) {
    super(TEXTS.errors.connection, { cause });
  }
}

interface ErrorBody {
  message: string;
  code: string;
  param?: string;
  retryAfter?: number;
}

export interface Reply<T> {
  value: T;
  etag: string | null;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Request {
  method: Method;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Longer than the gateway, which waits for a minute: what a page gave up before would still hold a seat there. */
const TIMEOUT_MS = 75_000;

/** Makes one attempt. @throws ApiError or ConnectionError */
export async function fetchOnce<T>(
  { method, path, headers, body }: Request,
  token?: string,
): Promise<Reply<T> | undefined> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(path, {
    method,
    headers: { ...headers, ...authorization },
    ...(body === undefined ? {} : { body }),
    cache: 'no-store',
    // A change goes out even if the page is closed right after it.
    keepalive: method !== 'GET',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    noteOffline();
    throw new ConnectionError(error);
  });
  const text = await response.text().catch((error: unknown) => {
    noteOffline();
    throw new ConnectionError(error);
  });
  noteConnected();
  noteServerTime(response.headers.get('date'));
  if (response.status === 304) return undefined;
  const value = parse(response.status, text);
  if (!response.ok) throw toApiError(response, value);
  return { value: value as T, etag: response.headers.get('etag') };
}

/** A proxy on the way may answer with a page of its own. */
function parse(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(status, { message: TEXTS.errors.unreadable(status), code: 'unreadable' });
  }
}

function toApiError({ status, headers }: Response, value: unknown): ApiError {
  const { error } = value as { error?: ErrorBody };
  const retryAfter = Number(headers.get('retry-after')) || undefined;
  const known = error ?? { message: TEXTS.errors.unreadable(status), code: 'unreadable' };
  return new ApiError(status, { ...known, ...(retryAfter === undefined ? {} : { retryAfter }) });
}
