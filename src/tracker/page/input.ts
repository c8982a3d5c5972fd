import * as v from 'valibot';
import { logError } from '../../health/errors';
import { describeError } from '../../platform/google-errors';
import { UserError } from '../../platform/user-error';
import { fromCaseNumber, withMigration } from '../tables';
import { type Refused, STATUSES } from './answers';

type Given = { input: unknown };

const notANumber = ({ input }: Given) => `${quote(input)} is not a case number such as CASE-0001`;

export const CaseNumberInput = v.pipe(
  v.string(notANumber),
  v.check((text) => fromCaseNumber(text) > 0, notANumber),
);

const NAMES = `${STATUSES.slice(0, -1).join(', ')} or ${STATUSES[STATUSES.length - 1]}`;

/** Interface section 7. */
export const StatusInput = v.picklist(
  STATUSES,
  ({ input }: Given) => `The status must be ${NAMES} (got ${quote(input)})`,
);

/** What a function of the page takes: an object with these fields and no others. */
export function input<E extends v.ObjectEntries>(name: string, entries: E) {
  const takes = `${name} takes an object with ${Object.keys(entries).join(', ')}`;
  const isObject = (value: unknown) => !Array.isArray(value);
  const message = ({ received, path }: v.StrictObjectIssue) =>
    path ? `${takes}. Unknown field: ${received}` : takes;
  return v.pipe(v.unknown(), v.check(isObject, takes), v.strictObject(entries, message));
}

/** What was given, once it is as the schema says. */
export function parse<S extends v.GenericSchema>(schema: S, given: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, given, { abortEarly: true });
  if (!parsed.success) throw new UserError(parsed.issues[0].message);
  return parsed.output;
}

/** An answer, or in its place the words for the person at the page (interface section 7). */
export function answer<T>(work: () => T): T | Refused {
  try {
    return withMigration(work);
  } catch (error) {
    if (error instanceof UserError) return { ok: false, error: error.message };
    logError(`The page: ${describeError(error)}`);
    throw error;
  }
}

/** A value as it can stand in an error: whatever was sent, the error stays readable. */
export function quote(value: unknown): string {
  const words = typeof value === 'string' ? `"${value}"` : String(JSON.stringify(value));
  return words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE)}…"` : words;
}

const LONGEST_QUOTE = 255;

/** A field that may be left out; on the way from the page what is undefined may become null. */
export function optional<S extends v.GenericSchema>(schema: S) {
  return v.nullish(schema);
}

/** A text of limited length, named in the error. */
export function limitedText(field: string, most: number) {
  return v.pipe(
    v.string(({ input: given }) => `${field} must be text (got ${quote(given)})`),
    v.maxLength(
      most,
      ({ input: given }) => `${field} must be at most ${most} characters (got ${given.length})`,
    ),
  );
}

/** A whole number within bounds, both included. */
export function wholeNumber(field: string, least: number, most = Number.MAX_SAFE_INTEGER) {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  const message = ({ input: given }: { input: unknown }) =>
    `${field} must be a whole number ${bounds} (got ${quote(given)})`;
  return v.pipe(
    v.number(message),
    v.safeInteger(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );
}
