import { addDays, dayAt, timeOfDay, weekdayOf } from '../platform/day';
import { quote } from '../platform/quote';

/** Period that begins on one day of the week. */
interface Span {
  /** 0 is Monday. */
  day: number;
  /** Minutes after midnight. */
  from: number;
  /** More than a day has where it ends on the next one. */
  to: number;
}

/** Undefined where a cafe is always open. */
type OpeningHours = readonly Span[] | undefined;

/** Words for what a text must be. */
export const EXPECTED_HOURS = 'opening hours such as Mon-Fri 08:00-18:00, Sat 09:00-14:00';

const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const EVERY_DAY = DAY_NAMES.map((_, day) => day);
const MINUTES_OF_DAY = 24 * 60;
const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;

/** `08:00-18:00`, `8-18` */
const TIMES = /^(\d{1,2})(?:[:.](\d\d))?-(\d{1,2})(?:[:.](\d\d))?$/;

class InvalidHours extends Error {}

/**
 * `Mon-Fri 08:00-12:00 14:00-18:00, Sat 20:00-02:00`. Times without days are every day's, or those of the days before
 * them; `closed` after days takes them out again. An end before its start is on the next day.
 * @throws InvalidHours
 */
function parse(text: string): OpeningHours {
  const words = text
    .trim()
    .replace(/\s*[-\u2010-\u2015]\s*/g, '-')
    .split(/[\s,;]+/)
    .filter(Boolean);
  if (words.length === 0) return undefined;
  let spans: Span[] = [];
  let days: number[] = [];
  let isListingDays = false;
  for (const word of words) {
    const named = toDays(word);
    const isClosed = word.toLowerCase() === 'closed';
    if (isClosed && !isListingDays && words.length > 1) throw new InvalidHours('no days before closed');
    if (named) days = isListingDays ? [...days, ...named] : named;
    isListingDays = named !== undefined;
    if (named) continue;
    const on = days.length > 0 ? days : EVERY_DAY;
    if (isClosed) spans = spans.filter(({ day }) => !on.includes(day));
    else spans.push(...on.map((day) => ({ day, ...toTimes(word) })));
  }
  if (isListingDays) throw new InvalidHours(`no times after ${words[words.length - 1]}`);
  assertApart(spans);
  return spans;
}

/** Says what is wrong with a text, as the end of a sentence that begins with its name; undefined where nothing is. */
export function findOpeningHoursProblem(text: string): string | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidHours)) throw error;
    return `must be ${EXPECTED_HOURS} (${error.message}).`;
  }
}

/** Nothing is open where the text is invalid, which `findOpeningHoursProblem` tells. */
export function toOpeningHours(text: string): OpeningHours {
  return findOpeningHoursProblem(text) === undefined ? parse(text) : [];
}

/** True if the cafe is open then, by the clock of the zone. Times are epoch ms. */
export function isOpenAt(hours: OpeningHours, at: number, zone: string): boolean {
  if (!hours) return true;
  const day = dayAt(at, zone);
  const periods = [addDays(day, -1), day].flatMap((one) => periodsOf(hours, one, zone));
  return periods.some(({ from, to }) => from <= at && at < to);
}

/** Finds when the cafe opens after that; undefined where it never does. */
export function nextOpening(hours: OpeningHours, after: number, zone: string): number | undefined {
  const today = dayAt(after, zone);
  for (let days = 0; days <= DAY_NAMES.length; days++) {
    const starts = periodsOf(hours ?? [], addDays(today, days), zone).map(({ from }) => from);
    const next = Math.min(...starts.filter((from) => from > after));
    if (next < Infinity) return next;
  }
  return undefined;
}

/** Periods that begin on a day, in epoch ms. */
function periodsOf(hours: readonly Span[], day: string, zone: string): { from: number; to: number }[] {
  const weekday = weekdayOf(day);
  return hours
    .filter((span) => span.day === weekday)
    .map(({ from, to }) => ({ from: timeOfDay(day, from, zone), to: timeOfDay(day, to, zone) }));
}

/** `Mon`, `Sat-Mon`, `Monday:`; undefined for what names no day. */
function toDays(word: string): number[] | undefined {
  const [first, last, ...others] = word.replace(/:$/, '').toLowerCase().split('-').map(toDay);
  if (first === undefined || first < 0) return undefined;
  if (last === undefined) return [first];
  if (last < 0 || others.length > 0) throw new InvalidHours(`got ${quote(word)}`);
  return EVERY_DAY.slice(0, ((last - first + 7) % 7) + 1).map((day) => (first + day) % 7);
}

function toDay(name: string): number {
  return name.length < 2 ? -1 : DAY_NAMES.findIndex((day) => day.startsWith(name));
}

function toTimes(word: string): Pick<Span, 'from' | 'to'> {
  const [, hour, minute = 0, endHour, endMinute = 0] = TIMES.exec(word) ?? [];
  const [from, to] = [Number(hour) * 60 + Number(minute), Number(endHour) * 60 + Number(endMinute)];
  const isTime =
    from < MINUTES_OF_DAY && to <= MINUTES_OF_DAY && Number(minute) < 60 && Number(endMinute) < 60;
  if (!isTime || from === to) throw new InvalidHours(`got ${quote(word)}`);
  return { from, to: to > from ? to : to + MINUTES_OF_DAY };
}

/** Refuses spans that overlap: nobody knows which one is meant. */
function assertApart(spans: readonly Span[]): void {
  const inWeek = spans
    .map(({ day, from, to }) => ({ day, from: day * MINUTES_OF_DAY + from, to: day * MINUTES_OF_DAY + to }))
    .sort((a, b) => a.from - b.from);
  const [first] = inWeek;
  const next = [...inWeek.slice(1), ...(first ? [{ ...first, from: first.from + MINUTES_OF_WEEK }] : [])];
  const overlapping = inWeek.find(({ to }, index) => to > (next[index]?.from ?? Infinity));
  if (overlapping) throw new InvalidHours(`times of ${DAY_NAMES[overlapping.day]} overlap`);
}
