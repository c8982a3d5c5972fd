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
  return invalid(`${shorten(name)} is unknown here.`, name);
}

/** A value as it can stand in an error: whatever was sent, the error stays readable. */
export function quote(value: unknown): string {
  return shorten(typeof value === 'object' && value !== null ? nounOf(value) : String(JSON.stringify(value)));
}

function nounOf(value: object): string {
  return Array.isArray(value) ? 'a list' : 'an object';
}

/** The schema's own words, or `downPayment must be a number, not "a lot".` Own words learn of the field only here. */
function toWords(issue: v.BaseIssue<unknown>): string {
  const field = shorten(v.getDotPath(issue) ?? 'body');
  if (/^(must|may) /.test(issue.message)) return `${field} ${issue.message}`;
  if (!/^Invalid [\w ]+: (Expected|Received) /.test(issue.message)) return issue.message;
  if (issue.expected === 'never') return unknownField(field).message;
  if (issue.input === undefined) return `${field} is missing.`;
  const rule =
    RULES[issue.type]?.(issue.requirement) ?? `must be ${toList(issue.expected ?? 'something else')}`;
  return `${field} ${rule}, not ${quote(issue.input)}.`;
}

const RULES: Record<string, (requirement: unknown) => string> = {
  string: () => 'must be a text',
  number: () => 'must be a number',
  finite: () => 'must be a number',
  boolean: () => 'must be true or false',
  array: () => 'must be a list',
  object: () => 'must be an object',
  strict_object: () => 'must be an object',
  integer: () => 'must be a whole number',
  safe_integer: () => 'must be a whole number',
  non_empty: () => 'must not be empty',
  email: () => 'must be an e-mail address',
  iso_date: () => 'must be a day such as 2026-11-21',
  min_value: (least) => `must be ${least} or more`,
  max_value: (most) => `must be ${most} or less`,
  min_length: (least) => `must have a length of ${least} or more`,
  max_length: (most) => `must have a length of ${most} or less`,
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
