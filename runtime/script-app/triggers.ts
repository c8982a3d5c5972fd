import { DAILY } from '../account/plan';
import type { Quotas } from '../account/quotas';
import type { Execution, ExecutionOptions } from '../execution/execution';
import type { Scheduler, Turn } from '../execution/scheduler';
import type { Script } from '../execution/script';
import { ServiceError } from '../execution/service';
import { UnderWay } from '../execution/under-way';
import type { Store } from '../store';
import type { TriggerEvent, TriggerRecord, TriggerSpec } from './calls';
import { nextRun } from './schedule';
import { type LastRun, type StoredTrigger, TriggerStore } from './trigger-store';

const DAY_MS = 86_400_000;

/** The runner of a script's functions. */
interface Runner {
  run(script: Script, name: string, args: unknown[], options: ExecutionOptions): Promise<Execution>;
}

export interface TriggerStatus extends TriggerRecord {
  scriptId: string;
  /** Epoch ms; undefined for a trigger that waits for an event or has fired for the last time. */
  nextRun: number | undefined;
  lastRun: LastRun | undefined;
}

/**
 * Per user and script: developers.google.com/apps-script/guides/services/quotas; the message has been reported often.
 */
const MAX_TRIGGERS = 20;
const TOO_MANY_TRIGGERS =
  'This script has too many triggers. Triggers must be deleted from the script before more can be added.';

/** Node's timers reach 24 days at most, so longer waits are split into days. */
const MAX_WAIT_MS = DAY_MS;

/** The installable triggers of all scripts: stores them, and fires clock triggers. */
export class Triggers {
  private readonly stored: TriggerStore;
  private readonly scheduler: Scheduler;
  private readonly quotas: Quotas;
  private readonly scripts = new Map<string, Script>();
  private readonly turns = new Map<string, Turn>();
  private readonly underWay = new UnderWay();
  private runner: Runner | undefined;

  constructor({ store, scheduler, quotas }: { store: Store; scheduler: Scheduler; quotas: Quotas }) {
    this.stored = new TriggerStore(store);
    this.scheduler = scheduler;
    this.quotas = quotas;
  }

  /** Starts firing. Triggers of an earlier process continue with their scripts; missed runs are not made up. */
  connect(runner: Runner, scripts: readonly Script[] = []): void {
    this.runner = runner;
    for (const trigger of this.stored.all()) {
      const script = scripts.find(({ id }) => id === trigger.scriptId);
      if (script) this.scripts.set(trigger.id, script);
      this.schedule(trigger);
    }
  }

  add(script: Script, spec: TriggerSpec): TriggerRecord {
    if (this.of(script).length >= MAX_TRIGGERS) throw new ServiceError(TOO_MANY_TRIGGERS);
    const trigger = this.stored.add(script, spec, this.scheduler.now());
    this.scripts.set(trigger.id, script);
    this.schedule(trigger);
    return trigger;
  }

  of({ id }: Script): TriggerRecord[] {
    return this.stored.all().filter(({ scriptId }) => scriptId === id);
  }

  remove(id: string): void {
    this.turns.get(id)?.cancel();
    this.turns.delete(id);
    this.stored.remove(id);
  }

  /** Every trigger with its last and its next run. */
  list(): TriggerStatus[] {
    return this.stored.all().map(({ zone, created, ...trigger }) => ({
      ...trigger,
      nextRun: next({ ...trigger, zone, created }, this.scheduler.now()),
      lastRun: this.stored.lastRun(trigger.id),
    }));
  }

  /** Runs a trigger now. */
  runNow(id: string): Promise<void> {
    const trigger = this.stored.all().find((one) => one.id === id);
    return trigger ? this.fire(trigger, {}) : Promise.resolve();
  }

  /** Runs the triggers that wait for an event of a spreadsheet, with the event's own fields. */
  async notify(spreadsheetId: string, event: TriggerEvent, fields: object = {}): Promise<void> {
    if (!this.runner) return;
    const waiting = this.stored.all().filter((one) => one.sourceId === spreadsheetId && one.event === event);
    await Promise.all(waiting.map((trigger) => this.fire(trigger, { place: { spreadsheetId }, ...fields })));
  }

  /** Counts the duration of a trigger's run toward the daily quota. */
  charge({ kind, elapsed }: Execution): void {
    if (kind === 'trigger') this.quotas.use('triggerMs', elapsed);
  }

  /** Stops firing; resolves when the running triggers have ended. */
  close(): Promise<void> {
    this.runner = undefined;
    for (const turn of this.turns.values()) turn.cancel();
    this.turns.clear();
    return this.underWay.ended();
  }

  private schedule(trigger: StoredTrigger): void {
    const now = this.scheduler.now();
    const due = next(trigger, now);
    this.turns.get(trigger.id)?.cancel();
    if (due === undefined) return;
    const turn = this.scheduler.wake(Math.min(due, now + MAX_WAIT_MS), () => {
      const isDue = this.scheduler.now() >= due;
      this.schedule(trigger);
      if (isDue) void this.fire(trigger, {});
    });
    this.turns.set(trigger.id, turn);
  }

  private fire(trigger: StoredTrigger, fields: object): Promise<void> {
    return this.underWay.track(this.run(trigger, fields));
  }

  private async run(trigger: StoredTrigger, fields: object): Promise<void> {
    const at = this.scheduler.now();
    const script = this.scripts.get(trigger.id);
    if (!this.runner || !script) return;
    if (this.quotas.left('triggerMs') === 0) {
      this.stored.setLastRun(trigger.id, { at, status: 'failed', error: DAILY.triggerMs.says });
      return;
    }
    const event =
      trigger.event === 'CLOCK'
        ? clockEvent(trigger.id, at)
        : { authMode: 'FULL', triggerUid: trigger.id, ...fields };
    const { status, error } = await this.runner.run(script, trigger.handler, [event], {
      kind: 'trigger',
      addOn: trigger.addOn && 'enabled',
    });
    this.stored.setLastRun(trigger.id, { at, status, ...(error ? { error: error.message } : {}) });
  }
}

function next({ id, clock, created, zone }: StoredTrigger, after: number): number | undefined {
  return clock && nextRun({ clock, created, zone, chance: Number(BigInt(id) % 1_440n) }, after);
}

/**
 * The event of a time-driven trigger: developers.google.com/apps-script/guides/triggers/events. `authMode` is the name
 * of an enum value, which the realm replaces by the value.
 */
function clockEvent(triggerUid: string, at: number): object {
  const date = new Date(at);
  return {
    authMode: 'FULL',
    triggerUid,
    timezone: 'UTC',
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    'day-of-month': date.getUTCDate(),
    'day-of-week': date.getUTCDay() || 7,
    'week-of-year': isoWeek(date),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

/** ISO 8601: the week belongs to the year of its Thursday. */
function isoWeek(date: Date): number {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS);
  const newYear = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return Math.floor((thursday.getTime() - newYear) / (7 * DAY_MS)) + 1;
}
