import * as v from 'valibot';
import { isDay } from '../platform/day';
import { quote } from '../platform/quote';
import { described } from './described';
import { invalid } from './http-error';

/** Text of limited length, stored as it was typed. */
export const maxText = (maxCharacters: number) => v.pipe(v.string(), v.maxLength(maxCharacters));

/** The first character of a text that is none. */
export function noCharacterIn(text: string): string | undefined {
  return NO_CHARACTER.exec(text)?.[0];
}

/** NUL, and halves of surrogate pairs, which no spreadsheet file and no database holds as they are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is looked for.
const NO_CHARACTER = /[\u0000\uD800-\uDFFF]/u;

export const Name = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(200),
  v.check(
    (text) => noCharacterIn(text) === undefined,
    ({ input }) => {
      const code = noCharacterIn(input)?.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `must be text (got U+${code}, which is no character).`;
    },
  ),
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

/** Counts, versions. */
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** RFC 3339 in UTC. */
export const Instant = v.pipe(v.string(), v.isoTimestamp());

/** Null where it has not happened. */
export const Time = v.nullable(Instant);

export const CreatedAt = described(Time, 'When it was created.', '2026-11-21T09:12:03.000Z');
export const UpdatedAt = described(Time, 'When it was last changed.', '2026-11-21T09:12:03.000Z');
export const Version = described(
  Count,
  'Counts changes, except those typed into the sheet. Also in the ETag.',
  1,
);

export const ServiceState = v.strictObject({
  status: described(v.literal('ok'), 'Always ok.'),
  version: described(v.string(), 'The version that is running.', '0.3.0+1a2b3c4d'),
});

/** YYYY-MM-DD. */
export const Day = v.pipe(
  v.string(),
  v.check(isDay, ({ input }) => `must be a date such as 2028-02-29 (got ${quote(input)}).`),
  v.metadata({ format: 'date' }),
);

export function toIso(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const integerParameter = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      ({ input }) => `must be an integer from ${min} to ${max} (got ${quote(input)}).`,
    ),
    v.transform(Number),
    v.metadata({ type: 'integer', minimum: min, maximum: max }),
  );

const PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 100;
const MAX_CSV_PAGE_SIZE = 1_000;

const PAGE = 'The page of the list, from 1.';

/** Parameters for a page of a list and its length. */
export const pageQuery = (pageSize = String(PAGE_SIZE)) => ({
  page: described(v.optional(integerParameter(1, 1_000_000), '1'), PAGE),
  pageSize: described(
    v.optional(integerParameter(1, MAX_PAGE_SIZE), pageSize),
    'How many entries a page has.',
  ),
});

/**
 * The same of a list whose pages are read from a table, which may be too long to be counted with each page. A cursor comes
 * from the link to the next page.
 */
export const rowPageQuery = {
  ...pageQuery(),
  count: described(
    v.optional(v.picklist(['exact', 'capped']), 'exact'),
    'capped lets a database stop counting a long list early. A sheet always counts all entries.',
  ),
  cursor: described(
    v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(2_000))),
    'Where the page begins. Take it from the link to the next page, and keep the sort and the filters.',
  ),
};

/** Parameters of a list that comes as CSV too, in place of the same ones of others. */
export const csvQuery = {
  format: described(v.optional(v.picklist(['json', 'csv']), 'json'), 'csv returns the page as CSV.'),
  pageSize: described(
    v.optional(integerParameter(1, MAX_CSV_PAGE_SIZE)),
    `How many entries a page has. ${PAGE_SIZE} by default and at most ${MAX_PAGE_SIZE}; as CSV ${MAX_CSV_PAGE_SIZE} by default and at most.`,
  ),
};

/** Returns the length of a page of such a list. @throws HttpError 422 */
export function pageSizeIn({ format, pageSize }: { format: 'json' | 'csv'; pageSize?: number | undefined }) {
  if (format === 'csv') return pageSize ?? MAX_CSV_PAGE_SIZE;
  if (pageSize === undefined || pageSize <= MAX_PAGE_SIZE) return pageSize ?? PAGE_SIZE;
  throw invalid(
    `pageSize must be an integer from 1 to ${MAX_PAGE_SIZE} unless format is csv (got ${pageSize}).`,
    'pageSize',
  );
}

/** Response of a list that has no pages. */
export const wholeListOf = <S extends v.GenericSchema>(row: S) =>
  v.strictObject({ data: described(v.array(row), 'The entries.') });

/** Response of every other list. */
export const listPageOf = <S extends v.GenericSchema>(row: S) =>
  v.strictObject({
    ...wholeListOf(row).entries,
    page: described(Count, PAGE, 1),
    pageSize: described(Count, 'How many entries a page has.', 25),
    total: described(Count, 'How many entries the list has on all pages.', 1),
    totalIsAtLeast: described(
      v.exactOptional(v.literal(true)),
      'Whether there are more entries than total says. Only with count=capped.',
    ),
  });

/** One page of what was read whole. */
export function pageOf<E>(all: readonly E[], { page, pageSize }: { page: number; pageSize: number }) {
  return { data: all.slice((page - 1) * pageSize, page * pageSize), page, pageSize, total: all.length };
}

/** Response of every DELETE. */
export const Deleted = v.strictObject({
  id: v.string(),
  deleted: described(v.literal(true), 'Always true.'),
});
export type Deleted = v.InferOutput<typeof Deleted>;

/** Filters of a list, which come as text in the query; the metadata is for the OpenAPI document. */
export const NumberFilter = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (text) => /^\d{1,10}(\.\d{1,5})?$/.test(text),
      ({ input }) => `must be a number (got ${quote(input)}).`,
    ),
    v.transform(Number),
    v.metadata({ type: 'number', minimum: 0 }),
  ),
);
export const BooleanFilter = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (word) => word === 'true' || word === 'false',
      ({ input }) => `must be true or false (got ${quote(input)}).`,
    ),
    v.transform((word) => word === 'true'),
    v.metadata({ type: 'boolean' }),
  ),
);
