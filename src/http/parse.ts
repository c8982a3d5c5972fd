import * as v from 'valibot';
import { HttpError } from './http-error';

const LONGEST = 120;
const LONGEST_MESSAGE = 500;

/** What was given, once it is as the schema says. @throws HttpError 422 that names the field */
export function parse<S extends v.GenericSchema>(schema: S, given: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, given, { abortEarly: true, abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw invalid(toWords(issue), v.getDotPath(issue) ?? undefined);
}

export function invalid(message: string, param?: string): HttpError {
  return new HttpError(422, 'invalid_request', message, param === undefined ? {} : { param: shorten(param) });
}

export function unknownField(name: string): HttpError {
  return invalid(`Unknown parameter: ${shorten(name)}.`, name);
}

/** A value as it can stand in an error: whatever was sent, the error stays readable. */
export function quote(value: unknown): string {
  return shorten(typeof value === 'object' && value !== null ? nounOf(value) : String(JSON.stringify(value)));
}

function nounOf(value: object): string {
  return Array.isArray(value) ? 'an array' : 'an object';
}

/** The schema's own words, or `downPayment must be a number (got "a lot").` Own words learn of the field only here. */
function toWords(issue: v.BaseIssue<unknown>): string {
  const field = shorten(v.getDotPath(issue) ?? 'body');
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
export function shortenMessage(message: string): string {
  return shorten(message, LONGEST_MESSAGE);
}

export function shorten(text: string, most = LONGEST): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
