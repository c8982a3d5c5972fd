import { digest } from '../platform/platform';
import { HttpError } from './http-error';
import { invalid } from './parse';
import type { Caller, Request } from './route';

const HEADER = 'idempotency-key';
const MAX_CHARACTERS = 255;

/** What the row that a request makes keeps of it: a second request with the same key is known by the first. */
export interface IdempotencyRecord {
  /** Empty where the request carries no key. */
  requestKey: string;
  requestHash: string;
}

/** Keys of different callers never meet. */
export function idempotencyRecord(
  caller: Caller | undefined,
  { headers, path }: Request,
  body: unknown,
): IdempotencyRecord {
  const key = headers[HEADER];
  if (key === undefined) return { requestKey: '', requestHash: '' };
  if (key.trim() === '' || key.length > MAX_CHARACTERS)
    throw invalid(`Idempotency-Key must be 1 to ${MAX_CHARACTERS} characters.`, HEADER);
  return {
    requestKey: hashOf([caller?.id ?? '', path, key]),
    requestHash: hashOf(body),
  };
}

/** Beside the hash may stand what was answered, word by word: the row may be another one by the time of a second request. */
export function withStoredResponse(requestHash: string, ...words: readonly (string | number)[]): string {
  return requestHash && [requestHash, ...words].join(' ');
}

export function storedResponse(requestHash: string): string[] {
  return requestHash.split(' ').slice(1);
}

/** @throws HttpError 422 where the first request with this key said something else */
export function assertSameBody(first: IdempotencyRecord, second: IdempotencyRecord): void {
  if (first.requestHash.split(' ')[0] === second.requestHash) return;
  const message =
    'This Idempotency-Key was used with a different body before. Use a new key for a new request.';
  throw new HttpError(422, 'idempotency_key_reused', message, { param: HEADER });
}

function hashOf(value: unknown): string {
  return digest(JSON.stringify(value), 22);
}
