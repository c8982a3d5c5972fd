import { BusyError } from '../../src/platform/user-error';
import {
  KEY_COLUMN,
  listKey,
  RECLAIM_AFTER_MS,
  stillInProgress,
  TIMEOUT_MS,
} from '../../src/tables/schema/request-key';
import { type ColumnName, idsOf, type Row, type Table } from '../../src/tables/schema/table';
import type { InsertAllOptions, Insertion, InsertOptions } from '../../src/tables/tables';
import { DatabaseUnavailable, SqlError, transaction } from '../database/sql';
import { addRows } from './change';
import {
  type Claim,
  claimNumbers,
  dropClaim,
  endClaimLater,
  findClaim,
  type KeyedRequest,
  reclaimNumbers,
  renewNumbers,
  takeNumbers,
} from './claims';
import { findAll, findAllAlong } from './read';

export type { Insertion } from '../../src/tables/tables';

/** There is a row with this id already: another request took this one for dead, and made it. */
const UNIQUE_VIOLATION = '23505';

/**
 * A request that waits for the database alone is done long before, or its host has died. One that is slower still does no
 * harm: of two rows with the same id one is refused. This is less than a second request waits, so that it makes the row itself.
 */
const RECLAIM_WITHOUT_CALLS_AFTER_MS = 5_000;

/** The pause between two looks of a second request at whether the first is done. */
const POLL_MS = 50;

/**
 * Makes a row under an id of its own: only its number is taken beforehand. `make` is called once for an id, before its row
 * is written: it may do what has to be done elsewhere first, and where it throws there is no row.
 */
export function insert<T extends Table, M extends Table = T>(
  table: T,
  make: (id: string, related: readonly Row<T>[]) => Row<T>,
  {
    requestKey = '',
    movedTo,
    callsOthers = false,
    toId = idsOf(table).toId,
    related = [],
  }: InsertOptions<T, M> = {},
): Insertion<Row<T>, Row<M>> {
  const finders = related.map(({ column, text }) => findAllAlong(table, column, [text]));
  const findRelated = () => finders.flatMap((find) => find());
  if (requestKey === '') {
    const number = takeNumbers(table, 1);
    const row = make(toId(number), findRelated());
    transaction(() => addRows(table, [row]));
    return { row, isNew: true };
  }
  const request = {
    key: requestKey,
    tables: [table, ...(movedTo ? [movedTo] : [])],
    reclaimAfterMs: callsOthers ? RECLAIM_AFTER_MS : RECLAIM_WITHOUT_CALLS_AFTER_MS,
  };
  const until = Date.now() + TIMEOUT_MS;
  for (let isFirst = true; ; isFirst = false) {
    // The first claim of a key looks for its row by itself.
    const findOwn = isFirst
      ? []
      : request.tables.map((one: Table) => findAllAlong(one, KEY_COLUMN, [requestKey]));
    const claim = isFirst ? claimNumbers(table, request, 1) : reclaimNumbers(table, request, 1);
    const [found] = findOwn.flatMap((find) => find()) as (Row<T> | Row<M>)[];
    if (found && claim) dropClaim(table, requestKey, claim);
    if (found) return { row: found, isNew: false };
    if (claim) {
      const rows = () => [{ ...make(toId(claim.number), findRelated()), [KEY_COLUMN]: requestKey } as Row<T>];
      const [row] = addClaimed(table, rows, { requestKey, claim }) ?? [];
      if (row) return { row, isNew: true };
    }
    waitFor(until, isFirst);
  }
}

/** The row that a request with this key has made; undefined where there is none. */
export function findByIdempotencyKey<T extends Table>(table: T, requestKey: string): Row<T> | undefined {
  return rowsOfKeys(table, [requestKey])[0];
}

/**
 * Like `insert`, for a list of rows: they get consecutive numbers, and all are there or none. An undefined entry of the list
 * makes no row but keeps its number, so that a repeated list gets the same numbers whichever of its entries are undefined then.
 */
