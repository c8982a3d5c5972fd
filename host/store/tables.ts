/**
 * The tables of the desks in a database: the front door of `src/tables/tables.ts`, with the same names and the same meaning.
 * The build of a host puts it in that place.
 *
 * A table of `src/` is a table of the database (`./layout`), made and completed when a host starts (`./migrate`). Its columns
 * hold what cells would hold. Beside them stand
 * - `row_order`: the order in which rows were made, so that the newest come first without sorting;
 * - a twin of each text that rows are found by, `status_key`: as `normalize` makes it, since no database has the lower case
 *   of JavaScript. Equality, orders and indexes are the twin's;
 * - `searchable`: the words that `q` is looked for in, as in a column of the sheet.
 *
 * Reading is single statements. What is one hold of the lock in a sheet is one transaction here, SERIALIZABLE, which runs again
 * as a whole where the database says that another has come in between: functions that are given to a write may run several
 * times. Nothing in it waits for a row that all others want, too:
 * - A number for a new row is a short statement of its own, before the transaction: a gap stays where no row is made (`./claims`).
 * - A request with an idempotency key claims its numbers, once. Another request with the key finds the row or waits for it, and
 *   takes the claim over where the first has died. Two that hold each other for dead make the same id, of which one is refused.
 * - How many rows there are is counted by every writer in rows of its own, in the transaction of the write (`./totals`): so a
 *   total is exact at any size, and no creation waits for another.
 *
 * The database is waited for as seldom as can be: changes of which nothing is asked go with the next statement of their unit or
 * with its commit, and what is sure to be asked for goes along with an earlier statement.
 *
 * Only what PostgreSQL, CockroachDB, YugabyteDB, Aurora DSQL and AlloyDB have in common is used; `test/host/store/statements.test.ts` holds
 * every statement to it. The texts are constant, so that each connection prepares them once.
 */

export * as column from '../../src/tables/schema/column';
export { NEVER } from '../../src/tables/schema/column';
export { UnreadableCursor } from '../../src/tables/schema/cursor';
export { listKey } from '../../src/tables/schema/request-key';
export { type AutoId, prefixedId, type Row, type Table, table } from '../../src/tables/schema/table';
export { storedPattern, textPattern } from '../../src/tables/schema/text-pattern';
export { VersionConflict } from '../../src/tables/schema/version';
export type { Where } from '../../src/tables/schema/where';
export type { Write } from '../../src/tables/schema/write';
export { findByIdempotencyKey, type Insertion, insert, insertAll } from './insert';
export { type Lines, readLines, search } from './lines';
export { type ListPage, list } from './list';
export type { MaintenanceTask } from './maintain';
export { find, findAll, mapRows, scan } from './read';
export { maintain, removeAll } from './remove-all';
export { summarize } from './summarize';
export { remove, update } from './update';
export { writeAll } from './write-all';

/** No desk can tell the two apart. */
type SameAs<Door, _Own extends Door> = true;
export type IsFrontDoor = SameAs<typeof import('../../src/tables/tables'), typeof import('./tables')>;
export type HasSameWrites = SameAs<typeof import('../../src/tables/writes'), typeof import('./writes')>;
