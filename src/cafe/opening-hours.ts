import { addDays, dayAt, isDay, timeOfDay, weekdayOf } from '../platform/day';
import { quote } from '../platform/quote';

/** Minutes after midnight. The end is more than a day has where it is on the next one. */
interface Span {
  from: number;
  to: number;
}

/** Hours of a cafe; undefined where it is always open. */
interface Hours {
  /** Hours by the day of the week, of which 0 is Monday; undefined where it is always open but for its special hours. */
  weekly: ReadonlyMap<string, readonly Span[]> | undefined;
  /** Hours by the date. */
  special: ReadonlyMap<string, readonly Span[]>;
}
type OpeningHours = Hours | undefined;

const ALWAYS: Hours = { weekly: undefined, special: new Map() };

/** A cafe's two texts: of the days of a week, and of dates that are other than their day of the week. */
export type HoursField = 'openingHours' | 'specialHours';

/** Words for what each text must be. */
export const EXPECTED_HOURS: Readonly<Record<HoursField, string>> = {
  openingHours: 'opening hours such as Mon-Fri 08:00-18:00, Sat 09:00-14:00',
  specialHours: 'dates such as 2026-12-24 10:00-13:00, 2026-12-25 closed',
};

const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const EVERY_DAY = DAY_NAMES.map((_, day) => String(day));
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MINUTES_OF_DAY = 24 * 60;
const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;
const WHOLE_DAY: readonly Span[] = [{ from: 0, to: MINUTES_OF_DAY }];
const MAX_DATES = 400;

class InvalidHours extends Error {}

/** A word that names days: as it is stored, and the days that it means. */
interface NamedDays {
  text: string;
  days: string[];
}

interface Parsed {
  /** The text as it is stored: `Mon-Fri 08:00-18:00, Sat closed`. */
  text: string;
  spans: ReadonlyMap<string, readonly Span[]>;
}

/**
 * `Mon-Fri 08:00-12:00 14:00-18:00, Sat 8pm-2am`, `24 Dec 2026 10-13`. Times without days are every day's, or those of the days
 * before them; `closed` after days takes them out again. An end before its start is on the next day.
 * @throws InvalidHours
 */
function parse(field: HoursField, given: string): Parsed {
  const words = toWords(given);
  const spans = new Map<string, Span[]>();
  let text = '';
  let days: string[] = [];
  let isListingDays = false;
  let areClosed = false;
  for (const word of words) {
    const named = field === 'openingHours' ? toWeekdays(word) : toDates(word);
    const isClosed = word === 'closed';
    if (isClosed && !isListingDays && (words.length > 1 || field === 'specialHours'))
      throw new InvalidHours('no days before closed');
    if (named) {
      days = isListingDays ? [...days, ...named.days] : named.days;
      text += `${text && ', '}${named.text}`;
    }
    isListingDays = named !== undefined;
    if (named) areClosed = false;
    if (named) continue;
    const span = isClosed ? undefined : toSpan(word);
    if (span && areClosed) throw new InvalidHours(`closed, and then ${word}`);
    areClosed = isClosed;
    if (days.length === 0 && field === 'specialHours') throw new InvalidHours(`no date before ${word}`);
    for (const day of days.length > 0 ? days : EVERY_DAY)
      spans.set(day, span ? [...(spans.get(day) ?? []), span] : []);
    text += `${text && ' '}${span ? toText(span) : word}`;
  }
  if (isListingDays) throw new InvalidHours(`no times after ${words[words.length - 1]}`);
  const isNeverOpen = [...spans.values()].every((own) => own.length === 0);
  // Days without times are closed: whoever types `Sun closed` alone means that the others are not.
  if (field === 'openingHours' && isNeverOpen && spans.size > 0 && spans.size < DAY_NAMES.length)
    throw new InvalidHours('closed days alone: add the times of the others');
  if (spans.size > MAX_DATES) throw new InvalidHours(`more than ${MAX_DATES} dates`);
  assertApart(spans, field);
  return { text, spans };
}

/** Says what of a text cannot be read; undefined where all can. */
export function findHoursProblem(field: HoursField, text: string): string | undefined {
  try {
    parse(field, text);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidHours)) throw error;
    return error.message;
  }
}

/** Returns the one form in which hours are stored and told; an invalid text as it is. */
export function toStoredHours(field: HoursField, text: string): string {
  return findHoursProblem(field, text) === undefined ? parse(field, text).text : text;
}

