import { setTimeout } from 'node:timers/promises';
import type { Comparison } from './compare';
import { MoveError } from './move-error';
import { openSealed } from './open-sealed';
import type { RawCell } from './parse-rows';
import { PageTooLarge, type Place, type Source, type Status } from './source';
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
type KnownPage = Place & { etag: string };

interface Accounts {
  signingSecret: string;
  settings: Record<string, string>;
  tables: Record<string, { header: string[]; rows: RawCell[][] }>;
}

/** Rows that travel together; fewer where the sheet cannot send so many. */
const PAGE_ROWS = 2_000;
const PAUSE_MS = 5_000;
/** How often it looks for what has been written meanwhile. */
const MAX_LOOKS = 5;

/**
 * Copies everything, compares it, and ends the move in the sheet: until then nothing is final, and all of it may be
 * repeated. Returns the new address.
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
  const progress = await run('graduate begin', { sheet, timeZone });
  if (progress.state === 'running') await copyAndCompare(moving, status, progress.pages);
  print('Finishing the move in the sheet.');
  await source.finish(await run('graduate make window token', undefined));
  return status.address;
}

async function copyAndCompare(
  moving: Moving,
  status: MovingStatus,
  pages: readonly KnownPage[],
): Promise<void> {
  const { source, run, print } = moving;
  print(pages.length > 0 ? 'Continuing where the last run stopped.' : 'Copying.');
  await copyMissing(moving, { status, pages });
  await awaitSettled(moving);
  const { settings, signingSecret, tables } = await copyAccounts(moving);
  await copyAllChanges(moving);
  await compareAll(moving, [...status.tables.map(({ name }) => name), ...Object.keys(tables)]);
  const { nextNumbers } = await getMoving(source);
  await run('graduate complete', { nextNumbers, settings, signingSecret });
}

/** Where the move has been stopped, its token says so. */
async function getMoving(source: Source): Promise<MovingStatus> {
  const status = await source.getStatus();
  if (status.state === 'moving') return status;
  throw new MoveError('Another run has finished the move in the meantime.');
}

/** Copies the rows that no page has. */
async function copyMissing(
  moving: Moving,
  { status, pages }: { status: MovingStatus; pages: readonly KnownPage[] },
): Promise<void> {
  for (const { name: table, lastRow } of status.tables) {
    const known = new Map(pages.filter((page) => page.table === table).map((page) => [page.from, page]));
    for (let from = 2; from === 2 || from <= lastRow; ) {
      const next = Math.min(...[...known.keys()].filter((first) => first > from));
      const { count } = known.get(from) ?? (await copyPage(moving, { table, from, count: next - from }));
      from += count;
      if (!known.has(from - count) && lastRow > PAGE_ROWS)
        moving.print(`${table}: ${Math.min(from, lastRow + 1) - 2} of ${lastRow - 1} rows`);
    }
  }
}

/** As many rows as can be had at once, at most those of `place`. Returns the place that was copied. */
async function copyPage({ source, run, print }: Moving, place: Place): Promise<Place> {
  for (let count = Math.min(place.count, PAGE_ROWS); ; count = Math.ceil(count / 2)) {
    const part = { ...place, count };
    try {
      const page = await source.getPage(part);
      if (!page) throw new Error('A page was not sent though no ETag was.');
      const { ownColumns } = await run('graduate replace', {
        table: place.table,
        stale: [],
        page: { ...page, ...part },
      });
      if (ownColumns.length > 0 && place.from === 2)
        print(`${place.table}: your own columns are not moved: ${ownColumns.join(', ')}.`);
      return part;
    } catch (error) {
      if (!(error instanceof PageTooLarge) || count === 1) throw error;
    }
  }
}

/** What has been written since, also by people. @throws MoveError where there is no end to it */
async function copyAllChanges(moving: Moving): Promise<void> {
  for (let looks = 1; ; looks++) {
    const changed = await copyChanged(moving);
    if (changed.length === 0) return;
    if (looks === MAX_LOOKS)
      throw new MoveError(
        `The sheet keeps changing, in ${changed.join(', ')}. The move is not finished. Look for formulas such as NOW() or RAND() there, replace them with their values, and run this again.`,
      );
    moving.print('Checking again, because something has changed.');
  }
}

/** Copies the pages again that are no longer as they were. Returns which rows. */
async function copyChanged(moving: Moving): Promise<string[]> {
  const { source, run } = moving;
  const status = await getMoving(source);
  const { sheet, timeZone } = status;
  const { pages } = await run('graduate begin', { sheet, timeZone });
  const changed: string[] = [];
  for (const { name: table, lastRow } of status.tables) {
    const own = pages.filter((page) => page.table === table);
    const stale: KnownPage[] = [];
    for (const page of own) if (await source.getPage(page, page.etag)) stale.push(page);
    if (stale.length > 0) await run('graduate replace', { table, stale: stale.map(({ from }) => from) });
    const end = Math.max(...own.map(({ from, count }) => from + count));
    changed.push(
      ...stale.map(({ from, count }) => `${table}!${from}:${Math.min(from + count - 1, lastRow)}`),
    );
    if (lastRow >= end) changed.push(`${table}!${end}:${lastRow}`);
  }
  if (changed.length > 0)
    await copyMissing(moving, { status, pages: (await run('graduate begin', { sheet, timeZone })).pages });
  return changed;
}

/** Requests and a run of the timer that had begun before the move may write for some minutes more. */
async function awaitSettled({ source, print }: Moving): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { isSettled } = await getMoving(source);
    if (isSettled) return;
    if (isFirst)
      print('Waiting for requests and timer runs that started before the move: at most seven minutes.');
    await setTimeout(PAUSE_MS);
  }
}

async function copyAccounts({ source, run, sealKey }: Moving): Promise<Accounts> {
  const accounts: Accounts = JSON.parse(openSealed(await source.getAccounts(), sealKey).toString('utf8'));
  for (const [table, page] of Object.entries(accounts.tables))
    await run('graduate replace', {
      table,
      stale: [],
      page: { ...page, from: 2, count: page.rows.length, etag: 'sealed' },
    });
  return accounts;
}

/** @throws MoveError where anything differs, or has not been moved and the owner has not accepted it */
async function compareAll({ run, print, acceptsProblems }: Moving, tables: readonly string[]): Promise<void> {
  print(`${'table'.padEnd(16)}${'sheet'.padStart(9)}${'database'.padStart(10)}  hash`);
  const compared: Comparison[] = [];
  for (const table of tables) {
    const one = await run('graduate compare', { table });
    compared.push(one);
    const { sheet, database } = one;
    const verdict = sheet.hash === database.hash ? 'the same' : `differs, in the database ${database.hash}`;
    print(
      `${table.padEnd(16)}${String(sheet.rows).padStart(9)}${String(database.rows).padStart(10)}  ${sheet.hash} ${verdict}`,
    );
  }
  const problems = compared.flatMap((one) => one.problems);
  for (const { cell, text } of compared.flatMap(({ notes }) => notes)) print(`${cell}: ${text}`);
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
