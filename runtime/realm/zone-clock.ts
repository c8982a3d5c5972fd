const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;
const MAX_MS = 8.64e15;

/** The clocks of one zone. */
export interface ZoneClock {
  /** Ms that local time is ahead of UTC at an instant. */
  offsetAt(instant: number): number;
  /** The instant of a local time, given as the ms of the same time in UTC. */
  toInstant(local: number): number;
}

/** Tells if V8 knows a zone by this name. */
export function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const clocks = new Map<string, ZoneClock>();

/** The clocks of a zone, which remember what they have measured. They throw a RangeError if there is no such zone. */
export function zoneClock(timeZone: string): ZoneClock {
  const clock = clocks.get(timeZone) ?? makeClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

function makeClock(timeZone: string): ZoneClock {
  const options = { timeZone, hourCycle: 'h23', era: 'short', ...FIELDS } as Options;
  let format: Intl.DateTimeFormat | undefined;
  const measured = (instant: number) => {
    format ??= new Intl.DateTimeFormat('en-US', options);
    return measure(format, instant);
  };
  const offsetAt = isUtc(timeZone) ? () => 0 : weekly(measured);

  /**
   * A time that the clocks skip, and one that they pass twice, is read by the offset before the change: ECMA-262,
   * GetNamedTimeZoneEpochNanoseconds and UTC(t).
   */
  function toInstant(local: number): number {
    const before = offsetAt(local - 24 * HOUR_MS);
    const after = offsetAt(local + 24 * HOUR_MS);
    if (before === after || offsetAt(local - before) === before) return local - before;
    return offsetAt(local - after) === after ? local - after : local - before;
  }
  return { offsetAt, toInstant };
}

type Options = Intl.DateTimeFormatOptions;

const numeric = 'numeric' as const;
const FIELDS = {
  year: numeric,
  month: numeric,
  day: numeric,
  hour: numeric,
  minute: numeric,
  second: numeric,
};

function isUtc(zone: string): boolean {
  return /^(Etc\/)?(UTC|GMT|UCT)$/.test(zone);
}

interface Week {
  before: number;
  after: number;
  /** The instant of the change; none if it is infinite. */
  change: number;
}

/** Measures a week once: no zone changes its clocks twice within one. */
function weekly(offset: (instant: number) => number): (instant: number) => number {
  const weeks = new Map<number, Week>();
  return (instant) => {
    if (!(Math.abs(instant) <= MAX_MS)) return 0;
    const index = Math.floor(instant / WEEK_MS);
    const week = weeks.get(index) ?? measureWeek(offset, index);
    weeks.set(index, week);
    return instant < week.change ? week.before : week.after;
  };
}

function measureWeek(offset: (instant: number) => number, index: number): Week {
  let start = Math.max(index * WEEK_MS, -MAX_MS);
  let end = Math.min((index + 1) * WEEK_MS, MAX_MS);
  const before = offset(start);
  const after = offset(end);
  if (before === after) return { before, after, change: Number.POSITIVE_INFINITY };
  while (end - start > 1000) {
    const middle = Math.floor((start + end) / 2000) * 1000;
    if (offset(middle) === before) start = middle;
    else end = middle;
  }
  return { before, after, change: end };
}

function measure(format: Intl.DateTimeFormat, instant: number): number {
  const part: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(instant)) part[type] = value;
  const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(part.month) - 1, Number(part.day));
  local.setUTCHours(Number(part.hour), Number(part.minute), Number(part.second));
  return local.getTime() - Math.floor(instant / 1000) * 1000;
}