/** Nothing is open where a text is invalid, which `findHoursProblem` tells. */
export function toOpeningHours({ openingHours, specialHours = '' }: HoursTexts): OpeningHours {
  const isValid = (field: HoursField, text: string) => findHoursProblem(field, text) === undefined;
  if (!isValid('openingHours', openingHours) || !isValid('specialHours', specialHours))
    return { weekly: new Map(), special: new Map() };
  const special = parse('specialHours', specialHours).spans;
  const isAlways = openingHours.trim() === '';
  if (isAlways && special.size === 0) return undefined;
  return { weekly: isAlways ? undefined : parse('openingHours', openingHours).spans, special };
}

/** Texts of a cafe; `specialHours` is undefined in what was cached before there was the column. */
interface HoursTexts {
  openingHours: string;
  specialHours?: string;
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
  if (!hours) return undefined;
  const today = dayAt(after, zone);
  const soon = Array.from({ length: DAY_NAMES.length + 1 + hours.special.size }, (_, at) =>
    addDays(today, at),
  );
  const later = [...hours.special.keys()].filter((day) => day > today).sort();
  for (const day of [...soon, ...later]) {
    const starts = periodsOf(hours, day, zone).map(({ from }) => from);
    const next = Math.min(...starts.filter((from) => from > after));
    if (next < Infinity) return next;
  }
  return undefined;
}

/** Periods that begin on a day, in epoch ms. */
export function periodsOf(hours: OpeningHours, day: string, zone: string): Span[] {
  const { weekly, special } = hours ?? ALWAYS;
  const usual = weekly ? weekly.get(String(weekdayOf(day))) : WHOLE_DAY;
  const spans = special.get(day) ?? usual ?? [];
  return spans.map(({ from, to }) => ({ from: timeOfDay(day, from, zone), to: timeOfDay(day, to, zone) }));
}

