import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described } from '../../http/described';
import { noCharacterIn } from '../../http/fields';
import { type Fault, invalidFields, unknownParameter } from '../../http/http-error';
import type { Caller } from '../../http/route';
import { isDay } from '../../platform/day';
import { quote } from '../../platform/quote';
import { column } from '../../tables/tables';
import { leadLists, type OwnField } from '../lists';
import type { Lead } from '../tables';

/** Columns that the owner has added to the Leads tab and named in the tab Lists: the fields of `custom`. */

type Values = Lead['custom'];

const Value = v.nullable(v.union([v.string(), v.number(), v.boolean()]));

export const CustomView = described(
  v.record(v.string(), Value),
  'The fields that the owner has added in the Lists tab, as far as the caller may read them. Null where one is empty.',
  { Tier: 'gold' },
);

export const GivenCustom = described(
  v.exactOptional(v.record(v.string(), Value)),
  'Values for fields that the owner has added in the Lists tab. Null empties one; what is left out stays as it is.',
);

export const CustomFilter = described(
  v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(1_000)))),
  'A value of a field that the owner has added, or several separated by commas: custom[Tier]=gold or custom.Tier=gold.',
);

const MAX_CHARACTERS = 1_000;

/** The fields that a caller may read; without a caller, as in a push, those that every role may read. */
export function fieldsFor(caller: Pick<Caller, 'role'> | undefined): OwnField[] {
  const asking = caller ? [caller.role] : rolesWith('leads');
  return leadLists().fields.filter(({ roles }) => asking.every((role) => roles.includes(role)));
}

export function toCustomView(values: Values, fields: readonly OwnField[]): v.InferOutput<typeof CustomView> {
  const held = new Map(Object.entries(values));
  return Object.fromEntries(fields.map((field) => [field.name, readCell(field, held.get(field.name) ?? '')]));
}

/** Reads what a cell holds. What is nothing of the kind reads as empty, as in every column. */
function readCell({ type }: OwnField, cell: string | number | boolean): Values[string] {
  if (cell === '') return null;
  if (type === 'number') return column.decimal().fromCell(cell) ?? null;
  if (type === 'yes/no') return column.boolean().fromCell(cell) ?? null;
  if (type === 'date') return column.day().fromCell(cell) ?? null;
  const text = column.text().fromCell(cell) ?? '';
  return typeof type === 'string' ? text : (choiceOf(type, text) ?? null);
}

function choiceOf(choices: readonly string[], text: string): string | undefined {
  return choices.find((choice) => choice.toLowerCase() === text.trim().toLowerCase());
}

/** The body with its own fields as they are stored. @throws HttpError 422 that names each that is wrong */
export function withOwn<B extends { custom?: Values }>(body: B, caller: Caller | undefined): B {
  if (body.custom === undefined) return body;
  const fields = new Map(fieldsFor(caller).map((field) => [field.name, field]));
  const faults: Fault[] = [];
  const stored = Object.entries(body.custom).map(([name, given]) => {
    const param = `custom.${name}`;
    const field = fields.get(name);
    const value = typeof given === 'string' ? given.trim() : given;
    if (!field) faults.push(unknownParameter(param));
    const problem = field && value !== null && value !== '' ? findProblem(field, value) : undefined;
    if (problem !== undefined)
      faults.push({ param, message: `${param} must be ${problem} (got ${quote(given)}).` });
    const isChoice = field && typeof field.type !== 'string' && typeof value === 'string';
    return [
      name,
      (isChoice && choiceOf(field.type as string[], value)) || (value === '' ? null : value),
    ] as const;
  });
  const [first, ...others] = faults;
  if (first) throw invalidFields([first, ...others]);
  return { ...body, custom: Object.fromEntries(stored) };
}

function findProblem({ type }: OwnField, value: string | number | boolean): string | undefined {
  if (type === 'number') return isAmount(value) ? undefined : 'a number of at most 15 digits';
  if (type === 'yes/no') return typeof value === 'boolean' ? undefined : 'true or false';
  if (type === 'date') return isDay(String(value)) ? undefined : 'a date such as 2028-02-29';
  const isText = typeof value === 'string' && value.length <= MAX_CHARACTERS && !noCharacterIn(value);
  if (typeof type === 'string') return isText ? undefined : `a text of at most ${MAX_CHARACTERS} characters`;
  return isText && choiceOf(type, value) !== undefined ? undefined : `one of ${type.join(', ')}`;
}

function isAmount(value: unknown): boolean {
  if (typeof value !== 'number') return false;
  return Math.abs(value) <= 1e12 && Number(value.toPrecision(15)) === value;
}

/** The condition that the filters make. A field that the caller may not read is as unknown as one that is not named. @throws HttpError 422 */
export function ownCondition(
  given: Readonly<Record<string, string>> | undefined,
  caller: Caller | undefined,
) {
  if (given === undefined) return undefined;
  const known = new Set(fieldsFor(caller).map(({ name }) => name));
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  const [first, ...others] = unknown.map((name) => unknownParameter(`custom.${name}`));
  if (first) throw invalidFields([first, ...others]);
  const wanted = Object.entries(given).map(([name, text]) => [
    name,
    [...new Set([text, ...text.split(',')])],
  ]);
  return { own: Object.fromEntries(wanted) as Record<string, string[]> };
}

/** Tells whether a change sets a field to what it is not. */
export function hasNewValues(before: Values, given: Values = {}): boolean {
  const held = new Map(Object.entries(before));
  return Object.entries(given).some(([name, value]) => (held.get(name) ?? null) !== value);
}
