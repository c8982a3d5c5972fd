import * as v from 'valibot';
import { earliestInCell, endOfDay, isDay, startOfDay } from '../platform/day';
import { quote } from '../platform/quote';
import { deskTimeZone } from '../platform/time-zone';

/** A bare + in a query is a space. */
const toInstant = (text: string) => text.replace(/ (?=\d\d:\d\d$)/, '+');
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i;

/** RFC 3339, on a day that there is: JavaScript takes February 30 for a day in March. */
export function isInstant(text: string): boolean {
  return INSTANT.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}

/** An instant, or a day in the time zone of the spreadsheet. */
export const TimeFilter = v.optional(
  v.pipe(
    v.string(),
    v.transform(toInstant),
    v.check(
      (text) => isDay(text) || isInstant(text),
      ({ input }) =>
        `must be a time such as 2028-02-29T08:30:00Z or a day such as 2028-02-29 (got ${quote(input)}).`,
    ),
  ),
);

/** A time in a body, in any zone; in UTC from then on. */
export const GivenInstant = v.pipe(
  v.string(),
  v.check(
    isInstant,
    ({ input }) => `must be a time with its zone such as 2028-02-29T08:30:00Z (got ${quote(input)}).`,
  ),
  v.transform((text) => new Date(text).toISOString()),
  v.metadata({ format: 'date-time' }),
);

/** An instant. */
export const InstantFilter = v.optional(
  v.pipe(
    v.string(),
    v.transform(toInstant),
    v.check(
      isInstant,
      ({ input }) => `must be a time with its zone such as 2028-02-29T08:30:00Z (got ${quote(input)}).`,
    ),
    v.transform((text) => new Date(text)),
    v.metadata({ format: 'date-time' }),
  ),
);

const MAX_CHARACTERS = 1_000;

/** Separated by commas, or given one by one. */
const Texts = v.union([v.string(), v.array(v.string())]);
type Texts = v.InferOutput<typeof Texts>;

/**
 * One text or several: a row has to have one of them. A text that has a comma itself is found where it is the only one,
 * and where all are given one by one.
 */
export const TextsFilter = v.optional(
  v.pipe(
    Texts,
    v.check(
      (given) => lengthOf(given) <= MAX_CHARACTERS,
      ({ input }) => `must be at most ${MAX_CHARACTERS} characters (got ${lengthOf(input)}).`,
    ),
    v.transform((given) => ({
      in: [...new Set(typeof given === 'string' ? [given, ...given.split(',')] : given)],
    })),
    v.metadata({ type: 'array', items: { type: 'string' } }),
  ),
);

function lengthOf(given: Texts): number {
  return String(given).length;
}

/** One of some words or several, whatever their letter case. */
export const choicesFilter = <const C extends string>(choices: readonly C[]) =>
  v.optional(
    v.pipe(
      Texts,
      v.transform((given) => String(given)),
      v.check(
        (text) =>
          text
            .toLowerCase()
            .split(',')
            .every((word) => choices.includes(word as C)),
        ({ input }) =>
          `must be one or more of ${choices.join(', ')}, separated by commas (got ${quote(input)}).`,
      ),
      v.transform((text) => ({ in: text.toLowerCase().split(',') as C[] })),
      v.metadata({ type: 'array', items: { type: 'string', enum: [...choices] } }),
    ),
  );

interface NumberRange {
  gte: number;
  lte: number;
}

/** This number, and no more or less than these. Undefined without any of them. */
export function rangeIn({
  value,
  min,
  max,
}: { [K in 'value' | 'min' | 'max']?: number | undefined }): NumberRange | undefined {
  if (value === undefined && min === undefined && max === undefined) return undefined;
  return {
    gte: Math.max(value ?? -Infinity, min ?? -Infinity),
    lte: Math.min(value ?? Infinity, max ?? Infinity),
  };
}

interface TimeRange {
  gte?: Date;
  lt?: Date;
}

/** The start of a range that has all rows of this time or later. On the night that clocks go back it has some of the hour before. */
export function fromInstant(instant: Date): Date {
  return new Date(earliestInCell(instant.getTime(), deskTimeZone()));
}

/** Covers the time from the first instant up to another, or to the end of a day. Undefined without either. */
export function timeRange({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}): TimeRange | undefined {
  if (from === undefined && to === undefined) return undefined;
  return {
    ...(from === undefined ? {} : { gte: toStart(from) }),
    ...(to === undefined ? {} : { lt: toEnd(to) }),
  };
}

function toStart(text: string): Date {
  return isDay(text) ? new Date(startOfDay(text, deskTimeZone())) : fromInstant(new Date(text));
}

function toEnd(text: string): Date {
  return new Date(isDay(text) ? endOfDay(text, deskTimeZone()) : text);
}