/** Words in lower case, each of a day, of days, of times or `closed`, however they are spaced and joined. */
function toWords(given: string): string[] {
  const text = given
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g, (_, day, month, year) => toDate(year, month, day))
    .replace(/\b(\d{1,2})(?:st|nd|rd|th|\.)? ([a-z]{3,9})\.?,? (\d{4})\b/g, (all, day, name, year) =>
      toDate(year, monthOf(name), day, all),
    )
    .replace(/\b([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/g, (all, name, day, year) =>
      toDate(year, monthOf(name), day, all),
    )
    // An interval of ISO 8601.
    .replace(/(\d{4}-\d\d-\d\d)\/(?=\d{4}-\d\d-\d\d)/g, '$1-')
    .replace(/\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +(?=\d{4}-\d\d-\d\d)/g, '')
    .replace(/\s*(?:[-\u2010-\u2015\u2212]|\b(?:to|until|till)\b)\s*/g, '-')
    .replace(/(\d)\s*([ap])\.?m\b\.?/g, '$1$2m')
    .replace(/(\d)\s*(?:uhr|o'clock)\b/g, '$1')
    .replace(/\bnoon\b/g, '12pm')
    .replace(/\bmidnight-/g, '00:00-')
    .replace(/-midnight\b/g, '-24:00')
    .replace(/\b(?:daily|every day)\b/g, 'mon-sun');
  return text.split(/[\s,;&+/]+|\band\b/).filter(Boolean);
}

function monthOf(name: string): string {
  return String(MONTHS.indexOf(name.slice(0, 3)) + 1);
}

/** A day without a month of that name stays as it was written. */
function toDate(year: string, month: string, day: string, written = ''): string {
  return month === '0' ? written : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `mon`, `sat-mon`, `monday:`; undefined for what names no day. */
function toWeekdays(word: string): NamedDays | undefined {
  const [first, last = first, ...others] = word.replace(/[:.]$/, '').split('-').map(toWeekday);
  if (first === undefined || last === undefined || first < 0) return undefined;
  if (last < 0 || others.length > 0) throw new InvalidHours(`got ${quote(word)}`);
  const days = EVERY_DAY.slice(0, ((last - first + 7) % 7) + 1).map((_, day) => String((first + day) % 7));
  return { text: [first, last].slice(0, days.length).map(toDayName).join('-'), days };
}

function toWeekday(name: string): number {
  const plain = name.replace(/\.$/, '').replace(/days$/, 'day');
  return plain.length < 2 ? -1 : DAY_NAMES.findIndex((day) => day.startsWith(plain));
}

function toDayName(day: number): string {
  const [first = '', ...others] = (DAY_NAMES[day] ?? '').slice(0, 3);
  return first.toUpperCase() + others.join('');
}

/** `2026-12-25`, `2026-12-24-2027-01-01`; undefined for what is no date. */
function toDates(word: string): NamedDays | undefined {
  const [, first, last = first] = /^(\d{4}-\d\d-\d\d)(?:-(\d{4}-\d\d-\d\d))?:?$/.exec(word) ?? [];
  if (first === undefined || last === undefined) return undefined;
  if (!isDay(first) || !isDay(last) || last < first) throw new InvalidHours(`got ${quote(word)}`);
  const days: string[] = [];
  for (let day = first; day <= last && days.length <= MAX_DATES; day = addDays(day, 1)) days.push(day);
  return { text: first === last ? first : `${first} - ${last}`, days };
}

/** A time of a clock. */
interface Time {
  hour: number;
  minute: number;
  half: 'am' | 'pm' | undefined;
  /** `09:00` cannot be in the evening. */
  isPadded: boolean;
}

/** `08:00`, `8`, `8.30`, `8h30`, `0830`, `8:30pm` */
const TIME = /^(\d{1,2})(?:[:.h]?(\d\d)|h)?(am|pm)?$/;

function toTime(text: string): Time | undefined {
  const [, hour, minute = '0', half] = TIME.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const time = {
    hour: Number(hour),
    minute: Number(minute),
    half: half as Time['half'],
    isPadded: hour.startsWith('0'),
  };
  const isTime = time.minute < 60 && (half === undefined || (time.hour >= 1 && time.hour <= 12));
  return isTime ? time : undefined;
}

/** `08:00-18:00`, `8-18`, `9am-5pm`, `9-5pm`. A half of the day that only one of the two names is read as people mean it. */
function toSpan(word: string): Span {
  const [start, end, ...others] = word.split('-').map(toTime);
  if (!start || !end || others.length > 0) throw new InvalidHours(`got ${quote(word)}`);
  const [from, to] = start.half && !end.half ? afterStart(start, end) : beforeEnd(start, end);
  if (from >= MINUTES_OF_DAY || to > MINUTES_OF_DAY || from === to)
    throw new InvalidHours(`got ${quote(word)}`);
  const isUnclear =
    !start.half &&
    !end.half &&
    [start, end].every(({ hour, isPadded }) => hour >= 1 && hour <= 12 && !isPadded);
  if (isUnclear && to < from)
    throw new InvalidHours(`${word} may end in the morning or in the evening: write ${word}am or ${word}pm`);
  return { from, to: to > from ? to : to + MINUTES_OF_DAY };
}

/** `9am-5` ends at the next 5 o'clock. */
function afterStart(start: Time, end: Time): [from: number, to: number] {
  const from = minutesOf(start);
  const halves = end.hour >= 1 && end.hour <= 12 ? (['am', 'pm'] as const) : [undefined];
  const ends = halves.map((half) => minutesOf({ ...end, half }));
  return [from, ends.find((to) => to > from) ?? ends[0] ?? 0];
}

/** `9-5pm` begins at the last 9 o'clock before its end. */
function beforeEnd(start: Time, end: Time): [from: number, to: number] {
  const to = minutesOf(end);
  if (!end.half || start.half || start.hour < 1 || start.hour > 12) return [minutesOf(start), to];
  const [am, pm] = [minutesOf({ ...start, half: 'am' }), minutesOf({ ...start, half: 'pm' })];
  return [pm < to || am >= to ? pm : am, to];
}

function minutesOf({ hour, minute, half }: Time): number {
  const inDay = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  return inDay * 60 + minute;
}

function toText({ from, to }: Span): string {
  const clock = (minutes: number) =>
    [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${clock(from)}-${clock(to > MINUTES_OF_DAY ? to - MINUTES_OF_DAY : to)}`;
}

/** Refuses spans that overlap: nobody knows which one is meant. */
function assertApart(spans: Parsed['spans'], field: HoursField): void {
  const isWeek = field === 'openingHours';
  const startOf = (day: string) => (isWeek ? Number(day) : Date.parse(day) / 86_400_000) * MINUTES_OF_DAY;
  const all = [...spans]
    .flatMap(([day, own]) =>
      own.map(({ from, to }) => ({ day, from: startOf(day) + from, to: startOf(day) + to })),
    )
    .sort((a, b) => a.from - b.from);
  const [first] = all;
  const again = isWeek && first ? [{ ...first, from: first.from + MINUTES_OF_WEEK }] : [];
  const next = [...all.slice(1), ...again];
  const overlapping = all.find(({ to }, index) => to > (next[index]?.from ?? Infinity));
  if (!overlapping) return;
  const { day } = overlapping;
  throw new InvalidHours(`times of ${isWeek ? DAY_NAMES[Number(day)] : day} overlap`);
}
