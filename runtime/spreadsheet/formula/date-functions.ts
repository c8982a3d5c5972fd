import { shortDate } from '../locale';
import { serialOf, toCalendar, toSerial } from '../serial';
import type { Arguments } from './arguments';
import type { FormulaFunction, Functions } from './functions';
import { fail, type Result, uncertain } from './result';

/** The first day on which spreadsheets agree about the calendar: 1900-03-01. */
const FIRST_CERTAIN_DAY = 61;

export const DATE_FUNCTIONS: Functions = {
  DATE: { takes: [3, 3], run: date },
  TODAY: { takes: [0, 0], run: (args) => ({ value: Math.floor(now(args)), format: dayFormat(args) }) },
  NOW: { takes: [0, 0], run: (args) => ({ value: now(args), format: `${dayFormat(args)} H:mm:ss` }) },
  YEAR: part((day) => day.getUTCFullYear()),
  MONTH: part((day) => day.getUTCMonth() + 1),
  DAY: part((day) => day.getUTCDate()),
  HOUR: time((seconds) => Math.floor(seconds / 3600)),
  MINUTE: time((seconds) => Math.floor(seconds / 60) % 60),
  SECOND: time((seconds) => seconds % 60),
  WEEKDAY: {
    takes: [1, 2],
    run(args) {
      const day = toCalendar(certainDay(args)).getUTCDay();
      const type = Math.trunc(args.number(1, 1));
      if (type === 1) return day + 1;
      if (type === 2) return ((day + 6) % 7) + 1;
      return type === 3 ? (day + 6) % 7 : uncertain('another type of WEEKDAY');
    },
  },
};

/** Months and days beyond the calendar count on into the next; years before 1900 are counted from there. */
function date(args: Arguments): Result {
  const [year = 0, month = 0, day = 0] = [0, 1, 2].map((index) => Math.trunc(args.number(index)));
  if (year < 0 || year > 9999) return fail('#NUM!');
  const value = serialOf(year < 1900 ? year + 1900 : year, month, day);
  if (value < FIRST_CERTAIN_DAY) return uncertain('a date before 1900-03-01');
  return { value, format: dayFormat(args) };
}

function now({ evaluation }: Arguments): number {
  return toSerial(evaluation.now, evaluation.book.record.timeZone);
}

function dayFormat({ typing }: Arguments): string {
  return shortDate(typing.conventions);
}

function part(read: (day: Date) => number): FormulaFunction {
  return { takes: [1, 1], run: (args) => read(toCalendar(certainDay(args))) };
}

function certainDay(args: Arguments): number {
  const serial = Math.floor(args.number(0));
  return serial < FIRST_CERTAIN_DAY ? uncertain('a date before 1900-03-01') : serial;
}

function time(read: (seconds: number) => number): FormulaFunction {
  return {
    takes: [1, 1],
    run(args) {
      const serial = args.number(0);
      if (serial < 0) return fail('#NUM!');
      const seconds = (serial % 1) * 86_400;
      const whole = Math.round(seconds);
      return read(Math.abs(seconds - whole) < 1e-3 ? whole % 86_400 : Math.floor(seconds));
    },
  };
}
