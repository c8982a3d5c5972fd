import * as v from 'valibot';

/** Text of limited length, stored as it was typed. */
export const maxText = (maxCharacters: number) => v.pipe(v.string(), v.maxLength(maxCharacters));

export const Name = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200));

export const Phone = v.pipe(
  v.string(),
  v.check(
    (text) => toE164(text) !== undefined,
    ({ input }) =>
      `must be an international number with a leading +, such as +15551234567 (got ${JSON.stringify(input.slice(0, 80))}).`,
  ),
  v.transform((text) => toE164(text) ?? text),
);

export const integerBetween = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** Money, miles: numbers that a cell stores exactly. */
export const Amount = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(1_000_000_000),
  v.check(
    (value) => Number(value.toPrecision(15)) === value,
    ({ input }) => `must have at most 15 significant digits (got ${input}).`,
  ),
);

/** RFC 3339 in UTC; null where it has not happened. */
export const Time = v.nullable(v.string());

export function toIso(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const integerParameter = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      ({ input }) => `must be an integer from ${min} to ${max} (got ${JSON.stringify(input)}).`,
    ),
    v.transform(Number),
  );

const MAX_PAGE_SIZE = 100;

/** What every list takes beside its filters. `-score` sorts in descending order; without `sort` the newest come first. */
export const listQuery = <const S extends string>(sortable: readonly S[]) => ({
  page: v.optional(integerParameter(1, 1_000_000), '1'),
  pageSize: v.optional(integerParameter(1, MAX_PAGE_SIZE), '25'),
  sort: v.optional(v.picklist(sortable.flatMap((name) => [name, `-${name}` as const]))),
  q: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200))),
});

/** What every list returns. */
export const listPageOf = <S extends v.GenericSchema>(row: S) =>
  v.strictObject({ data: v.array(row), page: v.number(), pageSize: v.number(), total: v.number() });

/** What every DELETE returns. */
export const Deleted = v.strictObject({ id: v.string(), deleted: v.literal(true) });

/** Filters of a list, which come as text in the query. */
export const TextFilter = v.optional(maxText(200));
export const NumberFilter = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (text) => /^\d{1,10}(\.\d{1,5})?$/.test(text),
      ({ input }) => `must be a number (got ${JSON.stringify(input)}).`,
    ),
    v.transform(Number),
  ),
);
export const BooleanFilter = v.optional(
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((word) => word === 'true'),
  ),
);
/** In a query a bare + is a space. */
export const PhoneFilter = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => toE164(text.replace(/^ /, '+')) ?? text),
  ),
);

/** `+1 (555) 123-4567` as `+15551234567`; undefined for what is no international number. */
export function toE164(text: string): string | undefined {
  if (TRUNK_ZERO.test(text)) return undefined;
  const bare = text.replace(SEPARATORS, '');
  return E164.test(bare) ? bare : undefined;
}

/** A plus, the country's digits and the number's: 7 to 15 in all (ITU-T E.164). */
const E164 = /^\+[1-9]\d{6,14}$/;
/** What people write between digits. */
const SEPARATORS = /[\s().\-/\u2010-\u2013]/g;
/** `+49 (0)30`: the zero is dialled inside the country only. */
const TRUNK_ZERO = /\(0\)/;
