import * as cache from '../platform/cache';
import type { MaintenanceTask } from '../tables/tables';

/** Changes whenever something has been written that has to be sent. */
const ASKED = 'outbox.asked';
/** What the last sweep answered, and when the next row is due. */
const SWEPT = 'outbox.swept';

/** The cache may lose a wake-up, the sheet no row: the tab is read this often all the same. */
const SWEEP_S = 600;

/** What a sweep is about to answer. */
export interface WakeUp {
  asked: string;
}

/** What there is to do. */
export interface DueWork {
  /** Undefined where nothing has to be sent. */
  wakeUp: WakeUp | undefined;
  tasks: MaintenanceTask[];
}

/** The next run of the timer reads the outbox. */
export function wakeWorker(): void {
  cache.setText(ASKED, Utilities.getUuid(), cache.MAX_TTL_S);
}

/** One read of the cache, and nothing else while nothing is due. */
export function dueWork(now: number, tasks: readonly MaintenanceTask[]): DueWork {
  const keys = [ASKED, SWEPT, ...tasks.map(keyOf)];
  const found = cache.getTexts(keys);
  const due = tasks.filter((task) => found[keyOf(task)] === undefined);
  return { wakeUp: wakeUpIn(found[ASKED] ?? '', found[SWEPT], now), tasks: due };
}

function wakeUpIn(asked: string, swept: string | undefined, now: number): WakeUp | undefined {
  if (!swept) return { asked };
  const last = JSON.parse(swept) as WakeUp & { next: number | null };
  const isAnswered = last.asked === asked && (last.next === null || now < last.next);
  return isAnswered ? undefined : { asked };
}

/** `next` is when the next row is due. Whatever was written since is still waited for. */
export function markSweep({ asked }: WakeUp, next: number | null): void {
  cache.set(SWEPT, { asked, next }, SWEEP_S);
}

/** Until its time has passed it is not due again. */
export function markRun(task: MaintenanceTask): void {
  cache.setText(keyOf(task), '1', task.everyMinutes * 60);
}

function keyOf({ name }: MaintenanceTask): string {
  return `housekeeping.${name}`;
}
