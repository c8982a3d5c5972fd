import { json, text, timestamp } from './schema/column';
import { type ColumnName, type Row, type Table, table } from './schema/table';
import { find, findAll, remove, update, writeAll } from './tables';
import * as write from './writes';

/** The oldest entries of lists that have grown too long for one cell. */
export const ARCHIVE = table({
  name: 'Archive',
  key: 'id',
  columns: { id: text(), target: text(), kind: text(), archivedAt: timestamp(), entries: json<object[]>([]) },
  edited: [],
  lookups: { indexes: [['target']] },
});

interface Entry {
  at: string;
}

/** A column that holds a list of entries, the oldest first. */
interface ListColumn<T extends Table> {
  column: ColumnName<T>;
  /** Name of the list in the archive. */
  kind: string;
  /** Entries from the first on that is not final stay in the row. */
  isFinal?: (entry: never) => boolean;
}

interface Archiving<T extends Table> {
  lists: readonly ListColumn<T>[];
  /** The column that counts the entries of a row that are in the archive; null in a row where nobody has counted. */
  counter?: ColumnName<T>;
}

/** A JSON cell that has grown past this loses its oldest entries to the archive. */
export const MAX_CHARACTERS = 45_000;

/** This much stays, so that the next change does not move entries again. */
const KEPT_CHARACTERS = 30_000;

/** Moves the oldest entries of lists that have grown too long for a cell to the archive; returns the row as it is then. */
export function archive<T extends Table>(of: T, row: Row<T>, { lists, counter }: Archiving<T>): Row<T> {
  const target = row[of.key as ColumnName<T>] as string;
  const archived = lists.flatMap(({ column, kind, isFinal = () => true }) => {
    const { oldest } = splitOldest(row[column] as Entry[]);
    const open = oldest.findIndex((entry) => !isFinal(entry as never));
    const entries = open < 0 ? oldest : oldest.slice(0, open);
    return entries.length > 0 ? [{ column, ...store(target, kind, entries) }] : [];
  });
  if (archived.length === 0) return row;
  const shortened = update(
    of,
    target,
    (current) => {
      const left = archived.map(({ column, entries }) => {
        const before = current[column] as Entry[];
        // Only those that are still at the beginning: another execution may have moved them already.
        return { column, before, after: before.slice(beginsWith(before, entries) ? entries.length : 0) };
      });
      const moved = left.reduce((sum, { before, after }) => sum + before.length - after.length, 0);
      const lists = Object.fromEntries(left.map(({ column, after }) => [column, after]));
      return { ...lists, ...counted(current, counter, moved) } as Partial<Row<T>>;
    },
    // A reader of the shortened list has to know that there is more of it.
    {
      first: (next) =>
        counter
          ? [write.update(of, new Map([[target, () => ({ [counter]: next[counter] }) as Partial<Row<T>>]]))]
          : [],
    },
  );
  // The row was deleted meanwhile, and these entries with it.
  if (!shortened) for (const { id } of archived) remove(ARCHIVE, id);
  return shortened ?? row;
}

/**
 * Lists what the archive has of a row, by kind, the oldest first. For a moment an entry is in the row as well, and in two rows of
 * the archive where two executions have moved it at the same time.
 */
export function listArchived(target: string): Partial<Record<string, object[]>> {
  const byKind: Partial<Record<string, object[]>> = {};
  const firstAt = ({ entries: [first] }: Row<typeof ARCHIVE>) => (first as Partial<Entry>)?.at ?? '';
  const rows = findAll(ARCHIVE, 'target', [target]);
  rows.sort((a, b) => (firstAt(a) < firstAt(b) ? -1 : Number(firstAt(a) > firstAt(b))));
  for (const { kind, entries } of rows) byKind[kind] = [...(byKind[kind] ?? []), ...entries];
  return byKind;
}

function counted<T extends Table>(row: Row<T>, counter: ColumnName<T> | undefined, moved: number): object {
  const before = counter === undefined ? null : (row[counter] as number | null);
  return counter === undefined || before === null ? {} : { [counter]: before + moved };
}

/**
 * Entries are stored before they leave the row. Where an execution died in between, those that it has stored leave first;
 * more may have been added since.
 */
function store(
  target: string,
  kind: string,
  entries: readonly Entry[],
): { id: string; entries: readonly Entry[] } {
  const id = `${target} ${kind} ${entries[0]?.at}`;
  const stored = find(ARCHIVE, id)?.entries as Entry[] | undefined;
  if (stored && beginsWith(entries, stored.slice(0, entries.length)))
    return { id, entries: entries.slice(0, stored.length) };
  // Others may have begun at the same millisecond.
  const ownId = stored ? `${id} ${Date.now()}` : id;
  const archivedAt = new Date();
  writeAll(write.insert(ARCHIVE, [{ id: ownId, target, kind, archivedAt, entries: [...entries] }]));
  return { id: ownId, entries };
}

function beginsWith(entries: readonly Entry[], first: readonly Entry[]): boolean {
  return first.every((entry, index) => JSON.stringify(entries[index]) === JSON.stringify(entry));
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

/** Counts the characters of an entry with its comma. */
function lengthOf(entry: unknown): number {
  return JSON.stringify(entry ?? null).length + 1;
}
