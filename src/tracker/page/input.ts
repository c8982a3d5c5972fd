import * as v from 'valibot';
import { logError } from '../../health/errors';
import { isDay } from '../../platform/day';
import { describeError } from '../../platform/google-errors';
import { quote } from '../../platform/quote';
import { spreadsheetUrl } from '../../platform/spreadsheet';
import { LayoutError, UserError } from '../../platform/user-error';
import { type Refused, STATUSES } from '../case/answers';
import { fromCaseNumber, withMigration } from '../case/tables';

/** A value in the input of one of the page's functions is wrong. */
export class InputError extends UserError {
  override name = 'InputError';
  readonly where: Pick<Refused, 'field' | 'value'>;

  constructor(message: string, where: Pick<Refused, 'field' | 'value'>) {
    super(message);
    this.where = where;
  }
}

/** The answer of one of the page's functions, or what is wrong, in words for the person at the page. */
export function answer<T>(work: () => T): T | Refused {
  try {
    return withMigration(work);
  } catch (error) {
    if (error instanceof InputError) return { ok: false, error: error.message, ...error.where };
    if (error instanceof LayoutError) return { ok: false, error: error.message, sheetUrl: spreadsheetUrl() };
    if (error instanceof UserError) return { ok: false, error: error.message };
    logError(`The page: ${describeError(error)}`);
    throw error;
  }
}

/** @throws InputError for the first value that does not fit */
export function parse<S extends v.GenericSchema>(schema: S, given: unknown): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, given, { abortEarly: true });
  if (success) return output;
  const [{ message, path = [] }] = issues;
  const field = path.find(({ key }) => typeof key === 'string');
  const item = path.find(({ key }) => typeof key === 'number');
  throw new InputError(message, {
    ...(field ? { field: String(field.key) } : {}),
    ...(item ? { value: String(item.value) } : {}),
  });
}

/** An object with these fields and no others. */
export function input<E extends v.ObjectEntries>(name: string, entries: E) {
  const takes = `${name} takes an object with ${Object.keys(entries).join(', ')}`;
  const isObject = (value: unknown) => !Array.isArray(value);
  const message = ({ received, path }: v.StrictObjectIssue) =>
    path ? `${takes}. Unknown field: ${received}` : takes;
  return v.pipe(v.unknown(), v.check(isObject, takes), v.strictObject(entries, message));
}

/** A field that may be left out. On its way from the page undefined may become null. */
export function optional<S extends v.GenericSchema>(schema: S) {
  return v.nullish(schema);
}

/** Fields of an input that were given. */
export function withoutBlanks<T extends object>(given: T): { [F in keyof T]?: NonNullable<T[F]> } {
  const fields = Object.entries(given).filter(([, value]) => value != null);
  return Object.fromEntries(fields) as { [F in keyof T]?: NonNullable<T[F]> };
}

type Issue = { input: unknown };

const notANumber = ({ input }: Issue) => `${quote(input)} is not a case number such as CASE-0001`;

export const CaseNumberInput = v.pipe(
  v.string(notANumber),
  v.check((text) => fromCaseNumber(text) > 0, notANumber),
);

/** The same words in every function. */
export function unknownCase(caseNumber: string): string {
  return `There is no case ${caseNumber}`;
}

/** List of case numbers. */
export function manyCases(name: string, max: number) {
  const list = `${name} takes a list of 1 to ${max} case numbers`;
  return v.pipe(
    v.array(CaseNumberInput, list),
    v.minLength(1, list),
    v.maxLength(max, ({ input }) => `${list} (got ${input.length})`),
  );
}

const STATUS_NAMES = `${STATUSES.slice(0, -1).join(', ')} or ${STATUSES[STATUSES.length - 1]}`;

/** Interface section 7. */
export const StatusInput = v.picklist(
  STATUSES,
  ({ input }: Issue) => `The status must be ${STATUS_NAMES} (got ${quote(input)})`,
);

export function maxText(field: string, max: number) {
  return v.pipe(
    v.string(({ input }) => `${field} must be text (got ${quote(input)})`),
    v.maxLength(max, ({ input }) => `${field} must be at most ${max} characters (got ${input.length})`),
  );
}

/** Bounds are included. */
export function wholeNumber(field: string, min: number, max = Number.MAX_SAFE_INTEGER) {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const message = ({ input }: Issue) => `${field} must be a whole number ${bounds} (got ${quote(input)})`;
  return v.pipe(
    v.number(message),
    v.safeInteger(message),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
}

export function trueOrFalse(field: string) {
  return v.boolean(({ input }: Issue) => `${field} must be true or false (got ${quote(input)})`);
}

export function oneOf<const V extends string>(field: string, values: readonly V[]) {
  const list = values.join(', ');
  return v.picklist(values, ({ input }: Issue) => `${field} must be one of ${list} (got ${quote(input)})`);
}

export function day(field: string) {
  const message = dayExpected(field);
  return v.pipe(v.string(message), v.check(isDay, message));
}

export function dayExpected(field: string) {
  return ({ input }: Issue) => `${field} must be a date such as 2026-02-28 (got ${quote(input)})`;
}
