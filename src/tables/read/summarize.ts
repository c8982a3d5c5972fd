import { perExecution } from '../../platform/execution';
import type { Group } from '../../platform/folds';
import { readColumns, readColumnsOf, type WholeColumn } from '../grid/rows';
import { Tab } from '../grid/tab';
import { isOwn, type Table } from '../schema/table';
import { type Filter, filtersOf, isOperator, type Where } from '../schema/where';
import { type Figure, folding, type Question } from './fold-rows';

/**
 * Figures of the groups of each question, in no order. Only the columns named are read, and what one execution has read it
 * counts again; rows in which all of them are blank do not count.
 */
export function summarize<T extends Table, N extends string>(
  table: T,
  figures: Readonly<Record<N, Figure<T>>>,
  questions: readonly Question<T>[],
): Group<N>[][] {
  const { reads, fold } = folding(table, figures, questions);
  const bounds = boundsOf(table, questions);
  const names = reads.length > 0 ? reads : [table.key];
  return fold(rowsOf((bounds && readSome(table, names, bounds)) ?? readOnce(table, names)));
}

/** A column in which each question has bounds, such as a time, and the values that are within those of some. */
function boundsOf<T extends Table>(table: T, questions: readonly Question<T>[]): Filter | undefined {
  const wheres: readonly Readonly<Record<string, unknown>>[] = questions.map(({ where }) => where);
  const column = Object.keys(wheres[0] ?? {}).find((name) => wheres.every((where) => isBounded(where[name])));
  if (column === undefined) return undefined;
  const filters = wheres.flatMap((where) => filtersOf(table, { [column]: where[column] } as Where<T>));
  return { column, matches: (value) => filters.some(({ matches }) => matches(value)) };
}

function isBounded(condition: unknown): boolean {
  return isOperator(condition) && ('gte' in condition || 'lt' in condition);
}

/** Fewer rows are read whole in about the time of the calls that this takes. */
const MIN_ROWS = 20_000;

/** Reads only the rows from the first to the last that pass the filter; undefined where those are most, or the tab is short. */
function readSome(
  table: Table,
  names: readonly string[],
  { column, matches }: Filter,
): Map<string, WholeColumn> | undefined {
  if (names.some((name) => isOwn(table, name))) return undefined;
  const { cells = [], values = [] } = readOnce(table, [column]).get(column) ?? {};
  const passing = values.map(matches);
  const from = Math.max(0, passing.indexOf(true));
  const to = passing.lastIndexOf(true) + 1;
  if (values.length < MIN_ROWS || to - from > values.length / 2) return undefined;
  const rows = Array.from({ length: to - from }, (_, index) => from + index + 2);
  const others = names.filter((name) => name !== column);
  const read = rows.length > 0 && others.length > 0 ? readColumnsOf(new Tab(table), others, rows) : [];
  const filtered = { name: column, cells: cells.slice(from, to), values: values.slice(from, to) };
  return new Map([filtered, ...read].map((one) => [one.name, one]));
}

function* rowsOf(columns: ReadonlyMap<string, WholeColumn>): Iterable<(name: string) => unknown> {
  const all = [...columns.values()];
  const length = Math.min(...all.map(({ cells }) => cells.length));
  for (let index = 0; index < length; index++)
    if (!all.every(({ cells }) => cells[index] === '')) yield (name) => columns.get(name)?.values[index];
}

const known = perExecution(() => new Map<Table, WholeColumn[]>());

/** Reads columns that no earlier question of this execution has read: reports of the same rows read them once. */
function readOnce(table: Table, names: readonly string[]): Map<string, WholeColumn> {
  const before = known.current.get(table) ?? [];
  const missing = names.filter((wanted) => !before.some(({ name }) => name === wanted));
  const columns = [...before, ...(missing.length > 0 ? readColumns(table, missing) : [])];
  known.current.set(table, columns);
  return new Map(columns.flatMap((column) => (names.includes(column.name) ? [[column.name, column]] : [])));
}
