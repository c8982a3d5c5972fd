import type { Context } from 'hono';
import * as v from 'valibot';
import type { Script } from '../execution/script';
import type { Runtime } from '../runtime';

/** The rule for a request's body. */
interface BodyRule<S extends v.GenericSchema> {
  schema: S;
  /** An example for error messages. */
  form: string;
  /** The value of an empty body, if it may be empty. */
  whenEmpty?: unknown;
}

const NOUNS: Record<string, string> = { string: 'a string', Array: 'an array', Object: 'an object' };

/** The script that the query names; the first by default. */
export function scriptOf({ scripts }: Runtime, c: Context): Script {
  const names = Object.keys(scripts);
  const name = c.req.query('script') ?? names[0] ?? '';
  const script = scripts[name];
  if (script && names.includes(name)) return script;
  throw new Refusal(400, `script must be ${names.join(' or ')} (got "${name}").`);
}

/** An integer from the query, at least `min`. */
export function numberOf(
  c: Context,
  name: string,
  { min, byDefault }: { min: number; byDefault: number },
): number {
  const text = c.req.query(name);
  const value = Number(text ?? byDefault);
  if (Number.isInteger(value) && value >= min) return value;
  throw new Refusal(400, `${name} must be an integer of at least ${min} (got "${text}").`);
}

/** An object with only these fields; without the first check an array would pass too. */
export function fields<E extends v.ObjectEntries>(entries: E) {
  return v.pipe(v.custom<object>(isObject, 'an object'), v.strictObject(entries));
}

/** @throws Refusal that names the field, what was expected and what came */
export async function readBody<S extends v.GenericSchema>(
  c: Context,
  { schema, form, whenEmpty }: BodyRule<S>,
): Promise<v.InferOutput<S>> {
  const text = await c.req.text();
  const isEmpty = text.trim() === '' && whenEmpty !== undefined;
  const result = v.safeParse(schema, isEmpty ? whenEmpty : toJson(text, form));
  if (result.success) return result.output;
  throw refusal(describeIssue(result.issues[0]), form);
}

/** A request that is refused, with a message for the caller. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: 400 | 404 | 422;

  constructor(status: 400 | 404 | 422, message: string) {
    super(message);
    this.status = status;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toJson(text: string, form: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal(`The body must be JSON (got ${JSON.stringify(text.slice(0, 40))})`, form);
  }
}

function refusal(problem: string, form: string): Refusal {
  return new Refusal(400, `${problem}. Expected ${form}.`);
}

/** `answers.0.text must be a string (got 5)` */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? 'body';
  if (issue.expected === 'never') return `Unknown field: ${field}`;
  if (issue.received === 'undefined') return `${field} is required`;
  return `${field} must be ${NOUNS[issue.expected ?? ''] ?? issue.message} (got ${issue.received})`;
}
