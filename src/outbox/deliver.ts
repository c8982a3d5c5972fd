import { logError } from '../health/errors';
import { runTime } from '../health/usage';
import { commit, update } from '../tables/commit';
import type { Housekeeper } from '../tables/housekeeping';
import { removeAll } from '../tables/remove';
import { select } from '../tables/select';
import { columnNames } from '../tables/table';
import { type Ask, type Due, findDue, noteKeeping, noteSweep } from './signal';
import { OUTBOX, type OutboxRow } from './tables';
import { beginRun, endRun } from './timer-runs';

/** What came of a row: nothing is left to do, or when to look at it again, and why. */
export type Outcome = { isDone: true } | { isDone: false; again: Date; error: string };

export const DONE: Outcome = { isDone: true };

/** Who delivers rows of a kind. Asked again for the same row, whatever became of the time before. */
export interface Courier {
  kind: string;
  deliver(row: OutboxRow): Outcome;
}

/** After one minute, two and four no execution can still be making the change that a row belongs to. */
const TRIES_FOR_CHANGE = 3;

/** For a row whose change is not there: it is being made, or never was. */
export function awaitChange({ tries }: OutboxRow, error: string): Outcome {
  if (tries >= TRIES_FOR_CHANGE) return DONE;
  return { isDone: false, again: new Date(Date.now() + MINUTE_MS * 2 ** tries), error };
}

/** An execution may take six minutes; this leaves one row the time to end. */
const LONGEST_MS = 270_000;

/** What the timer has to do. */
export interface Duties {
  couriers: readonly Courier[];
  housekeepers: readonly Housekeeper[];
}

/** For the timer, every minute. Two runs of the same timer never work at once. */
export function deliverOutbox(duties: Duties): void {
  const started = Date.now();
  const due = findDue(started, duties.housekeepers);
  if (!due.ask && due.housekeepers.length === 0) return;
  const lock = LockService.getUserLock();
  if (!lock.tryLock(0)) return;
  try {
    const run = beginRun(started, runTime(started));
    work(duties, due, started);
    endRun(run);
  } finally {
    lock.releaseLock();
  }
}

/** The house first: what a sweep needs of the sheet may only just have been added. */
function work({ couriers }: Duties, { ask, housekeepers }: Due, started: number): void {
  for (const one of housekeepers) if (Date.now() - started < LONGEST_MS) keepHouse(one);
  if (ask) attempt('the outbox', () => sweep(couriers, ask, started));
}

/** Noted before, so that one that fails does so as seldom as it is due. */
function keepHouse(housekeeper: Housekeeper): void {
  noteKeeping(housekeeper);
  attempt(housekeeper.name, () => housekeeper.keep());
}

/** What fails keeps nothing else waiting, and is told of by Health. */
function attempt(what: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    report(what, error);
  }
}

/** What is done leaves the tab in one step at the end; a run that dies before does it again, which changes nothing. */
function sweep(couriers: readonly Courier[], ask: Ask, started: number): void {
  const rows = select(OUTBOX, columnNames(OUTBOX)) as OutboxRow[];
  const done: string[] = [];
  const waiting: number[] = [];
  for (const row of rows) {
    const isDue = !(row.due.getTime() > started) && Date.now() - started < LONGEST_MS;
    const next = isDue ? take(couriers, row) : row.due.getTime();
    if (next === DONE_WITH) done.push(row.id);
    else waiting.push(next);
  }
  removeAll(OUTBOX, done);
  const times = waiting.filter((time) => time !== NEVER);
  noteSweep(ask, times.length > 0 ? Math.min(...times) : null);
}

/** There is nothing left to do for a row. */
const DONE_WITH = null;
/** Nobody here delivers its kind. */
const NEVER = Number.POSITIVE_INFINITY;
const MINUTE_MS = 60_000;

/** When the row is due again; one that cannot be worked on keeps no other waiting. */
function take(couriers: readonly Courier[], row: OutboxRow): number | typeof DONE_WITH {
  try {
    const outcome = couriers.find(({ kind }) => kind === row.kind)?.deliver(row);
    if (!outcome) return NEVER;
    if (outcome.isDone) return DONE_WITH;
    postpone(row, outcome);
    return outcome.again.getTime();
  } catch (error) {
    report(`${row.id} in the outbox`, error);
    return Date.now() + MINUTE_MS;
  }
}

function postpone(row: OutboxRow, { again, error }: { again: Date; error: string }): void {
  commit(update(OUTBOX, row.id, ({ tries }) => ({ due: again, tries: tries + 1, error })));
}

function report(what: string, error: unknown): void {
  logError(`${what}: ${error instanceof Error ? error.stack : String(error)}`);
}
