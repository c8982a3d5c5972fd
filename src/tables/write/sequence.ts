/** A key that a request came with, by its hash, and what was reserved for it. */
export interface Recent {
  hash: string;
  number: number;
  row: number;
  /** Epoch seconds of the reservation. */
  at: number;
}

/** What is known of the rows that are being made in a table, in one script property, read and set under the lock. */
export interface Counter {
  /** The number of the next row to be made, and the place for it. */
  next: number;
  row: number;
  /** Epoch ms of the last reservation. */
  at: number;
  /** Every key since then is among the recent ones; epoch seconds. */
  since: number;
  recent: readonly Recent[];
}

/** An execution lives six minutes: what was reserved before nobody can still be writing. */
export const RESERVED_MS = 390_000;

/** A property holds 9,000 bytes; a key takes some thirty. */
const MOST_RECENT = 200;

/** Undefined where there is none, or nothing that can be one. */
export function readCounter(tab: string): Counter | undefined {
  const stored = properties().getProperty(nameOf(tab));
  if (stored === null) return undefined;
  const [next = 0, row = 0, at = 0, since = 0, ...recent] = stored.split(' ');
  const numbers = [next, row, at, since].map(Number);
  if (!numbers.every(Number.isSafeInteger)) return undefined;
  const counter = { next: Number(next), row: Number(row), at: Number(at), since: Number(since) };
  return counter.next > 0 && counter.row > 1 ? { ...counter, recent: recent.map(toRecent) } : undefined;
}

export function writeCounter(tab: string, { next, row, at, since, recent }: Counter): void {
  const dropped = recent.slice(0, -MOST_RECENT);
  const covered = Math.max(since, ...dropped.map((one) => one.at));
  const kept = recent.slice(-MOST_RECENT).map(fromRecent);
  properties().setProperty(nameOf(tab), [next, row, at, covered, ...kept].join(' '));
}

/** Nobody is writing a row that was reserved. */
export function isQuiet(counter: Counter | undefined): boolean {
  return !counter || Date.now() - counter.at > RESERVED_MS;
}

/** The request that made a row, made again, is a new one once the row is gone. */
export function giveUp(tab: string, counter: Counter | undefined, number: number | undefined): void {
  if (!counter?.recent.some((one) => one.number === number)) return;
  const before = Math.floor((Date.now() - RESERVED_MS) / 1_000) - 1;
  const old = (one: Recent) => (one.number === number ? { ...one, at: Math.min(one.at, before) } : one);
  writeCounter(tab, { ...counter, recent: counter.recent.map(old) });
}

function nameOf(tab: string): string {
  return `counter ${tab}`;
}

function properties(): GoogleAppsScript.Properties.Properties {
  return PropertiesService.getScriptProperties();
}

function toRecent(text: string): Recent {
  const [hash = '', ...numbers] = text.split('.');
  const [number = 0, row = 0, at = 0] = numbers.map((digits) => Number.parseInt(digits, 36));
  return { hash, number, row, at };
}

function fromRecent({ hash, number, row, at }: Recent): string {
  return [hash, ...[number, row, at].map((one) => one.toString(36))].join('.');
}
