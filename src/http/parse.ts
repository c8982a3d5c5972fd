import * as v from 'valibot';
import { HttpError } from './http-error';
import type { AnyRoute, Request } from './route';

const MAX_VALUE_CHARACTERS = 120;
const MAX_MESSAGE_CHARACTERS = 500;

const MAX_BYTES = 1_000_000;

const MAX_DEPTH = 32;

/** What was given, once it is as the schema says. @throws HttpError 422 that names the field */
export function parse<S extends v.GenericSchema>(schema: S, given: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, given, { abortEarly: true, abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw invalid(toMessage(issue), v.getDotPath(issue) ?? undefined);
}

export function invalid(message: string, param?: string): HttpError {
  return new HttpError(
    422,
    'invalid_request',
    message,
    param === undefined ? {} : { param: truncate(param) },
  );
}

export function unknownField(name: string): HttpError {
  return invalid(`Unknown parameter: ${truncate(name)}.`, name);
}

/** A value as it can stand in an error: whatever was sent, the error stays readable. */
function quote(value: unknown): string {
  return truncate(
    typeof value === 'object' && value !== null ? nounOf(value) : String(JSON.stringify(value)),
  );
}

function nounOf(value: object): string {
  return Array.isArray(value) ? 'an array' : 'an object';
}

/** The schema's own words, or `downPayment must be a number (got "a lot").` Own words learn of the field only here. */
function toMessage(issue: v.BaseIssue<unknown>): string {
  const field = truncate(v.getDotPath(issue) ?? 'body');
  if (/^must /.test(issue.message)) return `${field} ${issue.message}`;
  if (!/^Invalid [\w ]+: (Expected|Received) /.test(issue.message)) return issue.message;
  if (issue.expected === 'never') return unknownField(field).message;
  if (issue.input === undefined) return `${field} is required.`;
  if (issue.type === 'non_empty') return `${field} must not be empty.`;
  if (issue.type in BOUNDS) return `${field} ${toLengthRule(issue)}.`;
  const rule =
    RULES[issue.type]?.(issue.requirement) ?? `must be ${toList(issue.expected ?? 'another value')}`;
  return `${field} ${rule} (got ${quote(issue.input)}).`;
}

const BOUNDS: Record<string, string> = { min_length: 'at least', max_length: 'at most' };

/** `must be at most 40 characters (got 300)`; of what is too long nobody needs to read the beginning. */
function toLengthRule({ type, requirement, input }: v.BaseIssue<unknown>): string {
  const { length } = input as string | unknown[];
  const bound = `${BOUNDS[type]} ${requirement}`;
  return typeof input === 'string'
    ? `must be ${bound} characters (got ${length})`
    : `must have ${bound} items (got ${length})`;
}

const RULES: Record<string, (requirement: unknown) => string> = {
  string: () => 'must be a string',
  number: () => 'must be a number',
  finite: () => 'must be a number',
  boolean: () => 'must be true or false',
  array: () => 'must be an array',
  object: () => 'must be an object',
  strict_object: () => 'must be an object',
  integer: () => 'must be an integer',
  safe_integer: () => 'must be an integer',
  email: () => 'must be an email address',
  iso_date: () => 'must be a date such as 2026-11-21',
  min_value: (least) => `must be at least ${least}`,
  max_value: (most) => `must be at most ${most}`,
};

/** `("new" | "sold")` in plain words. */
function toList(expected: string): string {
  return expected.replace(/^\((.*)\)$/, 'one of $1').replace(/ \| /g, ', ');
}

/** An error stays short, whatever it tells of. */
export function truncateMessage(message: string): string {
  return truncate(message, MAX_MESSAGE_CHARACTERS);
}

export function truncate(text: string, most = MAX_VALUE_CHARACTERS): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** The body as the route's schema makes it; undefined where the route takes none, and with GET nobody reads one. */
export function readBody({ body: schema }: AnyRoute, request: Request): unknown {
  if (request.method === 'GET') return undefined;
  if (byteLength(request.body) > MAX_BYTES)
    throw new HttpError(413, 'too_large', `The body must be at most ${MAX_BYTES} bytes.`);
  if (!schema) return undefined;
  assertJson(request);
  const given = toJson(request.body);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw invalid(`The body must be an object (got ${quote(given)}).`);
  assertPlain(given, []);
  return parse(schema, given);
}

/** A plain call cannot choose its content type freely, so nobody asks for it there. */
function assertJson({ transport: way, headers }: Request): void {
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
  if (path.length >= MAX_DEPTH) throw invalid(`The body must not be nested deeper than ${MAX_DEPTH} levels.`);
  for (const [key, inner] of Object.entries(value)) assertPlain(inner, [...path, key]);
}

/** In UTF-8, where what takes two UTF-16 units takes four bytes. */
function byteLength(text: string): number {
  if (text.length > MAX_BYTES || text.length * 3 <= MAX_BYTES) return text.length;
  const two = text.replace(/[\u0080-\u07ff\ud800-\udfff]/g, '..');
  return two.replace(/[\u0800-\uffff]/g, '...').length;
}
