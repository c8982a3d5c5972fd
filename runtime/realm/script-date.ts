import { define } from './define';
import { parseDate } from './parse-date';
import { type ZoneClock, zoneClock } from './zone-clock';

const Native = Date;
const { getTime, setTime } = Date.prototype;
const NativeFormat = Intl.DateTimeFormat;

/** Reads and sets the fields of local times, as the fields of the same time in UTC. */
const scratch = new Native(0);

/**
 * Makes Date a script's, in its time zone whatever the machine's is: the methods of local time are replaced in place, so
 * that a date stays V8's own object.
 */
export function installDate(timeZone: string, now: () => number): void {
  const clock = zoneClock(timeZone);
  installGetters(clock);
  installSetters(clock);
  const text = installTexts(clock, timeZone);
  installConstructor(clock, now, text);
}

/** The local time as the ms of the same time in UTC; NaN for an invalid date. */
function toLocal(date: Date, { offsetAt }: ZoneClock): number {
  const instant = getTime.call(date);
  return instant + offsetAt(instant);
}

const FIELDS = ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const;

function installGetters(clock: ZoneClock): void {
  for (const field of [...FIELDS, 'Day'] as const) {
    const read = Native.prototype[`getUTC${field}`];
    define(Native.prototype, `get${field}`, {
      method() {
        setTime.call(scratch, toLocal(this as Date, clock));
        return read.call(scratch);
      },
    });
  }
  define(Native.prototype, 'getYear', {
    method() {
      return (this as Date).getFullYear() - 1900;
    },
  });
  define(Native.prototype, 'getTimezoneOffset', {
    method() {
      const instant = getTime.call(this as Date);
      return Number.isNaN(instant) ? instant : Math.trunc(-clock.offsetAt(instant) / 60_000) + 0;
    },
  });
}

