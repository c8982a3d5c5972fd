import * as cache from '../platform/cache';

/** Log of times, in entries of the cache that many executions add to at once, without a lock. */
export interface MarkLog {
  /** Beginning of the keys of its entries. */
  name: string;
  /** Time for which a mark counts; less than eight hours. */
  windowMs: number;
  /** The entries that the marks are spread over; most of them are empty. */
  entries: number;
  /**
   * A mark is written into so many entries. Executions at the same time overwrite each other's entries, and lose a mark
   * only by hitting all of them.
   */
  copies: number;
}

/** Contents of a log when it was read. */
interface Marks {
  /** Epoch ms. */
  readAt: number;
  /** Ages in ms, the oldest first. */
  ages: number[];
  byEntry: string[][];
}

type Texts = Partial<Record<string, string>>;

/**
 * A mark is eight characters: five digits of base 36 of the time in ms, which repeat after 16 hours, and three at random.
 */
const MARK_LENGTH = 8;
const TIME_LENGTH = 5;
const TIME_RANGE = 36 ** TIME_LENGTH;

/** An entry outlives its newest mark by as much. */
const SPARE_S = 10;

export function markKeys({ name, entries }: Pick<MarkLog, 'name' | 'entries'>): string[] {
  return Array.from({ length: entries }, (_, number) => `${name}:${number}`);
}

/** `texts`: the entries, where they have been read already. */
export function readMarks(log: MarkLog, texts: Texts = cache.getTexts(markKeys(log))): Marks {
  const readAt = Date.now();
  const byEntry = markKeys(log).map((key) => liveMarks(texts[key] ?? '', log, readAt));
  const ages = [...new Set(byEntry.flat())].map((mark) => ageOf(mark, readAt));
  return { readAt, ages: ages.sort((a, b) => b - a), byEntry };
}

export function addMark(log: MarkLog, { readAt, byEntry }: Marks): void {
  const [mark, keys] = [makeMark(readAt), markKeys(log)];
  const texts = new Map<string, string>();
  while (texts.size < log.copies) {
    const number = Math.floor(Math.random() * log.entries);
    texts.set(keys[number] ?? '', [...(byEntry[number] ?? []), mark].join(''));
  }
  cache.setTexts(Object.fromEntries(texts), log.windowMs / 1_000 + SPARE_S);
}

function makeMark(now: number): string {
  const randomLength = MARK_LENGTH - TIME_LENGTH;
  const random = Math.floor(Math.random() * 36 ** randomLength);
  return base36(now % TIME_RANGE, TIME_LENGTH) + base36(random, randomLength);
}

function liveMarks(entry: string, { windowMs }: MarkLog, now: number): string[] {
  const marks = entry.match(/.{8}/g) ?? [];
  return marks.filter((mark) => ageOf(mark, now) < windowMs);
}

/** Returns the age in ms; 0 where another machine's clock is ahead. */
function ageOf(mark: string, now: number): number {
  const time = Number.parseInt(mark.slice(0, TIME_LENGTH), 36);
  const age = (TIME_RANGE + (now % TIME_RANGE) - time) % TIME_RANGE;
  return age < TIME_RANGE / 2 ? age : 0;
}

function base36(number: number, length: number): string {
  return number.toString(36).padStart(length, '0');
}
