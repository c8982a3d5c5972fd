import { find } from '../read/find';
import { json, text, timestamp } from '../schema/column';
import { type ColumnName, type Row, type Table, table } from '../schema/table';
import { remove } from './remove';
import { update } from './update';
import { insertAll, writeAll } from './write-all';

/** The oldest entries of lists that have grown too long for one cell. */
export const ARCHIVE = table({
  name: 'Archive',
  key: 'id',
  columns: { id: text(), target: text(), kind: text(), archivedAt: timestamp(), entries: json<object[]>([]) },
  edited: [],
});

interface Entry {
  at: string;
}

/** The oldest entries of a list in a row. */
interface Oldest<T extends Table> {
  /** Where the list stands. */
  column: ColumnName<T>;
  /** What the archive calls it. */
  kind: string;
  entries: readonly Entry[];
}

/** A JSON cell that has grown past this gives its oldest entries away (tables-and-intake 0.1). */
export const FULL = 45_000;

/** So much stays, so that the next change does not move entries again. */
const KEPT = 30_000;

/** Moves entries from a row to the archive; answers how the row stands then. */
export function archive<T extends Table>(of: T, row: Row<T>, lists: readonly Oldest<T>[]): Row<T> {
  const target = row[of.key as ColumnName<T>] as string;
  const kept = lists.filter(({ entries }) => entries.length > 0).map((list) => keep(target, list));
  if (kept.length === 0) return row;
  const shortened = update(of, target, (standing) => {
    const left = kept.map(({ column, entries }) => [column, without(standing[column] as Entry[], entries)]);
    return Object.fromEntries(left) as Partial<Row<T>>;
  });
  // Whoever has deleted the row meanwhile did not see these.
  if (!shortened) for (const { id } of kept) remove(ARCHIVE, id);
  return shortened ?? row;
}

/**
 * Before they leave the row. Where an execution died in between, those that it has kept leave first; more may have
 * been added since.
 */
function keep<T extends Table>(target: string, list: Oldest<T>): Oldest<T> & { id: string } {
  const { kind, entries } = list;
  const id = `${target} ${kind} ${entries[0]?.at}`;
  const standing = find(ARCHIVE, id);
  if (standing) return { ...list, id, entries: entries.slice(0, standing.entries.length) };
  writeAll(insertAll(ARCHIVE, [{ id, target, kind, archivedAt: new Date(), entries: [...entries] }]));
  return { ...list, id };
}

/** Only those that still stand at the beginning: somebody may have moved them already. */
function without(standing: readonly Entry[], moved: readonly Entry[]): Entry[] {
  const isThere = moved.every((entry, index) => JSON.stringify(standing[index]) === JSON.stringify(entry));
  return standing.slice(isThere ? moved.length : 0);
}

/** The oldest entries that have to leave a list, and those that stay; the newest stays, however long it is. */
export function splitOldest<E>(entries: readonly E[]): { oldest: E[]; rest: E[] } {
  if (JSON.stringify(entries).length <= FULL) return { oldest: [], rest: [...entries] };
  let first = entries.length - 1;
  let length = lengthOf(entries[first]);
  while (first > 0 && length + lengthOf(entries[first - 1]) <= KEPT) {
    first--;
    length += lengthOf(entries[first]);
  }
  return { oldest: entries.slice(0, first), rest: entries.slice(first) };
}

/** With its comma. */
function lengthOf(entry: unknown): number {
  return JSON.stringify(entry ?? null).length + 1;
}
