import { setTimeout } from 'node:timers/promises';
import type { Comparison } from './compare';
import type { Copied } from './copy';
import { MoveError } from './move-error';
import { openSealed } from './open-sealed';
import type { RawCell } from './parse-rows';
import { type Page, PageTooLarge, type Place, type Source, type Status } from './source';
import type { GRADUATE_TASKS } from './tasks';

type Tasks = typeof GRADUATE_TASKS;

/** Has the database's side of the move done by a worker. */
export type RunTask = <N extends keyof Tasks>(
  name: N,
  argument: Parameters<Tasks[N]>[0],
) => Promise<ReturnType<Tasks[N]>>;

interface Moving {
  source: Source;
  run: RunTask;
  /** The half of the token that is never sent. */
  sealKey: string;
  acceptsProblems: boolean;
  print(line: string): void;
}

type MovingStatus = Extract<Status, { state: 'moving' }>;

interface Accounts {
  signingSecret: string;
  settings: Record<string, string>;
  tables: Record<string, { header: string[]; rows: RawCell[][] }>;
}

/** The copied pages of each table, from the top. */
type CopiedTables = Map<string, Copied[]>;

/** Rows that travel together; fewer where the sheet cannot send so many. */
const PAGE_ROWS = 2_000;
const PAUSE_MS = 5_000;

/**
 * The sheet has stopped serving. Copies everything, compares it, and ends the move in the sheet: until then nothing is final,
 * and all of it may be repeated. Returns the new address.
 *
 * @throws MoveError that says what the owner has to do
 */
export async function graduate(moving: Moving): Promise<string> {
  const { source, run, print } = moving;
  const status = await source.getStatus();
  if (status.state === 'moved') {
    if (await run('graduate has ended', undefined)) return status.address;
    throw new MoveError(
      `The API has moved to ${status.address} already, but not into this database. Nothing was changed here.`,
    );
  }
  const { sheet, timeZone } = status;
  if ((await run('graduate begin', { sheet, timeZone })) === 'running') await copyAndCompare(moving);
  print('Finishing the move in the sheet.');
  await source.finish(await run('graduate make window token', undefined));
  return status.address;
}

async function copyAndCompare(moving: Moving): Promise<void> {
  const { run, print } = moving;
  const { tables, nextNumbers } = await awaitSettled(moving);
  print('Copying.');
  const copied: CopiedTables = new Map();
  const pages: (Place & { etag: string })[] = [];
  for (const table of tables) pages.push(...(await copyTable(moving, table, copied)));
  const { settings, signingSecret } = await copyAccounts(moving, copied);
  await assertUnedited(moving, pages);
  await compareAll(moving, copied);
  const menu = (copied.get('Menu') ?? []).flatMap(({ entries }) => entries.map(([id]) => id));
  await run('graduate complete', { nextNumbers, settings, signingSecret, menu });
}

/** Requests and a run of the timer that had begun before the move may write for some minutes more. */
async function awaitSettled({ source, print }: Moving): Promise<MovingStatus> {
  for (let isFirst = true; ; isFirst = false) {
    const status = await getMoving(source);
    if (status.isSettled) return status;
    if (isFirst)
      print('Waiting for requests and timer runs that started before the move: at most seven minutes.');
    await setTimeout(PAUSE_MS);
  }
}

/** Gets the status of the move; its token tells if it was stopped. */
async function getMoving(source: Source): Promise<MovingStatus> {
  const status = await source.getStatus();
  if (status.state === 'moving') return status;
  throw new MoveError('Another run has finished the move in the meantime.');
}

