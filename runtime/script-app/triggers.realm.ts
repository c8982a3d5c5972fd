import { emulated } from '../realm/emulated';
import { officialEnum } from '../realm/enum-values';
import { exception } from '../realm/host';
import { call } from './call.realm';
import type { Clock, TriggerEvent, TriggerRecord, TriggerSpec } from './calls';

type Script = typeof GoogleAppsScript.Script;
type Trigger = GoogleAppsScript.Script.Trigger;

export const EVENT_TYPE = officialEnum<Script['EventType']>('Script.EventType');
export const TRIGGER_SOURCE = officialEnum<Script['TriggerSource']>('Script.TriggerSource');

const MINUTES = [1, 5, 10, 15, 30];

/** The objects that `create` returned, which Google cannot delete. */
const created = new WeakSet<Trigger>();

export function isJustCreated(trigger: Trigger): boolean {
  return created.has(trigger);
}

export function triggerOf({ id, handler, event, sourceId }: TriggerRecord): Trigger {
  return emulated('Script.Trigger', {
    getUniqueId: () => id,
    getHandlerFunction: () => handler,
    getEventType: () => EVENT_TYPE[event],
    getTriggerSource: () => TRIGGER_SOURCE[sourceId === null ? 'CLOCK' : 'SPREADSHEETS'],
    getTriggerSourceId: () => sourceId as string,
  } satisfies Trigger);
}

export function newTrigger(handler: string): GoogleAppsScript.Script.TriggerBuilder {
  return emulated('Script.TriggerBuilder', {
    timeBased: () => clockBuilder(handler),
    forSpreadsheet: (sheet: string | GoogleAppsScript.Spreadsheet.Spreadsheet) =>
      spreadsheetBuilder(handler, typeof sheet === 'string' ? sheet : sheet.getId()),
  } satisfies Partial<GoogleAppsScript.Script.TriggerBuilder>);
}

function clockBuilder(handler: string): GoogleAppsScript.Script.ClockTriggerBuilder {
  const clock: Clock = {};
  const set = (part: Clock) => {
    Object.assign(clock, part);
    return builder;
  };
  const builder: GoogleAppsScript.Script.ClockTriggerBuilder = emulated('Script.ClockTriggerBuilder', {
    everyMinutes(n: number) {
      if (!MINUTES.includes(n))
        throw exception(
          'The value you passed to everyMinutes was invalid. It must be one of 1, 5, 10, 15 or 30.',
        );
      return set({ minutes: n });
    },
    everyHours: (n: number) => set({ hours: atLeastOne(n) }),
    everyDays: (n: number) => set({ days: atLeastOne(n) }),
    everyWeeks: (n: number) => set({ weeks: atLeastOne(n) }),
    onWeekDay: (day: unknown) => set({ weekDay: (day as { ordinal(): number }).ordinal() }),
    onMonthDay: (day: number) => set({ monthDay: within(day, 1, 31) }),
    after(ms: number) {
      if (ms < 0) throw exception(`A clock trigger after ${ms} ms is not emulated here.`);
      return set({ after: ms });
    },
    at(date: GoogleAppsScript.Base.Date) {
      if (Number.isNaN(date.getTime())) throw exception('Invalid argument: date');
      return set({ at: date.getTime() });
    },
    atDate: (year: number, month: number, day: number) =>
      set({ date: [year, within(month, 1, 12), within(day, 1, 31)] }),
    atHour: (hour: number) => set({ hour: within(hour, 0, 23) }),
    nearMinute: (minute: number) => set({ minute: within(minute, 0, 59) }),
    inTimezone: (zone: string) => set({ zone }),
    create() {
      assertSchedule(clock);
      return create({ handler, event: 'CLOCK', sourceId: null, clock });
    },
  } satisfies GoogleAppsScript.Script.ClockTriggerBuilder);
  return builder;
}

/** Combinations that go together: one of these, with a time of day or without. */
const WITH_TIME: (keyof Clock)[][] = [
  ['days'],
  ['weeks', 'weekDay'],
  ['weeks'],
  ['weekDay'],
  ['monthDay'],
  ['date'],
];
const WITHOUT_TIME: (keyof Clock)[][] = [['minutes'], ['hours'], ['after'], ['at']];

/** Throws for other combinations: nobody has published what Google makes of them. */
function assertSchedule(clock: Clock): void {
  const told = (Object.keys(clock) as (keyof Clock)[]).filter((name) => name !== 'zone');
  const schedule = told.filter((name) => name !== 'hour' && name !== 'minute');
  if (schedule.length === 0) throw exception('A clock trigger needs to be told when it fires.');
  const known = schedule.length < told.length ? WITH_TIME : [...WITH_TIME, ...WITHOUT_TIME];
  const isKnown = known.some(
    (names) => names.length === schedule.length && names.every((name) => name in clock),
  );
  if (!isKnown) throw exception(`A clock trigger of ${told.join(' and ')} is not emulated here.`);
}

/** The ranges are documented, the message is a guess. */
function within(n: number, least: number, most: number): number {
  if (n < least || n > most) throw exception(`Invalid argument: ${n}`);
  return n;
}

function atLeastOne(n: number): number {
  if (!(n >= 1)) throw exception(`Invalid argument: ${n}`);
  return Math.floor(n);
}

function spreadsheetBuilder(
  handler: string,
  sourceId: string,
): GoogleAppsScript.Script.SpreadsheetTriggerBuilder {
  let event: TriggerEvent | undefined;
  const on = (type: TriggerEvent) => () => {
    event = type;
    return builder;
  };
  const builder: GoogleAppsScript.Script.SpreadsheetTriggerBuilder = emulated(
    'Script.SpreadsheetTriggerBuilder',
    {
      onOpen: on('ON_OPEN'),
      onEdit: on('ON_EDIT'),
      onChange: on('ON_CHANGE'),
      onFormSubmit: on('ON_FORM_SUBMIT'),
      create() {
        if (!event) throw exception('A spreadsheet trigger needs to be told what fires it.');
        return create({ handler, event, sourceId });
      },
    } satisfies GoogleAppsScript.Script.SpreadsheetTriggerBuilder,
  );
  return builder;
}

function create(spec: TriggerSpec): Trigger {
  const trigger = triggerOf(call('script.createTrigger', spec));
  created.add(trigger);
  return trigger;
}
