import { withScriptLock } from '../../platform/lock';
import { numberIn, readIds } from '../grid/locate';
import type { Tab, Tabs } from '../grid/tabs';
import type { Table } from '../schema/table';
import { type Counter, isQuiet, RESERVED_MS, type Recent, readCounter, writeCounter } from './sequence';

/** A number and the place for its row, nobody else's. */
export interface Reservation {
  number: number;
  row: number;
  /** The tab was seen to end just above, under the lock. */
  isFree: boolean;
  /** Others may have changed the tab while the lock was waited for. */
  hasWaited: boolean;
}

export interface Wish {
  /** Of the request's key. */
  hash?: string | undefined;
  /** What was reserved for that key before, without a row to show for it. */
  gone?: Gone | undefined;
}

export interface Gone {
  number: number;
  /** The row stands, and no longer has that key. */
  isOther: boolean;
}

/** The least that may be given. */
interface Floor {
  next: number;
  row: number;
  /** A number reserved already, whose place was taken. */
  own?: number;
}

/** So long a first request with the same key is waited for; then it is dead, or as good as. */
export const TAKEN_OVER_MS = 30_000;

/**
 * Under the lock only a property is read and set (tables-and-intake A, "Creating"). Undefined where the key of the
 * request has a reservation: its row stands, or is about to.
 */
export function reserve(tabs: Tabs, table: Table, wish: Wish): Reservation | undefined {
  const taken = withScriptLock((hasWaited) => take(tabs.open(table.name), table, { ...wish, hasWaited }));
  return taken === 'behind' ? reserveAbove(tabs, table, wish) : taken;
}

/** After what stands in the tab, where the counter knows less or is lost, and where the reserved place was taken. */
export function reserveAbove(
  tabs: Tabs,
  table: Table,
  { own, ...wish }: Wish & { own?: number },
): Reservation | undefined {
  SpreadsheetApp.flush();
  const next = highestNumber(tabs, table) + 1;
  const tab = tabs.open(table.name);
  const taken = withScriptLock((hasWaited) => {
    const floor = { next, row: nextRow(tab), ...(own === undefined ? {} : { own }) };
    return take(tab, table, { ...wish, floor, hasWaited });
  });
  return taken === 'behind' ? undefined : taken;
}

type Attempt = Wish & { floor?: Floor; hasWaited: boolean };

function take(tab: Tab, table: Table, attempt: Attempt): Reservation | 'behind' | undefined {
  const { hash, gone, floor, hasWaited } = attempt;
  const counter = readCounter(table.name);
  const known = counter?.recent.find((one) => one.hash === hash);
  if (counter && known && known.number !== floor?.own) {
    const state = stateOf(known, gone);
    if (state === 'waited for') return undefined;
    if (state === 'taken over') {
      store(table, counter, known);
      return { ...known, isFree: false, hasWaited };
    }
  }
  const place = placeAfter(tab, counter, floor);
  if (!place) return 'behind';
  const { number, row, next, isFree } = place;
  const since = counter?.since ?? (next > 2 ? now() : 0);
  store(table, { recent: [], ...counter, since, next, row: row + 1, at: 0 }, { hash, number, row });
  return { number, row, isFree, hasWaited };
}

function placeAfter(
  tab: Tab,
  counter: Counter | undefined,
  floor: Floor | undefined,
): (Omit<Reservation, 'hasWaited'> & { next: number }) | undefined {
  const isFree = isQuiet(counter);
  const expected = isFree ? nextRow(tab) : (counter?.row ?? 2);
  if (!floor && (!counter || expected > counter.row)) return undefined;
  const row = Math.max(expected, floor?.row ?? 2);
  const first = Math.max(counter?.next ?? 1, floor?.next ?? 1);
  // Where the tab has numbers that were never given, a number given before may be one of them.
  if (floor?.own !== undefined && first === counter?.next)
    return { number: floor.own, row, next: first, isFree };
  return { number: first, row, next: first + 1, isFree };
}

function store(
  { name }: Table,
  counter: Counter,
  { hash, number, row }: { hash?: string | undefined; number: number; row: number },
): void {
  const others = counter.recent.filter((one) => one.hash !== hash);
  const recent = hash === undefined ? others : [...others, { hash, number, row, at: now() }];
  writeCounter(name, { ...counter, at: Date.now(), recent });
}

function stateOf({ number, at }: Recent, gone: Gone | undefined): 'waited for' | 'taken over' | 'given up' {
  if (number !== gone?.number) return 'waited for';
  const age = Date.now() - at * 1_000;
  if (gone.isOther || age > RESERVED_MS) return 'given up';
  return age > TAKEN_OVER_MS ? 'taken over' : 'waited for';
}

function nextRow({ sheet }: Tab): number {
  SpreadsheetApp.flush();
  return sheet.getLastRow() + 1;
}

function highestNumber(tabs: Tabs, table: Table): number {
  return readIds(tabs, table).reduce((highest, id) => Math.max(highest, numberIn(table, id)), 0);
}

function now(): number {
  return Math.floor(Date.now() / 1_000);
}
