import { monthsAgo } from '../platform/day';
import { prompt, showMessage } from '../platform/dialog';
import { maintain, readLines, removeAll, scan, type Table } from '../tables/tables';
import type { Block } from './export-tab';
import { exportThenDelete } from './export-then-delete';

/** Rows that are done with once they are old: the names of columns, and what goes with them. */
export interface OldRows {
  table: Table;
  /** `closed cases` */
  label: string;
  /** The column of times that says how old a row is. */
  by: string;
  /** Only rows with one of these values. */
  only?: { column: string; values: readonly string[] };
  /** Rows of other tables that go with them, by the column that has their id. */
  children?: readonly Children[];
  /** The ids of rows that are needed still. */
  findBusy?: () => readonly string[];
  /** Called before rows go, with all that may go; may be repeated. */
  beforeRemoval?: (ids: readonly string[]) => void;
  /** Called once rows are gone. */
  afterRemoval?: () => void;
}

interface Children {
  table: Table;
  of: string;
  /** Finds the id in that column, where it holds more than the id. */
  toId?: (text: string) => string;
}

const TITLE = 'Remove old data';

const QUESTION =
  'Exports closed and completed data that is older than a number of months, and then asks whether to delete it here.\n\nNumber of months, at least 1:';

/** Number of rows of each kind; the oldest go first, and another turn takes the next ones. */
const MAX_ROWS = 1_000;
const MAX_CHILDREN = 3_000;

/** Number of rows that are named of those that stay. */
const MAX_SHOWN = 20;

/** Menu item. A copied row goes unless it has been changed since. */
export function removeOldData(kinds: readonly OldRows[]): void {
  exportThenDelete({
    title: TITLE,
    find: () => findRows(kinds),
    prepare({ blocks }) {
      const sizes = blocks.map(({ title, lines }) => `${title}: ${lines.length}`).join('\n');
      const kept: string[] = [];
      return {
        summary: sizes,
        remove() {
          for (const kind of kinds) kept.push(...removeKind(kind, blocks));
        },
        report: () => `${describeRemoval(kept)}\n\nChoose "${TITLE}" again for more.`,
      };
    },
  });
}

function describeRemoval(kept: readonly string[]): string {
  if (kept.length === 0) return 'The rows have been deleted.';
  const more = kept.length - MAX_SHOWN;
  const shown = kept.slice(0, MAX_SHOWN).join(', ');
  const all = more > 0 ? `${shown} and ${more} more` : shown;
  return `Kept because changed since the export: ${all}. All others have been deleted.`;
}

function findRows(kinds: readonly OldRows[]) {
  const text = prompt(TITLE, QUESTION);
  if (text === undefined) return undefined;
  const months = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (months < 1) {
    showMessage(TITLE, `The age must be a whole number of months, at least 1 (got "${text}").`);
    return undefined;
  }
  const before = monthsAgo(months);
  const found = kinds.map((kind) => ({ kind, ids: findOld(kind, before) }));
  if (found.every(({ ids }) => ids.length === 0)) {
    showMessage(TITLE, `Nothing is older than ${months} ${months === 1 ? 'month' : 'months'}.`);
    return undefined;
  }
  const counts = found.map(({ kind, ids }) => `${kind.label}: ${ids.length}`).join('\n');
  const summary = `Older than ${before.toISOString()}, at most ${MAX_ROWS} of each kind at a time:\n\n${counts}`;
  return { summary, details: { months }, blocks: found.flatMap(toBlocks) };
}

/** The oldest first. */
function findOld({ table, by, only, children = [], findBusy }: OldRows, before: Date): string[] {
  const busy = new Set(findBusy?.());
  const columns = [table.key, by, ...(only ? [only.column] : [])];
  const timeOf = (row: Readonly<Record<string, unknown>>) => (row[by] as Date).getTime();
  const ids = scan(table, columns)
    .filter((row) => timeOf(row) < before.getTime())
    .filter((row) => !only || only.values.includes(String(row[only.column])))
    .sort((a, b) => timeOf(a) - timeOf(b))
    .map((row) => String(row[table.key]))
    .filter((id) => id !== '' && !busy.has(id))
    .slice(0, MAX_ROWS);
  const hanging = ids.length > 0 ? children.flatMap((child) => listChildren(child, ids)) : [];
  let count = 0;
  return ids.filter((id, index) => {
    count += hanging.filter(({ of }) => of === id).length;
    return index === 0 || count <= MAX_CHILDREN;
  });
}

function listChildren(
  { table, of, toId = String }: Children,
  ids: readonly string[],
): { id: string; of: string }[] {
  const parents = new Set(ids);
  return scan(table, [table.key, of])
    .map((row) => ({ id: String(row[table.key]), of: toId(String(row[of])) }))
    .filter((row) => parents.has(row.of));
}

function toBlocks({
  kind: { table, children = [] },
  ids,
}: {
  kind: OldRows;
  ids: readonly string[];
}): Block[] {
  if (ids.length === 0) return [];
  const own = children.map((child) => ({
    table: child.table,
    ids: listChildren(child, ids).map(({ id }) => id),
  }));
  return [{ table, ids }, ...own]
    .filter((one) => one.ids.length > 0)
    .map((one) => {
      const { header, lines } = readLines(one.table, one.ids);
      return { title: one.table.name, header, lines: [...lines.values()] };
    });
}

/**
 * Before what hangs on them: a row that has been changed since keeps all of it, and of one that is gone nothing stays,
 * changed or not. Returns the ids of those that stay.
 */
function removeKind(kind: OldRows, blocks: readonly Block[]): string[] {
  const { table, children = [], beforeRemoval, afterRemoval } = kind;
  const old = exportedLines(table, blocks);
  if (old.size === 0) return [];
  const ids = [...old.keys()];
  beforeRemoval?.(ids);
  const isSame = (id: string, line: readonly string[]) => line.join('\0') === old.get(id)?.join('\0');
  const gone = removeAll(table, ids, isSame);
  compactNow(table);
  for (const child of children) {
    const hanging = listChildren(child, gone).map(({ id }) => id);
    removeAll(child.table, hanging);
    compactNow(child.table);
  }
  afterRemoval?.();
  return ids.filter((id) => !gone.includes(id));
}

/** A turn deletes some of the blank rows; what is left after these costs nothing but space. */
const MAX_COMPACTIONS = 5;

/** Deletes the blank rows that removed ones have left, at once rather than by the timer. */
export function compactNow(table: Table): void {
  for (let turn = 0; turn < MAX_COMPACTIONS; turn++) if (maintain(table) === 0) break;
}

/** Returns the lines by id. */
function exportedLines(
  { name, key, columns }: Table,
  blocks: readonly Block[],
): Map<string, readonly string[]> {
  const { header = [], lines = [] } = blocks.find(({ title }) => title === name) ?? {};
  const at = header.indexOf(columns[key]?.header ?? key);
  return new Map(lines.map((line) => [line[at] ?? '', line]));
}
