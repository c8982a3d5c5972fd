/**
 * A log of marks, one for each request of the last minute (tables-and-intake C). A mark is 7 characters: the time in
 * ms, of which four digits of base 36 are kept, 28 minutes, and 3 at random.
 */
const TIME = 4;
const LENGTH = 7;
const TURN = 36 ** TIME;

export const MINUTE = 60_000;

export function makeMark(now: number): string {
  const random = Math.floor(Math.random() * 36 ** (LENGTH - TIME));
  return digits(now % TURN, TIME) + digits(random, LENGTH - TIME);
}

/** Those of an item that are younger than a minute. */
export function liveMarks(item: string, now: number): string[] {
  const marks = item.match(/.{7}/g) ?? [];
  return marks.filter((mark) => ageOf(mark, now) < MINUTE);
}

/** In ms; 0 for one that another machine's clock put into the future. */
export function ageOf(mark: string, now: number): number {
  const age = (TURN + (now % TURN) - Number.parseInt(mark.slice(0, TIME), 36)) % TURN;
  return age < TURN / 2 ? age : 0;
}

function digits(number: number, length: number): string {
  return number.toString(36).padStart(length, '0');
}
