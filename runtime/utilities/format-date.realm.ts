import { exception } from '../realm/host';
import { nameOf, offsetAt } from './zone.realm';

/** An instant in its zone: the UTC fields of `local` are the zone's local time. */
interface Moment {
  instant: number;
  local: Date;
  offset: number;
  zone: string;
}

export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');
export const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const DAY_MS = 86_400_000;

/** Java's SimpleDateFormat in English: https://docs.oracle.com/javase/7/docs/api/java/text/SimpleDateFormat.html */
export function formatDate(date: GoogleAppsScript.Base.Date, zone: string, format: string): string {
  const instant = date.getTime();
  if (Number.isNaN(instant)) throw exception('Invalid argument: date');
  const offset = offsetAt(instant, zone);
  const local = new Date(instant + offset);
  // JavaScript has no local time in the last hours of all time.
  if (Number.isNaN(local.getTime()))
    throw exception(`Utilities.formatDate of ${date.toISOString()} in ${zone} is not emulated here.`);
  const moment = { instant, offset, zone, local };
  return patternOf(format)
    .map((part) => ('literal' in part ? part.literal : field(moment, part.letter, part.length)))
    .join('');
}

export type PatternPart = { literal: string } | { letter: string; length: number };

/** A run of one letter is a field; quoted text and everything else stands for itself. */
export function patternOf(format: string): PatternPart[] {
  return [...format.matchAll(/'((?:[^']|'')*)'|'|([A-Za-z])\2*|[^A-Za-z']+/g)].map(
    ([match, quoted, letter]) => {
      if (match === "'") throw exception('Unterminated quote');
      if (letter === undefined)
        return { literal: match === "''" ? "'" : (quoted ?? match).replace(/''/g, "'") };
      if (!(letter in NUMBERS) && !(letter in TEXTS))
        throw exception(`Illegal pattern character '${letter}'`);
      return { letter, length: match.length };
    },
  );
}

function field(moment: Moment, letter: string, length: number): string {
  const text = TEXTS[letter]?.(moment, length);
  return text ?? String(NUMBERS[letter]?.(moment)).padStart(length, '0');
}

const NUMBERS: Record<string, (moment: Moment) => number> = {
  d: ({ local }) => local.getUTCDate(),
  D: ({ local }) => dayOfYear(local),
  F: ({ local }) => Math.ceil(local.getUTCDate() / 7),
  h: ({ local }) => local.getUTCHours() % 12 || 12,
  H: ({ local }) => local.getUTCHours(),
  k: ({ local }) => local.getUTCHours() || 24,
  K: ({ local }) => local.getUTCHours() % 12,
  m: ({ local }) => local.getUTCMinutes(),
  s: ({ local }) => local.getUTCSeconds(),
  S: ({ local }) => local.getUTCMilliseconds(),
  u: ({ local }) => local.getUTCDay() || 7,
  w: ({ local }) => weekOf(local).week,
  W: ({ local }) => Math.floor((local.getUTCDate() + 6 - local.getUTCDay() + 6) / 7),
};

const TEXTS: Record<string, (moment: Moment, length: number) => string> = {
  a: ({ local }) => (local.getUTCHours() < 12 ? 'AM' : 'PM'),
  E: ({ local }, length) => shorten(DAYS[local.getUTCDay()] as string, length),
  G: ({ local }) => (local.getUTCFullYear() > 0 ? 'AD' : 'BC'),
  L: ({ local }, length) => month(local, length),
  M: ({ local }, length) => month(local, length),
  X: ({ offset }, length) => isoZone(offset, length),
  y: ({ local }, length) => year(ofEra(local.getUTCFullYear()), length),
  Y: ({ local }, length) => year(weekOf(local).year, length),
  z: ({ instant, zone }, length) => nameOf(instant, zone, length > 3 ? 'long' : 'short'),
  Z: ({ offset }) => isoOffset(offset, 2),
};

function month(local: Date, length: number): string {
  const index = local.getUTCMonth();
  return length < 3 ? String(index + 1).padStart(length, '0') : shorten(MONTHS[index] as string, length);
}

function shorten(name: string, length: number): string {
  return length > 3 ? name : name.slice(0, 3);
}

function year(value: number, length: number): string {
  return length === 2 ? String(value % 100).padStart(2, '0') : String(value).padStart(length, '0');
}

/** The year before 1 AD is 1 BC. */
function ofEra(value: number): number {
  return value > 0 ? value : 1 - value;
}

function isoZone(offset: number, length: number): string {
  if (length > 3) throw exception(`invalid ISO 8601 format: length=${length}`);
  return offset === 0 ? 'Z' : isoOffset(offset, length);
}

function isoOffset(offset: number, length: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hours = `${offset < 0 ? '-' : '+'}${two(minutes / 60)}`;
  return length === 1 ? hours : `${hours}${length === 3 ? ':' : ''}${two(minutes % 60)}`;
}

function dayOfYear(local: Date): number {
  return Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / DAY_MS) + 1;
}

/** Weeks begin on Sunday, and the first week of a year is the one with 1 January. */
function weekOf(local: Date): { year: number; week: number } {
  const saturday = new Date(local.getTime() + (6 - local.getUTCDay()) * DAY_MS);
  return { year: saturday.getUTCFullYear(), week: Math.ceil(dayOfYear(saturday) / 7) };
}