/** Page by page, to the first after the last row. Returns the pages. */
async function copyTable(
  { source, run, print }: Moving,
  { name: table, lastRow }: MovingStatus['tables'][number],
  copied: CopiedTables,
): Promise<(Place & { etag: string })[]> {
  const results: Copied[] = [];
  const pages: (Place & { etag: string })[] = [];
  for (let from = 2; from === 2 || from <= lastRow; ) {
    const { count, ...page } = await getPage(source, { table, from, count: PAGE_ROWS });
    results.push(await run('graduate copy', { table, page: { ...page, from } }));
    pages.push({ table, from, count, etag: page.etag });
    from += count;
    if (lastRow > PAGE_ROWS) print(`${table}: ${Math.min(from, lastRow + 1) - 2} of ${lastRow - 1} rows`);
  }
  const own = results[0]?.ownColumns ?? [];
  if (own.length > 0) print(`${table}: your own columns are not moved: ${own.join(', ')}.`);
  copied.set(table, results);
  return pages;
}

/** Gets as many rows as the sheet can send at once. */
async function getPage(source: Source, place: Place): Promise<Page & { count: number }> {
  for (let count = place.count; ; count = Math.ceil(count / 2)) {
    try {
      const page = await source.getPage({ ...place, count });
      if (page) return { ...page, count };
      throw new Error('A page was not sent though no ETag was.');
    } catch (error) {
      if (!(error instanceof PageTooLarge) || count === 1) throw error;
    }
  }
}

async function copyAccounts({ source, run, sealKey }: Moving, copied: CopiedTables): Promise<Accounts> {
  const accounts: Accounts = JSON.parse(openSealed(await source.getAccounts(), sealKey).toString('utf8'));
  for (const [table, page] of Object.entries(accounts.tables))
    copied.set(table, [await run('graduate copy', { table, page: { ...page, from: 2 } })]);
  return accounts;
}

/** The script has stopped, but nothing keeps the owner of a sheet from typing. @throws MoveError that names the rows */
async function assertUnedited(
  { source }: Moving,
  pages: readonly (Place & { etag: string })[],
): Promise<void> {
  const { tables } = await getMoving(source);
  const edited: string[] = [];
  for (const { name, lastRow } of tables) {
    const own = pages.filter(({ table }) => table === name);
    for (const { etag, ...place } of own)
      if (await source.getPage(place, etag))
        edited.push(`${name}!${place.from}:${Math.min(place.from + place.count - 1, lastRow)}`);
    const end = Math.max(...own.map(({ from, count }) => from + count));
    if (lastRow >= end) edited.push(`${name}!${end}:${lastRow}`);
  }
  if (edited.length > 0)
    throw new MoveError(
      `The sheet was edited while it was copied, in ${edited.join(', ')}. The move is not finished. Let nobody edit it, replace formulas such as NOW() or RAND() there with their values, and run this again.`,
    );
}

/** @throws MoveError where anything differs, or has not been moved and the owner has not accepted it */
async function compareAll({ run, print, acceptsProblems }: Moving, copied: CopiedTables): Promise<void> {
  print(`${'table'.padEnd(16)}${'sheet'.padStart(9)}${'database'.padStart(10)}  hash`);
  const compared: Comparison[] = [];
  for (const [table, results] of copied) {
    const one = await run('graduate compare', { table, copied: results.flatMap(({ entries }) => entries) });
    compared.push(one);
    const { sheet, database } = one;
    const verdict = sheet.hash === database.hash ? 'the same' : `differs, in the database ${database.hash}`;
    print(
      `${table.padEnd(16)}${String(sheet.rows).padStart(9)}${String(database.rows).padStart(10)}  ${sheet.hash} ${verdict}`,
    );
  }
  const results = [...copied.values()].flat();
  const problems = results.flatMap((one) => one.problems);
  for (const { cell, text } of results.flatMap(({ notes }) => notes)) print(`${cell}: ${text}`);
  for (const { cell, text } of problems) print(`${cell}: ${text}`);
  const differing = compared.flatMap(({ differences }) => differences);
  if (compared.some(({ sheet, database }) => sheet.hash !== database.hash))
    throw new MoveError(
      `The database differs from the sheet, in ${differing.join(', ')}. The move is not finished.`,
    );
  if (problems.length > 0 && !acceptsProblems)
    throw new MoveError(
      `${problems.length} cells or rows cannot be moved as they are. Correct them in the sheet and run this again, or add --accept-problems: such cells then become empty, and such rows are not moved.`,
    );
}
