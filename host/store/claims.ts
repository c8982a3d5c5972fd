import { sql } from 'kysely';
import { EXECUTION_TTL_MS } from '../../src/platform/platform';
import type { Table } from '../../src/tables/schema/table';
import { db, eb } from '../database/builder';
import { execute, executeLater, query } from '../database/sql';
import { layoutOf } from './layout';

/**
 * Numbers for new rows, and which request makes them. Both are short statements of their own: in the transaction that writes
 * the rows they would keep all others waiting.
 */

/** The name of a table, and how many numbers it gives. */
const TAKE = `insert into counters (name, value) values ($1, $2)
  on conflict (name) do update set value = counters.value + excluded.value returning value`;

/**
 * The same for a key that nobody has claimed, and of which there is no row in these tables. Two who come at the same moment both
 * take numbers, and one of them claims its own.
 */
const claimIn = (tables: readonly Table[]) => `with c as (
    insert into counters (name, value) select $1::text, $3::bigint
      where not exists (select 1 from claims where table_name = $1::text and key = $2::text)${tables
        .map(
          (table) => ` and not exists (select 1 from "${layoutOf(table).name}" where request_key = $2::text)`,
        )
        .join('')}
    on conflict (name) do update set value = counters.value + excluded.value returning value)
  insert into claims (table_name, key, number, row_count, claimed_at)
    select $1::text, $2::text, value - $3::bigint + 1, $3::bigint, now() from c
  on conflict (table_name, key) do nothing returning number`;

/** The first of so many numbers that nobody else gets. One that is not used stays a gap. */
export function takeNumbers(table: Table, count: number): number {
  const [counter] = query<{ value: number }>(TAKE, [layoutOf(table).name, count]);
  return (counter?.value ?? count) - count + 1;
}

/** A request with an idempotency key. */
export interface KeyedRequest {
  key: string;
  /** The tables that the row of the key may be in. */
  tables: readonly Table[];
  /** After this time it is taken for dead. */
  reclaimAfterMs: number;
}

/** A run of numbers, from the first on. */
interface Numbers {
  /** 0 while there are none yet. */
  number: number;
  count: number;
}

/** The numbers that a request has claimed. */
export interface Claim extends Numbers {
  /** Nobody takes it over before: epoch ms by this host's clock, counted from when the database did not know of it yet. */
  safeUntil: number;
}

interface StoredClaim extends Numbers {
  ageMs: number;
}

const NOW = sql`now()`;

const isOf = (table: Table, key: string) =>
  eb.and([eb('table_name', '=', layoutOf(table).name), eb('key', '=', key)]);

/** Undefined where another request with the key has come first. */
export function claimNumbers(table: Table, request: KeyedRequest, count: number): Claim | undefined {
  const safeUntil = Date.now() + request.reclaimAfterMs;
  const { name } = layoutOf(table);
  const [claimed] = query<{ number: number }>(claimIn(request.tables), [name, request.key, count]);
  return claimed && { number: claimed.number, count, safeUntil };
}

/**
 * Takes over a claim whose request must have died, since its rows are not there: with its numbers, as long as they may have
 * been told to others. Undefined while it may still be at work, and where another request was faster.
 */
export function reclaimNumbers(table: Table, request: KeyedRequest, count: number): Claim | undefined {
  const { key, reclaimAfterMs } = request;
  const claim = findClaim(table, key);
  if (!claim) return claimNumbers(table, request, count);
  const isSameSize = claim.count === count;
  // The numbers of a list of another length are not known, so that it is waited for until it cannot be written any more.
  if (claim.ageMs <= (isSameSize ? reclaimAfterMs : EXECUTION_TTL_MS)) return undefined;
  const safeUntil = Date.now() + reclaimAfterMs;
  const taken = execute(
    db
      .updateTable('claims')
      .set({ claimed_at: NOW, row_count: count })
      .where(isOf(table, key))
      .where('claimed_at', '<', sql`now() - ${reclaimAfterMs / 1_000}::float8 * interval '1 second'`),
  );
  if (taken === 0) return undefined;
  const isKnown = isSameSize && claim.number > 0 && claim.ageMs <= EXECUTION_TTL_MS;
  const { number } = claim;
  return isKnown ? { number, count, safeUntil } : withNumber(table, key, { number, count, safeUntil });
}

/** Takes over a claim of which rows are there, for those that are missing. Undefined where another request was faster. */
export function renewNumbers(
  table: Table,
  { key, reclaimAfterMs }: KeyedRequest,
  { number, count }: Numbers,
): Claim | undefined {
  return withNumber(table, key, { number, count, safeUntil: Date.now() + reclaimAfterMs });
}

export function findClaim(table: Table, key: string): StoredClaim | undefined {
  const [found] = query<{ number: number; row_count: number; claimed_at: Date; read_at: Date }>(
    db
      .selectFrom('claims')
      .select(['number', 'row_count', 'claimed_at', NOW.as('read_at')])
      .where(isOf(table, key)),
  );
  if (!found) return undefined;
  const ageMs = found.read_at.getTime() - found.claimed_at.getTime();
  return { number: found.number, count: found.row_count, ageMs };
}

/**
 * The request may be made again at once, as a new one, since it has made nothing. A claim that another request may have taken
 * over is that one's.
 */
export function dropClaim(table: Table, key: string, { number, safeUntil }: Claim): void {
  if (Date.now() >= safeUntil) return;
  execute(db.deleteFrom('claims').where(isOf(table, key)).where('number', '=', number));
}

/**
 * The database went away from this request, which writes nothing any more: whoever repeats it need not wait until it is taken
 * for dead, and makes the same under the same numbers.
 */
export function endClaimLater(table: Table, key: string, { number }: Claim): void {
  executeLater(
    db
      .updateTable('claims')
      .set({ claimed_at: sql`now() - interval '31 seconds'` })
      .where(isOf(table, key))
      .where('number', '=', number),
  );
}

/** Removes claims of more than a day ago: their rows are found by themselves. */
export function removeOldClaims(): void {
  execute(db.deleteFrom('claims').where('claimed_at', '<', sql`now() - interval '2 days'`));
}

/** Stored before anything is made under the number, so that whoever takes the claim over makes the same. */
function withNumber(
  table: Table,
  key: string,
  { number: before, count, safeUntil }: Claim,
): Claim | undefined {
  const number = takeNumbers(table, count);
  const set = execute(
    db
      .updateTable('claims')
      .set({ number, row_count: count, claimed_at: NOW })
      .where(isOf(table, key))
      .where('number', '=', before),
  );
  return set === 1 ? { number, count, safeUntil } : undefined;
}
