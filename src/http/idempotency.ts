import { digest } from '../platform/platform';
import { HttpError, invalid } from './http-error';
import type { AnyRoute, Caller, Request } from './route';

const HEADER = 'idempotency-key';
const MAX_CHARACTERS = 255;
/** The length of a UUID in its shortest spelling, base64: no two customers come upon the same one by chance. */
const MIN_WITHOUT_CREDENTIALS = 22;

/** Record that a row keeps of the request that made it, so that the same request is recognized when it comes again. */
export interface IdempotencyRecord {
  /** Empty where the request carries no key. */
  requestKey: string;
  /** Hash of the body; after it may follow parts of the first response. */
  requestHash: string;
}

/** Record of a request without a key, and of a row that no request has made. */
export const NO_RECORD: IdempotencyRecord = { requestKey: '', requestHash: '' };

/**
 * Keys of different callers never meet. Requests without credentials share one space of keys, and the response to an order has
 * its client secret: their keys have to be long enough that no stranger has the same.
 * @throws HttpError 422
 */
export function idempotencyRecord(
  caller: Caller | undefined,
  { headers, path }: Request,
  body: unknown,
): IdempotencyRecord {
  const key = headers[HEADER];
  if (key === undefined) return NO_RECORD;
  if (key.trim() === '' || key.length > MAX_CHARACTERS)
    throw invalid(`Idempotency-Key must be 1 to ${MAX_CHARACTERS} characters.`, HEADER);
  if (!caller && key.length < MIN_WITHOUT_CREDENTIALS) throw guessable();
  return { requestKey: hashOf([caller?.id ?? '', path, key]), requestHash: hashOf(body) };
}

/** @throws HttpError 400 where the request has no key and has to */
export function assertKey({ idempotent }: AnyRoute, { headers, method, path }: Request): void {
  if (idempotent !== 'required' || headers[HEADER] !== undefined) return;
  const message = `${method} ${path} needs the header Idempotency-Key, such as a UUID, so that it can be repeated safely.`;
  throw new HttpError(400, 'idempotency_key_missing', message, { param: HEADER });
}

/** Stores parts of the first response beside the hash: the row may have changed by the time of the second request. */
export function withStoredResponse(requestHash: string, ...parts: readonly (string | number)[]): string {
  return requestHash && [requestHash, ...parts].join(' ');
}

export function storedResponse(requestHash: string): string[] {
  return requestHash.split(' ').slice(1);
}

/** @throws HttpError 422 where the first request with this key had another body */
export function assertSameBody(first: IdempotencyRecord, second: IdempotencyRecord): void {
  if (first.requestHash.split(' ')[0] === second.requestHash) return;
  const message =
    'This Idempotency-Key was already used with a different body. Use a new key for a new request.';
  throw new HttpError(422, 'idempotency_key_reused', message, { param: HEADER });
}

function guessable(): HttpError {
  const range = `${MIN_WITHOUT_CREDENTIALS} to ${MAX_CHARACTERS} characters`;
  const message = `Without valid credentials Idempotency-Key must be ${range}, such as a UUID: anyone who sends the same key and body gets the same response.`;
  return invalid(message, HEADER);
}

function hashOf(value: unknown): string {
  return digest(JSON.stringify(value), 22);
}
