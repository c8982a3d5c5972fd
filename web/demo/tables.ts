import type { Group } from '../../src/platform/folds';
import { folding } from '../../src/tables/read/fold-rows';
import { finderOf, toSearchable } from '../../src/tables/schema/searchable';
import { type ColumnName, idsOf, type Row, type Table } from '../../src/tables/schema/table';
import { VersionConflict } from '../../src/tables/schema/version';
import { filtersOf, sortKey, type Where } from '../../src/tables/schema/where';
import type { Write } from '../../src/tables/schema/write';
import type {
  Figure,
  InsertAllOptions,
  Insertion,
  InsertOptions,
  ListPage,
  ListQuery,
  Question,
  Removal,
  UpdateOptions,
} from '../../src/tables/tables';

export * as column from '../../src/tables/schema/column';
export { NEVER } from '../../src/tables/schema/column';
export { UnreadableCursor } from '../../src/tables/schema/cursor';
export { listKey } from '../../src/tables/schema/request-key';
export { prefixedId, table } from '../../src/tables/schema/table';
export { storedPattern, textPattern } from '../../src/tables/schema/text-pattern';
export { VersionConflict };

/**
 * Tables in memory, for as long as the page is open: what `src/tables/tables.ts` does in a sheet, as far as the API of the demo asks
 * for it. Nobody else writes meanwhile, so nothing is locked.
 */

type AnyRow = Record<string, unknown>;

/** The rows of each table, the oldest first. */
const tables = new Map<string, AnyRow[]>();
const numbers = new Map<string, number>();

export function rowsOf<T extends Table>({ name }: T): Row<T>[] {
  const rows = tables.get(name) ?? [];
  tables.set(name, rows);
  return rows as Row<T>[];
}

function matching<T extends Table>(table: T, where: Where<T> = {}): Row<T>[] {
  const filters = filtersOf(table, where);
  return rowsOf(table).filter((row) =>
    filters.every(({ column, matches }) => matches((row as AnyRow)[column])),
  );
}

export function find<T extends Table>(table: T, id: string): Row<T> | undefined {
  return rowsOf(table).find((row) => (row as AnyRow)[table.key] === id);
}

export function findAll<T extends Table>(
  table: T,
  column: ColumnName<T>,
  texts: readonly string[],
): Row<T>[] {
  return rowsOf(table).filter((row) => texts.includes(row[column] as string));
}

export const scan = <T extends Table>(table: T): Row<T>[] => [...rowsOf(table)];

export function mapRows<T extends Table, R>(
  table: T,
  { where }: { where: Where<T> },
  map: (row: Row<T>) => R,
): R[] {
  return matching(table, where).map(map);
}

export function search<T extends Table>(
  table: T,
  { columns, patterns }: { columns: readonly ColumnName<T>[]; patterns: readonly string[] },
): { row: Row<T>; contains: boolean[] }[] {
  const expressions = patterns.map((pattern) => new RegExp(pattern, 'u'));
  const isIn = (row: Row<T>, expression: RegExp) =>
    columns.some((name) => expression.test(String(row[name])));
  return rowsOf(table)
    .map((row) => ({ row, contains: expressions.map((expression) => isIn(row, expression)) }))
    .filter(({ contains }) => contains.includes(true));
}

export function list<T extends Table, C extends ColumnName<T>>(
  table: T,
  { page, pageSize, sort = `-${table.key}`, where, q = '', columns }: ListQuery<T, C>,
): ListPage<Pick<Row<T>, C>> {
  const searched = table.lookups?.search ?? [];
  const isFound = finderOf(q);
  const has = (row: Row<T>) => isFound(toSearchable(searched.map((name) => String((row as AnyRow)[name]))));
  const found = matching(table, where).filter(has);
  const by = sort.replace(/^-/, '');
  const keyOf = (row: Row<T>) =>
    by === table.key ? rowsOf(table).indexOf(row) : (sortKey((row as AnyRow)[by]) ?? '');
  const sign = sort.startsWith('-') ? -1 : 1;
  found.sort((a, b) => (keyOf(a) < keyOf(b) ? -sign : keyOf(a) > keyOf(b) ? sign : 0));
  const data = found.slice((page - 1) * pageSize, page * pageSize).map((row) => pick(row, columns));
  return { data, page, pageSize, total: found.length };
}

