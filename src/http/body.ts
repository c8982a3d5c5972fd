import { HttpError } from './http-error';
import { invalid, parse, quote } from './parse';
import type { Request } from './request';
import type { AnyRoute } from './route';

const MOST_BYTES = 1_000_000;
const DEEPEST = 32;

/** The body as the route's schema makes it; undefined where the route takes none, and with GET nobody reads one. */
export function readBody({ body: schema }: AnyRoute, request: Request): unknown {
  if (request.method === 'GET') return undefined;
  if (byteLength(request.body) > MOST_BYTES)
    throw new HttpError(413, 'too_large', `The body must be at most ${MOST_BYTES} bytes.`);
  if (!schema) return undefined;
  assertJson(request);
  const given = toJson(request.body);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw invalid(`The body must be an object (got ${quote(given)}).`);
  assertPlain(given, []);
  return parse(schema, given);
}

/** A plain call cannot choose its content type freely, so nobody asks for it there. */
function assertJson({ way, headers }: Request): void {
  const [type = ''] = (headers['content-type'] ?? 'application/json').split(';');
  if (way === 'plain' || /^application\/([\w.-]+\+)?json$/i.test(type.trim())) return;
  const message = `Content-Type must be application/json (got ${quote(type)}).`;
  throw new HttpError(415, 'unsupported_media_type', message, { param: 'content-type' });
}

/** @throws HttpError 400 */
export function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const what = text.trim() === '' ? 'The body is empty.' : 'The body is not valid JSON.';
    throw new HttpError(400, 'malformed_json', `${what} Send a JSON object.`, { cause });
  }
}

/** Refuses what JSON can say and no rule expects: endless nesting, and numbers that are infinite here. */
function assertPlain(value: unknown, path: readonly string[]): void {
  const field = path.join('.');
  if (value === Infinity || value === -Infinity) throw invalid(`${field} is too large for a number.`, field);
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= DEEPEST) throw invalid(`The body must not be nested deeper than ${DEEPEST} levels.`);
  for (const [key, inner] of Object.entries(value)) assertPlain(inner, [...path, key]);
}

/** In UTF-8, where what takes two UTF-16 units takes four bytes. */
function byteLength(text: string): number {
  if (text.length > MOST_BYTES || text.length * 3 <= MOST_BYTES) return text.length;
  const two = text.replace(/[\u0080-\u07ff\ud800-\udfff]/g, '..');
  return two.replace(/[\u0800-\uffff]/g, '...').length;
}
