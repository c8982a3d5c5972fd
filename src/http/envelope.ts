import * as v from 'valibot';
import { HttpError } from './http-error';
import { parseQuery } from './query';
import type { Request } from './request';

const Envelope = v.strictObject({
  method: v.string(),
  path: v.string(),
  /** As in an address, or as an object. */
  query: v.optional(v.union([v.string(), v.record(v.string(), v.string())]), ''),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  body: v.optional(v.string(), ''),
});

const FORM = '{"method", "path", "query", "headers", "body"} with the body as a string';

/** All of HTTP in the body of a POST to the bare address. */
export function fromEnvelope(contents: string): Request {
  const parsed = v.safeParse(Envelope, toJson(contents));
  if (!parsed.success) throw badEnvelope(v.getDotPath(parsed.issues[0]) ?? undefined);
  const { method, path, query, headers, body } = parsed.output;
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method: method.toUpperCase(),
    path,
    query: typeof query === 'string' ? parseQuery(query) : query,
    headers: Object.fromEntries(lowerCase),
    body,
    way: 'envelope',
  };
}

function toJson(contents: string): unknown {
  try {
    return JSON.parse(contents);
  } catch {
    throw badEnvelope();
  }
}

function badEnvelope(param?: string): HttpError {
  const what =
    param === undefined ? 'A POST without ?path= must be an envelope' : `Invalid envelope at ${param}`;
  const message = `${what}. Expected ${FORM}.`;
  return new HttpError(400, 'invalid_envelope', message, param === undefined ? {} : { param });
}
