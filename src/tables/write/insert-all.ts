import { rowsAreMoving } from '../../platform/user-error';
import { numberIn, untilStill } from '../grid/locate';
import { type Found, parseRow, readRowsAt } from '../grid/rows';
import { CLAIM_TTL_MS, readSequence } from '../grid/sequence';
import { Tab } from '../grid/tab';
import { invalidateRows } from '../read/newest';
import { textOf } from '../schema/column';
import {
  type IdempotencyKey,
  IN_LIST,
  KEY_COLUMN,
  listKey,
  POLL_MS,
  RECLAIM_AFTER_MS,
  stillInProgress,
  TIMEOUT_MS,
  toIdempotencyKey,
} from '../schema/request-key';
import { columnNames, idsOf, type Row, type Table, tabColumns } from '../schema/table';
import { allocate, type StaleClaim } from './allocate';
import { type Insertion, keyOf } from './insert';
import { afterPreparing, writeNew } from './new-rows';

export interface InsertAllOptions<R> {
  /** The idempotency key of the list: a second call with the same one makes only the rows that are missing. */
  requestKey?: string;
  /** Called with each row that an earlier call with the key has made; where it throws, nothing is written. */
  assertSame?(row: R): void;
  /** Called before rows are written under these ids, to do what has to be done elsewhere first. */
  prepare?(rows: readonly R[]): void;
}

/**
 * Like `insert`, for a list of rows, in as few calls as for one: they get consecutive numbers. An undefined entry of the list
 * makes no row but keeps its number, so that a repeated list gets the same numbers whichever of its entries are undefined then.
 */
export function insertAll<T extends Table>(
  table: T,
  makes: readonly (((id: string) => Row<T>) | undefined)[],
  { requestKey = '', assertSame, prepare }: InsertAllOptions<Row<T>> = {},
): (Insertion<Row<T>> | undefined)[] {
  const request = requestKey === '' ? undefined : toIdempotencyKey(requestKey);
  const count = makes.length;
  const made = new Map<number, (Row<T> | undefined)[]>();
  for (;;) {
    const tab = new Tab(table);
    tab.assertHas(Object.keys(tabColumns(table)));
    const { found, staleClaim } = request ? findEarlierRows(tab, { ...request, count }) : NOTHING_EARLIER;
    const present = new Map([...found].map(([index, one]) => [index, parseRow(tab, one)]));
    for (const row of present.values()) assertSame?.(row);
    const missing = makes.map((make, index) => (present.has(index) ? undefined : make));
    const toInsertions = (rows: readonly (Row<T> | undefined)[]) =>
      makes.map((_, index) => {
        const [row, earlier] = [rows[index], present.get(index)];
        return row ? { row, isNew: true } : earlier && { row: earlier, isNew: false };
      });
    if (!missing.some(Boolean)) return toInsertions([]);
    const allocation = allocate(tab, { count, hash: request?.hash, staleClaim });
    if (!allocation && !request) throw rowsAreMoving(table.name);
    if (allocation) {
      const makeOnce = (number: number) => {
        const rows = made.get(number) ?? makeRows(table, missing, { number, request });
        if (!made.has(number)) prepare?.(rows.filter((row) => row !== undefined));
        made.set(number, rows);
        return rows;
      };
      const place = afterPreparing(allocation, { table, request }, () => makeOnce(allocation.number));
      const rows = writeNew(tab, { allocation: place, hash: request?.hash, make: makeOnce });
      if (rows.length > 0 && staleClaim) invalidateRows(table);
      if (rows.length > 0) return toInsertions(rows);
    }
    made.clear();
    SpreadsheetApp.flush();
  }
}

/** Each with the key of the list and its place in it. */
function makeRows<T extends Table>(
  table: T,
  makes: readonly (((id: string) => Row<T>) | undefined)[],
  { number, request }: { number: number; request: IdempotencyKey | undefined },
): (Row<T> | undefined)[] {
  const { toId } = idsOf(table);
  return makes.map((make, index) => {
    if (!make) return undefined;
    const key = request ? { [KEY_COLUMN]: listKey(request.key, index) } : {};
    return { ...make(toId(number + index)), ...key };
  });
}

interface EarlierRows {
  /** The rows that earlier calls have made, by their places in the list. */
  found: ReadonlyMap<number, Found>;
  staleClaim?: StaleClaim;
}

const NOTHING_EARLIER: EarlierRows = { found: new Map() };

/** The first call may be about to write its rows. */
function findEarlierRows(tab: Tab, { key, hash, count }: IdempotencyKey & { count: number }): EarlierRows {
  const { schema } = tab;
  const until = Date.now() + TIMEOUT_MS;
  for (;;) {
    const claim = readSequence(schema.name)?.claims.find((one) => one.hash === hash);
    const found = findByListKey(tab, key);
    if (!claim) return { found };
    const isClaimed = (number: number) => number >= claim.number && number < claim.number + claim.count;
    const { number } = claim;
    if ([...found.values()].some(({ id }) => isClaimed(numberIn(schema, id))))
      return { found, staleClaim: { number, isOther: true } };
    const age = Date.now() - claim.at * 1_000;
    // A list of another length, the numbers of which are not known, is waited for until it cannot be written any more.
    if (age > (claim.count === count ? RECLAIM_AFTER_MS : CLAIM_TTL_MS))
      return { found, staleClaim: { number, isOther: false } };
    if (Date.now() > until) throw stillInProgress();
    Utilities.sleep(POLL_MS);
    SpreadsheetApp.flush();
  }
}

function findByListKey(tab: Tab, key: string): Map<number, Found> {
  const prefix = key + IN_LIST;
  const placeIn = (text: string) => (text.startsWith(prefix) ? Number(text.slice(prefix.length)) : undefined);
  return untilStill(tab.schema, (open) => {
    const rows = open
      .column(KEY_COLUMN)
      .getValues()
      .flatMap(([cell = ''], index) => (placeIn(textOf(cell)) === undefined ? [] : [index + 1]));
    const read = readRowsAt(open, rows, columnNames(tab.schema));
    const places = read?.map((one) => placeIn(keyOf(open, one)));
    if (!read || places?.includes(undefined)) return undefined;
    return new Map(read.map((one, index) => [places?.[index] ?? 0, one]));
  });
}
