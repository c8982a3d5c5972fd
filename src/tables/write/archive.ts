import { find } from '../read/find';
import { json, text, timestamp } from '../schema/column';
import { type ColumnName, type Row, type Table, table } from '../schema/table';
import { remove } from './remove';
import { update } from './update';
import { insertRows, writeAll } from './write-all';

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

/** A column that holds a list of entries, the oldest first. */
interface ListColumn<T extends Table> {
  column: ColumnName<T>;
  /** What the archive calls it. */
  kind: string;
  /** Entries from the first on that is not final stay in the row. */
  isFinal?: (entry: never) => boolean;
}

/** A JSON cell that has grown past this gives its oldest entries away (tables-and-intake 0.1). */
export const MAX_CHARACTERS = 45_000;

/** So much stays, so that the next change does not move entries again. */
const KEPT_CHARACTERS = 30_000;

/** Where lists in a row have grown too long for a cell, their oldest entries move to the archive; answers the row as it is then. */
export function archive<T extends Table>(of: T, row: Row<T>, lists: readonly ListColumn<T>[]): Row<T> {
  const target = row[of.key as ColumnName<T>] as string;
  const archived = lists.flatMap(({ column, kind, isFinal = () => true }) => {
    const { oldest } = splitOldest(row[column] as Entry[]);
    const open = oldest.findIndex((entry) => !isFinal(entry as never));
    const entries = open < 0 ? oldest : oldest.slice(0, open);
    return entries.length > 0 ? [{ column, ...store(target, kind, entries) }] : [];
  });
  if (archived.length === 0) return row;
  const shortened = update(of, target, (current) => {
    const left = archived.map(({ column, entries }) => [
      column,
      without(current[column] as Entry[], entries),
    ]);
    return Object.fromEntries(left) as Partial<Row<T>>;
  });
  // The row was deleted meanwhile, and these entries with it.
  if (!shortened) for (const { id } of archived) remove(ARCHIVE, id);
  return shortened ?? row;
}

/**
 * Before they leave the row. Where an execution died in between, those that it has stored leave first; more may have been
 * added since.
 */
function store(
  target: string,
  kind: string,
  entries: readonly Entry[],
): { id: string; entries: readonly Entry[] } {
  const id = `${target} ${kind} ${entries[0]?.at}`;
  const stored = find(ARCHIVE, id);
  if (stored) return { id, entries: entries.slice(0, stored.entries.length) };
  writeAll(insertRows(ARCHIVE, [{ id, target, kind, archivedAt: new Date(), entries: [...entries] }]));
  return { id, entries };
}

/** Only those that are still at the beginning: another execution may have moved them already. */
function without(current: readonly Entry[], moved: readonly Entry[]): Entry[] {
  const isThere = moved.every((entry, index) => JSON.stringify(current[index]) === JSON.stringify(entry));
  return current.slice(isThere ? moved.length : 0);
}

/** The oldest entries that have to leave a list, and those that stay; the newest stays, however long it is. */
export function splitOldest<E>(entries: readonly E[]): { oldest: E[]; rest: E[] } {
  if (JSON.stringify(entries).length <= MAX_CHARACTERS) return { oldest: [], rest: [...entries] };
  let first = entries.length - 1;
  let length = lengthOf(entries[first]);
  while (first > 0 && length + lengthOf(entries[first - 1]) <= KEPT_CHARACTERS) {
    first--;
    length += lengthOf(entries[first]);
  }
  return { oldest: entries.slice(0, first), rest: entries.slice(first) };
}

/** With its comma. */
function lengthOf(entry: unknown): number {
  return JSON.stringify(entry ?? null).length + 1;
}
