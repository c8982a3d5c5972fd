import { OLD_ROWS } from '../../src/api/desks';
import { monthsAgo } from '../../src/platform/day';
import { confirm, prompt, showMessage } from '../../src/platform/dialog';
import { digest } from '../../src/platform/platform';
import { UserError } from '../../src/platform/user-error';
import type { OldRows } from '../../src/retention/old-data';
import { findAll, type Lines, list, readLines, removeAll, type Table } from '../../src/tables/tables';
import { callMain } from '../bridge';
import { transaction } from '../database/sql';

const TITLE = 'Remove old data';

/** The limit for each kind; the oldest rows go first, and the same command takes the next ones. */
const MAX_ROWS = 100_000;

/** A batch that fits into memory, and whose transaction keeps nobody waiting for long. */
const ROWS_AT_ONCE = 200;

/** The limit of remaining rows that are shown. */
const MAX_SHOWN = 20;

/** Rows of a kind in the file: their ids, and a digest of each. */
interface Exported {
  kind: OldRows;
  digests: ReadonlyMap<string, string>;
}

/** Writes what is done with and old into a file, one row a line, and deletes what is still the same if that is wanted. */
export function removeOldData(): void {
  const text = prompt(TITLE, 'Number of months, at least 1:');
  if (!text) return;
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new UserError(`The age must be a whole number of months, at least 1 (got "${text}").`);
  const before = monthsAgo(Number(text));
  const found = OLD_ROWS.map((kind) => ({ kind, ids: findOld(kind, before) }));
  if (found.every(({ ids }) => ids.length === 0)) {
    showMessage(TITLE, `No closed or completed data is older than ${before.toISOString()}.`);
    return;
  }
  const name = `old-data-${new Date().toISOString().replace(/[:.]/g, '-')}.jsonl`;
  const file = callMain<string>('save', { name, text: '' });
  const exported = found.map(({ kind, ids }) => ({ kind, digests: exportRows(file, kind, ids) }));
  const counts = exported.map(({ kind, digests }) => `${kind.label}: ${digests.size}`).join('\n');
  const summary = `Older than ${before.toISOString()}, at most ${MAX_ROWS} of each kind at a time:\n\n${counts}`;
  if (!confirm(TITLE, `${summary}\n\nAll of this is now in ${file}. Permanently delete it?`)) {
    showMessage(TITLE, `Nothing has been deleted. What was found is in ${file}.`);
    return;
  }
  const changed = exported.flatMap(removeExported);
  const more = changed.length > MAX_SHOWN ? ` and ${changed.length - MAX_SHOWN} more` : '';
  showMessage(
    TITLE,
    changed.length === 0
      ? `The rows in ${file} have been deleted.`
      : `Kept because changed since the export: ${changed.slice(0, MAX_SHOWN).join(', ')}${more}. All others have been deleted.`,
  );
}

/** The oldest, without those that something has still to be sent for. */
function findOld({ table, by, only, findBusy }: OldRows, before: Date): string[] {
  const busy = new Set(findBusy?.());
  const where = { [by]: { lt: before }, ...(only && { [only.column]: { in: only.values } }) };
  const query = { page: 1, pageSize: MAX_ROWS, count: 'capped', sort: by, where } as const;
  const { data } = list(table, { ...query, columns: [table.key] });
  return data.map((row) => String(row[table.key])).filter((id) => !busy.has(id));
}

/** Exports rows with the rows of other tables that go with them. */
function exportRows(
  file: string,
  { table, children = [] }: OldRows,
  ids: readonly string[],
): Map<string, string> {
  const digests = new Map<string, string>();
  for (const some of inParts(ids)) {
    const own = readLines(table, some);
    for (const [id, line] of own.lines) digests.set(id, digestOf(line));
    const hanging = children.map((child) => ({
      table: child.table,
      ...readLines(child.table, childrenOf(child, some)),
    }));
    callMain('append', { file, text: [{ table, ...own }, ...hanging].map(toJsonLines).join('') });
  }
  return digests;
}

/** Returns the ids of rows that stay, with what hangs on them, since they have been changed. */
function removeExported({ kind, digests }: Exported): string[] {
  const { table, children = [], beforeRemoval, afterRemoval } = kind;
  const changed: string[] = [];
  for (const some of inParts([...digests.keys()])) {
    const kept = transaction(() => {
      const present = [...readLines(table, some).lines];
      const going = present.flatMap(([id, line]) => (digestOf(line) === digests.get(id) ? [id] : []));
      beforeRemoval?.(going);
      for (const child of children) removeAll(child.table, childrenOf(child, going));
      removeAll(table, going);
      return present.map(([id]) => id).filter((id) => !going.includes(id));
    });
    changed.push(...kept);
  }
  afterRemoval?.();
  return changed;
}

function childrenOf({ table, of }: { table: Table; of: string }, ids: readonly string[]): string[] {
  return findAll(table, of, ids, [table.key]).map((row) => String(row[table.key]));
}

function* inParts(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) yield ids.slice(at, at + ROWS_AT_ONCE);
}

function toJsonLines({ table, header, lines }: Lines & { table: Table }): string {
  return [...lines.values()]
    .map((line) => Object.fromEntries(line.map((text, at) => [header[at], text])))
    .map((cells) => `${JSON.stringify({ table: table.name, cells })}\n`)
    .join('');
}

function digestOf(line: readonly string[]): string {
  return digest(line.join('\0'), 22);
}