function pick<T extends Table, C extends ColumnName<T>>(row: Row<T>, columns: readonly C[]): Pick<Row<T>, C> {
  return Object.fromEntries(columns.map((name) => [name, row[name]])) as Pick<Row<T>, C>;
}

export function summarize<T extends Table, N extends string>(
  table: T,
  figures: Readonly<Record<N, Figure<T>>>,
  questions: readonly Question<T>[],
): Group<N>[][] {
  const rows = (rowsOf(table) as AnyRow[]).map((row) => (name: string) => row[name]);
  return folding(table, figures, questions).fold(rows);
}

export function findByIdempotencyKey<T extends Table>(table: T, requestKey: string): Row<T> | undefined {
  return rowsOf(table).find((row) => (row as AnyRow).requestKey === requestKey);
}

export function insert<T extends Table>(
  table: T,
  make: (id: string, related: readonly Row<T>[]) => Row<T>,
  { requestKey = '', toId = idsOf(table).toId, related = [] }: InsertOptions<T> = {},
): Insertion<Row<T>> {
  const known = requestKey === '' ? undefined : findByIdempotencyKey(table, requestKey);
  if (known) return { row: known, isNew: false };
  const number = (numbers.get(table.name) ?? 0) + 1;
  numbers.set(table.name, number);
  const isRelated = (row: Row<T>) => related.some(({ column, text }) => row[column] === text);
  const row = make(toId(number), rowsOf(table).filter(isRelated));
  rowsOf(table).push(row);
  return { row, isNew: true };
}

export function insertAll<T extends Table>(
  table: T,
  makes: readonly (((id: string) => Row<T>) | undefined)[],
  { prepare }: InsertAllOptions<Row<T>> = {},
): (Insertion<Row<T>> | undefined)[] {
  const made = makes.map((make) => make && insert(table, make));
  prepare?.(made.flatMap((one) => (one ? [one.row] : [])));
  return made;
}

export function update<T extends Table>(
  table: T,
  id: string,
  patch: (row: Row<T>) => Partial<Row<T>>,
  { ifVersion, first }: UpdateOptions<T> = {},
): Row<T> | undefined {
  const row = find(table, id) as (Row<T> & { version?: number }) | undefined;
  if (!row) return undefined;
  assertVersion(row, ifVersion);
  const patched = patch(row);
  if (Object.keys(patched).length === 0) return row;
  const next = { ...row, ...patched, ...(row.version !== undefined && { version: row.version + 1 }) };
  writeAll(...(first?.(next) ?? []));
  rowsOf(table).splice(rowsOf(table).indexOf(row), 1, next);
  return next;
}

export function remove<T extends Table>(
  table: T,
  id: string,
  { ifVersion, first }: Removal<T> = {},
): boolean {
  const row = find(table, id);
  if (!row) return false;
  assertVersion(row, ifVersion);
  writeAll(...(first?.(row) ?? []));
  rowsOf(table).splice(rowsOf(table).indexOf(row), 1);
  return true;
}

function assertVersion(
  { version }: { version?: number },
  wanted: number | readonly number[] | undefined,
): void {
  if (wanted !== undefined && !(version !== undefined && [wanted].flat().includes(version)))
    throw new VersionConflict('The row has changed.');
}

export const stepOf = (step: () => void): Write => step as unknown as Write;

export function removeAll<T extends Table>(table: T, ids: readonly string[]): string[] {
  return ids.filter((id) => remove(table, id));
}

export function writeAll(...writes: readonly Write[]): void {
  for (const step of writes as unknown as (() => void)[]) step();
}

export const maintain = () => 0;

/** Nobody is forgotten here. */
export const readLines = () => [];