export function insertAll<T extends Table>(
  table: T,
  makes: readonly (((id: string) => Row<T>) | undefined)[],
  { requestKey = '', assertSame, prepare }: InsertAllOptions<Row<T>> = {},
): (Insertion<Row<T>> | undefined)[] {
  const { toId } = idsOf(table);
  const request = { key: requestKey, tables: [table], reclaimAfterMs: RECLAIM_WITHOUT_CALLS_AFTER_MS };
  const keyAt = (index: number) => listKey(requestKey, index);
  const until = Date.now() + TIMEOUT_MS;
  for (let isFirst = true; ; isFirst = false) {
    const found = rowsOfKeys(table, requestKey === '' ? [] : makes.map((_, index) => keyAt(index)));
    for (const row of found) assertSame?.(row);
    const present = new Map(found.map((row) => [keyOf(row), row]));
    const missing = makes.map((make, index) => (present.has(keyAt(index)) ? undefined : make));
    const makeAll = (first: number) => {
      const rows = missing.map((make, index) => {
        if (!make) return undefined;
        const key = requestKey === '' ? {} : { [KEY_COLUMN]: keyAt(index) };
        return { ...make(toId(first + index)), ...key } as Row<T>;
      });
      prepare?.(withoutGaps(rows));
      return rows;
    };
    const toInsertions = (rows: readonly (Row<T> | undefined)[]) =>
      makes.map((_, index) => {
        const [row, earlier] = [rows[index], present.get(keyAt(index))];
        return row ? { row, isNew: true } : earlier && { row: earlier, isNew: false };
      });
    if (!missing.some(Boolean)) return toInsertions([]);
    if (requestKey === '') {
      const rows = makeAll(takeNumbers(table, makes.length));
      transaction(() => addRows(table, withoutGaps(rows)));
      return toInsertions(rows);
    }
    const claim = claimList(table, request, { count: makes.length, found, isFirst });
    const rows = claim && addClaimed(table, () => makeAll(claim.number), { requestKey, claim });
    if (rows) return toInsertions(rows);
    waitFor(until, isFirst);
  }
}

/** The first call may be about to write its rows, or may have written some that were asked for then. */
function claimList<T extends Table>(
  table: T,
  request: KeyedRequest,
  { count, found, isFirst }: { count: number; found: readonly Row<T>[]; isFirst: boolean },
): Claim | undefined {
  const claim = isFirst ? claimNumbers(table, request, count) : undefined;
  if (claim) return claim;
  const earlier = findClaim(table, request.key);
  const isClaimed = (number: number) =>
    earlier !== undefined && number >= earlier.number && number < earlier.number + earlier.count;
  const isWritten = found.some((row) => isClaimed(table.ids?.numberOf(idOf(table, row)) ?? 0));
  return earlier && isWritten
    ? renewNumbers(table, request, { number: earlier.number, count })
    : reclaimNumbers(table, request, count);
}

/** Undefined where the rows are there: this request was taken for dead, and made by another. */
function addClaimed<T extends Table>(
  table: T,
  make: () => (Row<T> | undefined)[],
  { requestKey, claim }: { requestKey: string; claim: Claim },
): (Row<T> | undefined)[] | undefined {
  let isMade = false;
  try {
    const rows = make();
    isMade = true;
    transaction(() => addRows(table, withoutGaps(rows)));
    return rows;
  } catch (error) {
    if (isMade && error instanceof SqlError && error.code === UNIQUE_VIOLATION) return undefined;
    if (error instanceof DatabaseUnavailable) endClaimLater(table, requestKey, claim);
    // Nobody has to wait for a request that is known to have made nothing.
    else if (!isMade || error instanceof SqlError || error instanceof BusyError)
      dropClaim(table, requestKey, claim);
    throw error;
  }
}

function withoutGaps<R>(rows: readonly (R | undefined)[]): R[] {
  return rows.filter((row) => row !== undefined);
}

function rowsOfKeys<T extends Table>(table: T, keys: readonly string[]): Row<T>[] {
  return findAll(table, KEY_COLUMN as ColumnName<T>, keys);
}

function keyOf(row: object): string {
  return String((row as Record<string, unknown>)[KEY_COLUMN]);
}

function idOf<T extends Table>(table: T, row: Row<T>): string {
  return row[table.key as ColumnName<T>] as string;
}

/** @throws BusyError once the first request has taken too long */
function waitFor(until: number, isFirst: boolean): void {
  if (Date.now() > until) throw stillInProgress();
  if (!isFirst) Utilities.sleep(POLL_MS);
}
