import * as v from 'valibot';
import { isWithin } from '../platform/bytes';
import { quote, truncate } from '../platform/quote';
import { type Fault, HttpError, invalid, invalidFields, unknownParameter } from './http-error';
import { toJson } from './json';
import type { Parameters } from './query';
import type { AnyRoute, Caller, Request } from './route';

const MAX_BYTES = 1_000_000;
const CSV_TYPES = ['text/csv', 'text/tab-separated-values'];
/** More are no help to anybody. */
const MAX_FAULTS = 20;
/** A longer body is searched for its first fault only: a million bytes can hold half a million, which takes a second. */
const MAX_SEARCHED = 50_000;

/**
 * Returns what the schema makes of an input. Messages of the schema's own say what the field must be, without its name. `name` is
 * that of the input as a whole.
 *
 * @throws HttpError 422 that names the field, or every one with `findsAll`
 */
export function parse<S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  { name = 'body', findsAll = false } = {},
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, input, {
    abortEarly: !findsAll,
    abortPipeEarly: true,
    message: toRule,
  });
  if (parsed.success) return parsed.output;
  const [first, ...others] = parsed.issues;
  const toFault = (issue: v.BaseIssue<unknown>): Fault => {
    const field = v.getDotPath(issue) ?? undefined;
    if (issue.expected === 'never' && field !== undefined) return unknownParameter(field);
    const message = `${truncate(field ?? name)} ${issue.message}`;
    return field === undefined ? { message } : { param: truncate(field), message };
  };
  throw invalidFields([toFault(first), ...others.slice(0, MAX_FAULTS - 1).map(toFault)]);
}

/** The parameters of a query that the OpenAPI document calls arrays. */
export function listsIn({ query: schema }: Pick<AnyRoute, 'query'>): string[] {
  const { entries = {} } = (schema ?? {}) as { entries?: Record<string, v.GenericSchema> };
  return Object.keys(entries).filter((name) => {
    const { wrapped } = entries[name] as { wrapped?: v.GenericSchema };
    return wrapped !== undefined && v.getMetadata(wrapped).type === 'array';
  });
}

/** The query as the route's schema parses it. */
export function readQuery({ query: schema }: AnyRoute, parameters: Parameters): unknown {
  if (schema) return parse(schema, withFields(schema, parameters), { findsAll: true });
  const [unknown] = Object.keys(parameters);
  if (unknown !== undefined) throw invalidFields([unknownParameter(unknown)]);
  return undefined;
}

/** `custom[Tier]` and `custom.Tier` become fields of the parameter `custom`, where the schema has it. */
function withFields(schema: v.GenericSchema, parameters: Parameters): Record<string, unknown> {
  const { entries = {} } = schema as { entries?: Record<string, v.GenericSchema> };
  const query = new Map<string, unknown>();
  for (const [name, value] of Object.entries(parameters)) {
    const [, parent = '', inBrackets, field = inBrackets] = /^(\w+)(?:\[(.+)\]|\.(.+))$/s.exec(name) ?? [];
    if (field === undefined || !(parent in entries)) query.set(name, value);
    else query.set(parent, { ...Object(query.get(parent)), [field]: value });
  }
  return Object.fromEntries(query);
}

/** The body as the route's schema parses it; undefined for a GET, and where the route takes none. */
export function readBody(
  { body: schema, fromCsv, bodyTypes, maxBytes = MAX_BYTES }: AnyRoute,
  request: Request,
  caller: Caller | undefined,
): unknown {
  if (request.method === 'GET') return undefined;
  assertUnencoded(request);
  if (!isWithin(request.body, maxBytes))
    throw new HttpError(413, 'too_large', `The body must be at most ${maxBytes} bytes.`);
  if (!schema) return undefined;
  if (bodyTypes) {
    assertType(request, bodyTypes);
    return parse(schema, request.body);
  }
  if (fromCsv && CSV_TYPES.includes(typeOf(request))) return parse(schema, fromCsv(request.body, caller));
  assertType(request, ['application/json', ...(fromCsv ? ['text/csv'] : [])]);
  const body = toJson(request.body);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid(`The body must be an object (got ${kindOrValue(body)}).`);
  assertStorable(body, []);
  return parse(schema, body, { findsAll: request.body.length <= MAX_SEARCHED });
}

/** Nobody here can decompress, and the text of an envelope is none that was compressed. */
function assertUnencoded({ headers }: Request): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (/^\s*(identity)?\s*$/i.test(encoding)) return;
  const message = `Content-Encoding ${quote(encoding)} is not supported. Send the body uncompressed.`;
  throw new HttpError(415, 'unsupported_media_type', message, { param: 'content-encoding' });
}

/** A plain call cannot set its content type freely. */
function assertType(request: Request, types: readonly string[]): void {
  const type = typeOf(request);
  // `application/merge-patch+json` is JSON too.
  if (
    request.transport === 'plain' ||
    types.includes(type.replace(/^application\/[\w.-]+\+/, 'application/'))
  )
    return;
  const message = `Content-Type must be ${types.join(' or ')} (got ${quote(type)}).`;
  throw new HttpError(415, 'unsupported_media_type', message, { param: 'content-type' });
}

function typeOf({ headers }: Request): string {
  const [type = ''] = (headers['content-type'] ?? 'application/json').split(';');
  return type.trim().toLowerCase();
}

/** Refuses what JSON allows and no schema checks: numbers that JavaScript reads as infinite. */
function assertStorable(value: unknown, path: readonly string[]): void {
  const field = path.join('.');
  if (value === Infinity || value === -Infinity) throw invalid(`${field} is too large for a number.`, field);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) assertStorable(inner, [...path, key]);
}

/** Returns the end of a message, after the field's name: `must be a number (got "a lot").` */
function toRule(issue: v.BaseIssue<unknown>): string {
  const { type, requirement, input } = issue;
  if (input === undefined) return 'is required.';
  if (type === 'non_empty') return 'must not be empty.';
  if (type === 'min_length') return toLengthRule('at least', issue);
  if (type === 'max_length') return toLengthRule('at most', issue);
  const rule = RULES[type]?.(requirement) ?? `must be ${toList(issue.expected ?? 'another value')}`;
  return `${rule} (got ${kindOrValue(input)}).`;
}

/** The length of a value that is too long says enough. */
function toLengthRule(bound: string, { requirement, input }: v.BaseIssue<unknown>): string {
  const { length } = input as string | unknown[];
  if (typeof input === 'string') return `must be ${bound} ${requirement} characters (got ${length}).`;
  return `must have ${bound} ${requirement} ${requirement === 1 ? 'item' : 'items'} (got ${length}).`;
}

const RULES: Record<string, (requirement: unknown) => string> = {
  string: () => 'must be a string',
  number: () => 'must be a number',
  boolean: () => 'must be true or false',
  array: () => 'must be an array',
  object: () => 'must be an object',
  strict_object: () => 'must be an object',
  integer: () => 'must be an integer',
  email: () => 'must be an email address',
  min_value: (least) => `must be at least ${least}`,
  max_value: (most) => `must be at most ${most}`,
};

/** `("new" | "sold")` as `one of "new", "sold"`. */
function toList(expected: string): string {
  return expected.replace(/^\((.*)\)$/, 'one of $1').replace(/ \| /g, ', ');
}

function kindOrValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : quote(value);
}