function installSetters(clock: ZoneClock): void {
  for (const field of FIELDS) {
    const write = Native.prototype[`setUTC${field}`] as (...parts: number[]) => number;
    define(Native.prototype, `set${field}`, {
      method(...parts: number[]) {
        setTime.call(scratch, toLocal(this as Date, clock));
        const local = write.apply(scratch, parts);
        return setTime.call(this as Date, clock.toInstant(local));
      },
    });
  }
  define(Native.prototype, 'setYear', {
    method(given: unknown) {
      const year = Math.trunc(Number(given));
      if (Number.isNaN(year)) return setTime.call(this as Date, year);
      return (this as Date).setFullYear(year >= 0 && year <= 99 ? 1900 + year : year);
    },
  });
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The texts of dates: ECMA-262, ToDateString. Returns that of `toString`. */
function installTexts(clock: ZoneClock, timeZone: string): (instant: number) => string {
  let names: ((instant: number) => string) | undefined;
  const nameAt = (instant: number) => {
    // Few executions print a date's zone, and finding its names takes long.
    names ??= zoneNames(timeZone, clock);
    return names(instant);
  };
  const two = (value: number) => String(value).padStart(2, '0');

  function dateOf(instant: number): string {
    setTime.call(scratch, instant + clock.offsetAt(instant));
    const year = scratch.getUTCFullYear();
    const padded = `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}`;
    const [day, month] = [DAYS[scratch.getUTCDay()], MONTHS[scratch.getUTCMonth()]];
    return `${day} ${month} ${two(scratch.getUTCDate())} ${padded}`;
  }
  function timeOf(instant: number): string {
    const offset = clock.offsetAt(instant);
    setTime.call(scratch, instant + offset);
    const time = [scratch.getUTCHours(), scratch.getUTCMinutes(), scratch.getUTCSeconds()].map(two);
    const minutes = Math.trunc(Math.abs(offset) / 60_000);
    const sign = offset < 0 ? '-' : '+';
    const zone = `GMT${sign}${two(Math.trunc(minutes / 60))}${two(minutes % 60)}`;
    return `${time.join(':')} ${zone} (${nameAt(instant)})`;
  }
  const textOf = (instant: number) => `${dateOf(instant)} ${timeOf(instant)}`;
  for (const [method, format] of Object.entries({
    toString: textOf,
    toDateString: dateOf,
    toTimeString: timeOf,
  })) {
    define(Native.prototype, method, {
      method() {
        const instant = getTime.call(this as Date);
        return Number.isNaN(instant) ? 'Invalid Date' : format(instant);
      },
    });
  }
  return textOf;
}

/**
 * The zone's name at an instant. V8 has two, of standard and of summer time as they are now, and uses them for the past
 * too.
 */
function zoneNames(timeZone: string, { offsetAt }: ZoneClock): (instant: number) => string {
  const format = new NativeFormat('en-US', { timeZone, timeZoneName: 'long' });
  const nameAt = (instant: number) => {
    const part = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName');
    return part?.value ?? '';
  };
  const year = new Native(Native.now()).getUTCFullYear();
  const present = [nameAt(Native.UTC(year, 0, 1)), nameAt(Native.UTC(year, 6, 1))];
  const summer = present.find((name) => SUMMER.test(name));
  const standard = present.find((name) => name !== summer) ?? '';
  const toPresent = (name: string) => {
    if (present.includes(name)) return name;
    return SUMMER.test(name) ? (summer ?? name) : standard;
  };
  const known = new Map<string, string>();
  return (instant) => {
    const similar = instant < 0 || instant > MAX_EPOCH_MS ? equivalentTime(instant) : instant;
    const key = `${Math.floor(similar / WEEK_MS)} ${offsetAt(similar)}`;
    const name = known.get(key) ?? toPresent(nameAt(similar));
    known.set(key, name);
    return name;
  };
}

const SUMMER = /Daylight|Summer/;
const WEEK_MS = 7 * 86_400_000;
const MAX_EPOCH_MS = 2_147_483_647_000;

/** V8 names the zone of an instant before 1970 or after 2037 by the same day of a year like it from 2008 to 2035. */
function equivalentTime(instant: number): number {
  setTime.call(scratch, instant);
  const year = scratch.getUTCFullYear();
  scratch.setUTCHours(0, 0, 0, 0);
  const newYear = scratch.setUTCFullYear(year, 0, 1);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const recent = (isLeap ? 1956 : 1967) + ((new Native(newYear).getUTCDay() * 12) % 28);
  return Native.UTC(2008 + ((recent + 3 * 28 - 2008) % 28), 0, 1) + (instant - newYear);
}

type Parts = [year: number, month: number, ...rest: number[]];

function installConstructor(clock: ZoneClock, now: () => number, textOf: (instant: number) => string): void {
  const parse = (text: string) => parseDate(text, Native.parse, clock);
  const instantOf = (parts: unknown[]): number => {
    if (parts.length === 0) return now();
    if (parts.length > 1) return clock.toInstant(Native.UTC(...(parts as Parts)));
    const [value] = parts;
    if (isDate(value)) return getTime.call(value);
    const primitive = toPrimitive(value);
    return typeof primitive === 'string' ? parse(primitive) : Number(primitive);
  };
  function ScriptDate(...parts: unknown[]): unknown {
    if (!new.target) return textOf(now());
    return Reflect.construct(Native, [instantOf(parts)], new.target);
  }
  Object.defineProperties(ScriptDate, {
    name: { value: 'Date', configurable: true },
    length: { value: 7, configurable: true },
    prototype: { value: Native.prototype, writable: false },
  });
  define(ScriptDate, 'now', { method: () => now() });
  define(ScriptDate, 'parse', { method: (text: unknown) => parse(String(text)) });
  define(ScriptDate, 'UTC', { method: Native.UTC });
  const hidden = { writable: true, enumerable: false, configurable: true };
  Object.defineProperty(Native.prototype, 'constructor', { ...hidden, value: ScriptDate });
  Object.defineProperty(globalThis, 'Date', { ...hidden, value: ScriptDate });
}

/** A date of another realm, such as the main thread's, is one too. */
function isDate(value: unknown): value is Date {
  if (typeof value !== 'object' || value === null) return false;
  try {
    getTime.call(value as Date);
    return true;
  } catch {
    return false;
  }
}

/** ECMA-262, ToPrimitive without a hint. */
function toPrimitive(value: unknown): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
  const convert = (value as { [Symbol.toPrimitive]?: (hint: string) => unknown })[Symbol.toPrimitive];
  if (typeof convert === 'function') return convert.call(value, 'default');
  const plain = value.valueOf();
  return typeof plain === 'object' && plain !== null ? value.toString() : plain;
}
