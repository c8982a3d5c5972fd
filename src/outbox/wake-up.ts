import * as cache from '../platform/cache';
import type { MaintenanceTask } from '../tables/tables';

/** Holds another text whenever a job has been added. */
const ASKED = 'outbox.asked';
/** What the last sweep found: the text that stood there then, and when the next job is due. */
const SWEPT = 'outbox.swept';

/** The cache may lose a wake-up, so the outbox is read this often in any case. */
const SWEEP_S = 600;

/** The text of ASKED when a sweep starts: jobs that are added later change it. */
export interface WakeUp {
  asked: string;
}

export interface DueWork {
  /** Undefined where no job is due. */
  wakeUp: WakeUp | undefined;
  tasks: MaintenanceTask[];
}

/** Has the timer read the outbox in its next run. */
export function wakeWorker(): void {
  cache.setText(ASKED, Utilities.getUuid(), cache.MAX_TTL_S);
}

/** What the timer has to do. One call of the cache, and no other, while nothing is due. */
export function dueWork(now: number, tasks: readonly MaintenanceTask[]): DueWork {
  const found = cache.getTexts([ASKED, SWEPT, ...tasks.map(keyOf)]);
  const due = tasks.filter((task) => found[keyOf(task)] === undefined);
  return { wakeUp: findWakeUp(found[ASKED] ?? '', found[SWEPT], now), tasks: due };
}

function findWakeUp(asked: string, swept: string | undefined, now: number): WakeUp | undefined {
  if (!swept) return { asked };
  const last = JSON.parse(swept) as WakeUp & { next: number | null };
  const isIdle = last.asked === asked && (last.next === null || now < last.next);
  return isIdle ? undefined : { asked };
}

/** `next` is when the next job is due; null where none waits. */
export function markSweep({ asked }: WakeUp, next: number | null): void {
  cache.set(SWEPT, { asked, next }, SWEEP_S);
}

/** The task is not due again until its interval has passed. */
export function markRun(task: MaintenanceTask): void {
  cache.setText(keyOf(task), '1', task.everyMinutes * 60);
}

function keyOf({ name }: MaintenanceTask): string {
  return `housekeeping.${name}`;
}
