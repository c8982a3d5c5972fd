import { perExecution } from '../../platform/execution';
import type { Group } from '../../platform/folds';
import { readColumns, type WholeColumn } from '../grid/rows';
import type { Table } from '../schema/table';
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
  return fold(rowsOf(readOnce(table, reads.length > 0 ? reads : [table.key])));
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
