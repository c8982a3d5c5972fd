import { exception } from '../realm/host';
import { DAYS, MONTHS, type PatternPart, patternOf } from './format-date.realm';
import { offsetAt } from './zone.realm';

/** Numbers read, by the letter of their field; they may be beyond their range, as in Java's lenient mode. */
interface Fields {
  [letter: string]: number;
}

/** Java's SimpleDateFormat.parse; what is behind the pattern's end does not matter. */
export function parseDate(text: string, zone: string, format: string): Date {
  const fields: Fields = {};
  const parts = patternOf(format);
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const length = readPart(text.slice(at), part, { fields, isFollowed: isNumeric(parts[index + 1]) });
    if (length === undefined) throw exception(`Unparseable date: "${text}"`);
    at += length;
  }
  return new Date(instantOf(fields, zone));
}

interface Reading {
  fields: Fields;
  /** True if the next field is a number too, so that this one is as long as its pattern. */
  isFollowed: boolean;
}

/** Returns how many characters the part takes; undefined if it does not fit. */
function readPart(text: string, part: PatternPart, { fields, isFollowed }: Reading): number | undefined {
  if ('literal' in part) return text.startsWith(part.literal) ? part.literal.length : undefined;
  const { letter, length } = part;
  const blank = /^[ \t]*/.exec(text)?.[0].length ?? 0;
  const rest = text.slice(blank);
  const read = isNumeric(part) ? readNumber(rest, isFollowed ? length : undefined) : readName(rest, letter);
  if (!read) return undefined;
  fields[letter] = letter === 'y' && length < 3 && read.length === 2 ? inThisCentury(read.value) : read.value;
  return blank + read.length;
}

interface Read {
  value: number;
  length: number;
}

function isNumeric(part: PatternPart | undefined): boolean {
  return part !== undefined && 'letter' in part && /[yMLdDHkKhmsSu]/.test(part.letter) && !isMonthName(part);
}

function isMonthName({ letter, length }: { letter: string; length: number }): boolean {
  return (letter === 'M' || letter === 'L') && length > 2;
}

function readNumber(text: string, width: number | undefined): Read | undefined {
  const digits = /^-?\d+/.exec(text)?.[0].slice(0, width);
  return digits ? { value: Number(digits), length: digits.length } : undefined;
}

function readName(text: string, letter: string): Read | undefined {
  if (letter === 'M' || letter === 'L') return readWord(text, MONTHS, 1);
  if (letter === 'E') return readWord(text, DAYS, 0);
  if (letter === 'a') return readWord(text, ['AM', 'PM'], 0);
  if (letter === 'G') return readWord(text, ['BC', 'AD'], 0);
  if (/[zZX]/.test(letter)) return readZone(text);
  throw exception(`Utilities.parseDate with the pattern letter ${letter} is not emulated here.`);
}

/** Reads a word, in full or by its first three letters, in upper or lower case. */
function readWord(text: string, words: string[], first: number): Read | undefined {
  for (const forms of [words, words.map((word) => word.slice(0, 3))]) {
    const index = forms.findIndex((form) => text.toLowerCase().startsWith(form.toLowerCase()));
    if (index >= 0) return { value: index + first, length: forms[index]?.length ?? 0 };
  }
  return undefined;
}

/** Minutes ahead of UTC. Of the zones with a name only those that stay the same all year are read. */
function readZone(text: string): Read | undefined {
  const [match, sign, hours, minutes] = /^(?:GMT|UTC)?([+-])(\d{2}):?(\d{2})?/.exec(text) ?? [];
  if (match !== undefined) {
    const ahead = Number(hours) * 60 + Number(minutes ?? 0);
    return { value: sign === '-' ? -ahead : ahead, length: match.length };
  }
  const name = /^(Z|GMT|UTC)(?![A-Za-z])/.exec(text)?.[0];
  if (name !== undefined) return { value: 0, length: name.length };
  if (/^[A-Za-z]/.test(text))
    throw exception(`Utilities.parseDate of the zone in "${text}" is not emulated here.`);
  return undefined;
}

/** Within 80 years before and 20 years after now. */
function inThisCentury(year: number): number {
  const now = new Date().getUTCFullYear();
  const candidate = now - (now % 100) + year;
  if (candidate > now + 20) return candidate - 100;
  return candidate <= now - 80 ? candidate + 100 : candidate;
}

function instantOf(fields: Fields, zone: string): number {
  const { y = 1970, d = 1, D, m = 0, s = 0, S = 0 } = fields;
  const month = fields.M ?? fields.L ?? 1;
  const year = fields.G === 0 ? 1 - y : y;
  const local = new Date(0);
  local.setUTCFullYear(year, D === undefined ? month - 1 : 0, D ?? d);
  local.setUTCHours(hourOf(fields), m, s, S);
  const ahead = fields.X ?? fields.Z ?? fields.z;
  if (ahead !== undefined) return local.getTime() - ahead * 60_000;
  return instantIn(zone, local.getTime());
}

const DAY_MS = 86_400_000;

/**
 * Java takes a time that the clocks skip by the offset before the change, and one that they pass twice by that after it:
 * OpenJDK, sun.util.calendar.ZoneInfo.
 */
function instantIn(zone: string, local: number): number {
  const after = offsetAt(local + DAY_MS, zone);
  const isAfter = offsetAt(local - after, zone) === after;
  return local - (isAfter ? after : offsetAt(local - DAY_MS, zone));
}

function hourOf({ H, k, K, h, a = 0 }: Fields): number {
  if (H !== undefined) return H;
  if (k !== undefined) return k % 24;
  return (K ?? (h === undefined ? 0 : h % 12)) + a * 12;
}
