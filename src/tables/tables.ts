/**
 * Rows in tables: the verbs that a desk may use, sixteen at most. Below them a table is a tab of the spreadsheet; no desk knows
 * of tabs, ranges or cells, except where it deals with the sheet as its owner sees it (`./sheet`).
 *
 * A table is a value: `table({ name, key, columns, edited })` names its columns from left to right, each of a kind such as
 * `column.text()`. Its rows are plain objects. Filters are values too: `{ status: { in: ['new'] }, score: { gte: 50 } }`.
 *
 * Reading needs no lock. Positions of rows are hints and ids are the truth: whatever was looked up is compared with what was
 * read, and read again while rows are being moved; after three attempts the result is a BusyError.
 *
 * There are two ways of writing, since they are for different callers:
 * - `insert`, `update` and `remove` are for many callers at once, one row each; `insertAll` makes several. They hold the
 *   script's lock for a short time.
 * - `writeAll` is for one run that owns its work (a check of the mailbox, the outbox): several of `./writes` in order, however
 *   many rows they have, in holds of the lock that are no longer than two seconds. After a crash a prefix of them is in the sheet,
 *   never a part of one row, and others may write between two holds.
 *
 * All updates follow one protocol: under the lock the row is found by its id and read, the patch is made of what was read,
 * and only cells of the patch are written. Inserts with a generated id cannot follow it, because the lock would be held while
 * a row of any size is written, and thirty callers would queue behind it. They allocate instead:
 * 1. Under the lock only one script property is read and set: the sequence, with the next number and its row.
 * 2. The row is written outside, whole, in one call, where the sequence says.
 * 3. An allocated number is never given again, so a crash leaves a blank row and a gap, nothing else.
 * 4. Rows do not move while an allocation is younger than an execution can be: removed rows are blanked until then.
 * 5. Maintenance deletes blank rows later.
 * 6. A place that has been filled meanwhile is left alone: the row goes below everything in the tab.
 * 7. A request with an idempotency key records its claim with the allocation.
 * 8. A second request with the key finds the row, or waits for it.
 * 9. Where the first has died before its row was written, the second reclaims the number and writes the row itself.
 * 10. A sequence that is lost is made anew from the highest id in the tab.
 *
 * `host/store` is another engine behind the same exports, for databases; its type says that none is missing. What has left
 * lists that grew too long for a cell (`./archive`) is made of these exports too.
 */

export { find, findAll, search } from './read/find';
export type { Figure, Grouping, Question } from './read/fold-rows';
export { type Lines, readLines } from './read/lines';
export { type ListPage, type ListQuery, list } from './read/list';
export { mapRows, scan } from './read/scan';
export { summarize } from './read/summarize';
export * as column from './schema/column';
export { NEVER } from './schema/column';
export { UnreadableCursor } from './schema/cursor';
export { listKey } from './schema/request-key';
export { type AutoId, prefixedId, type Row, type Table, table } from './schema/table';
export { storedPattern, textPattern } from './schema/text-pattern';
export { VersionConflict } from './schema/version';
export type { Where } from './schema/where';
export type { Write } from './schema/write';
export { findByIdempotencyKey, type Insertion, type InsertOptions, insert } from './write/insert';
export { type InsertAllOptions, insertAll } from './write/insert-all';
export { type MaintenanceTask, maintain } from './write/maintain';
export { type Removal, remove } from './write/remove';
export { type IsUnchanged, removeAll } from './write/remove-all';
export { type UpdateOptions, update } from './write/update';
export { writeAll } from './write/write-all';
