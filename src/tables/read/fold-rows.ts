import { clockOf, type Days } from '../../platform/day';
import { collect, type Fold, type Group } from '../../platform/folds';
import { MINUTE_MS } from '../../platform/platform';
import type { ColumnName, Table } from '../schema/table';
import { filtersOf, isEmpty, type Where } from '../schema/where';

/**
 * A number of each row, and how those of many rows become one: the number in a column; 1 where the row meets filters, else 0;
 * or the minutes from one time to another. With `within` that is 1 where they are at most so many, and 0 as soon as they are
 * more, also of a row whose second time is still to come. A row without the number is passed over.
 */
export type Figure<T extends Table> = { fold: Fold } & (
  | { of: ColumnName<T> }
  | { meets: Where<T> }
  | { from: ColumnName<T>; to: ColumnName<T>; within?: number }
);

/** Rows with the same label are one group: by what is made of a text, or by the day or the hour of a time within some days. */
export type Grouping<T extends Table> = { column: ColumnName<T> } & (
  | { labelOf(text: string): string }
  | { clock: 'day' | 'hour'; days: Days & { zone: string } }
);

/** The rows that are meant. Without `by` they are one group, also where there are none. */
export interface Question<T extends Table> {
  where: Where<T>;
  by?: Grouping<T> | undefined;
}

type ValueIn = (name: string) => unknown;

/** Folds rows by their values; names the columns that it needs before. */
export function folding<T extends Table, N extends string>(
  table: T,
  figures: Readonly<Record<N, Figure<T>>>,
  questions: readonly Question<T>[],
): { reads: string[]; fold(rows: Iterable<ValueIn>): Group<N>[][] } {
  const asked = questions.map(({ where, by }) => {
    const groups = collect(figures, by === undefined);
    return { filters: filtersOf(table, where), by, labelOf: by ? toLabel(by) : () => '', groups };
  });
  const measured = Object.values<Figure<T>>(figures).map((figure) => toNumber(table, figure));
  const grouped = asked.flatMap(({ filters, by }) => [...filters, ...(by ? [by] : [])]);
  return {
    reads: [...grouped.map(({ column }) => column), ...measured.flatMap(({ reads }) => reads)],
    fold(rows) {
      for (const valueIn of rows)
        for (const { filters, by, labelOf, groups } of asked)
          if (filters.every(({ column, matches }) => matches(valueIn(column))))
            groups.add(
              labelOf(by && valueIn(by.column)),
              measured.map(({ numberOf }) => numberOf(valueIn)),
            );
      return asked.map(({ groups }) => groups.fold());
    },
  };
}

interface NumberOf {
  reads: readonly string[];
  numberOf(valueIn: ValueIn): number | undefined;
}

function toNumber<T extends Table>(table: T, figure: Figure<T>): NumberOf {
  if ('of' in figure) {
    const { of } = figure;
    return { reads: [of], numberOf: (valueIn) => (isEmpty(valueIn(of)) ? undefined : Number(valueIn(of))) };
  }
  if ('meets' in figure) {
    const filters = filtersOf(table, figure.meets);
    return {
      reads: filters.map(({ column }) => column),
      numberOf: (valueIn) => Number(filters.every(({ column, matches }) => matches(valueIn(column)))),
    };
  }
  const { from, to, within } = figure;
  return {
    reads: [from, to],
    numberOf(valueIn) {
      const isOver = !isEmpty(valueIn(to));
      const minutes = (Number(isOver ? valueIn(to) : Date.now()) - Number(valueIn(from))) / MINUTE_MS;
      if (within === undefined) return isOver ? minutes : undefined;
      if (minutes > within) return 0;
      return isOver ? 1 : undefined;
    },
  };
}

function toLabel<T extends Table>(by: Grouping<T>): (value: unknown) => string {
  if ('labelOf' in by) return (value) => by.labelOf(String(value));
  const toClock = clockOf(by.days);
  return (value) => toClock(Number(value))?.[by.clock] ?? '';
}
