import * as v from 'valibot';
import { quote } from '../platform/quote';
import type { Table, Where } from '../tables/tables';
import { described } from './described';
import { BooleanFilter, NumberFilter, rowPageQuery } from './fields';
import { choicesFilter, rangeIn, TextsFilter, TimeFilter, timeRange } from './filters';

/** Parameters and conditions for a column, as its kind of value allows. */
interface Kind {
  /** The parameters, by their names. */
  parameters(name: string, choices: readonly string[] | undefined): Record<string, v.GenericSchema>;
  /** The condition that the parsed parameters make; undefined without any of them. */
  conditionIn(query: Readonly<Record<string, never>>, name: string): unknown;
}

const KINDS: Readonly<Record<Table['columns'][string]['type'], Kind>> = {
  text: {
    parameters: (name, choices) => ({ [name]: choices ? choicesFilter(choices) : TextsFilter }),
    conditionIn: (query, name) => query[name],
  },
  boolean: {
    parameters: (name) => ({ [name]: BooleanFilter }),
    conditionIn: (query, name) => query[name],
  },
  number: {
    parameters: (name) => ({
      [name]: NumberFilter,
      [`${name}Min`]: NumberFilter,
      [`${name}Max`]: NumberFilter,
    }),
    conditionIn: (query, name) =>
      rangeIn({ value: query[name], min: query[`${name}Min`], max: query[`${name}Max`] }),
  },
  timestamp: {
    parameters: (name) => ({
      [boundOf(name, 'From')]: described(
        TimeFilter,
        `${toVerb(name)} at or after this time, or on or after this day in the time zone of the sheet.`,
      ),
      [boundOf(name, 'To')]: described(
        TimeFilter,
        `${toVerb(name)} before this time, or by the end of this day.`,
      ),
    }),
    conditionIn: (query, name) =>
      timeRange({ from: query[boundOf(name, 'From')], to: query[boundOf(name, 'To')] }),
  },
};

/** `createdFrom` of `createdAt`. */
function boundOf(name: string, bound: 'From' | 'To'): string {
  return name.replace(/At$/, bound);
}

/** `Updated` of `updatedAt`. */
function toVerb(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1, -'At'.length);
}

/**
 * Schema of the query of a list of this table: its page, its order, a text to look for, and the filters of the columns that the
 * table declares. `-score` sorts in descending order; without `sort` the newest come first.
 */
export function listQueryOf({ columns, lookups: { filters = [], sorts = [] } = {} }: Table) {
  const parameters = filters.map((name) => {
    const { type, choices } = columns[name] as Table['columns'][string];
    return KINDS[type].parameters(name, choices);
  });
  return {
    ...rowPageQuery,
    sort: described(
      v.optional(v.picklist(sorts.flatMap((name) => [name, `-${name}`]))),
      'The field to sort by. A minus sorts in descending order; without it the newest come first.',
    ),
    q: described(
      v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200))),
      'Words to search for, in any order, without regard to case and accents; a phone number in any form.',
    ),
    ...(Object.assign({}, ...parameters) as object),
  };
}

/** The parameter `after` of a list: an id of this table, by an example of what it is called. */
export function afterParameter({ ids }: Table, { what, example }: { what: string; example: string }) {
  return described(
    v.optional(
      v.pipe(
        v.string(),
        v.check(
          (id) => (ids?.numberOf(id) ?? 0) > 0,
          ({ input }) => `must be the ID of ${what}, such as ${example} (got ${quote(input)}).`,
        ),
      ),
    ),
    'Only those created after this one, sorted by id. To read a long list, pass the last ID of each response until one is empty: unlike with pages, nothing moves meanwhile. What was being made at the time comes with the next sync, which starts ten minutes before this one.',
  );
}

/** Turns the filters of a query into conditions on the rows of this table. */
export function whereOf<T extends Table>(
  { columns, lookups: { filters = [] } = {} }: T,
  query: object,
): Where<T> {
  const conditions = filters.map((name) => {
    const { type } = columns[name] as Table['columns'][string];
    return [name, KINDS[type].conditionIn(query as Record<string, never>, name)] as const;
  });
  return Object.fromEntries(conditions) as Where<T>;
}
