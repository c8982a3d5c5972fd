import { may } from '../accounts/roles';
import { HttpError } from '../http/http-error';
import type { Caller } from '../http/route';
import { toTimeZone } from '../platform/day';
import { choose } from '../platform/dialog';
import { quote } from '../platform/quote';
import { UserError } from '../platform/user-error';
import { readCells, textOf } from '../tables/sheet';
import { scan, writeAll } from '../tables/tables';
import * as write from '../tables/writes';
import { getOrRead, invalidate } from './cafe-cache';
import { toCurrency } from './money';
import { CAFES, type Cafe } from './tables';
import { INVALID_TAX } from './tax-rate';

/** Names of what is cached of the tab: each cafe that was asked for, and all of them. */
const CAFE = 'cafe';
const ALL_CAFES = 'cafes';

/** Finds a cafe as it is in the tab, whether or not its cells are valid. */
function findCafe(id: string): Cafe | undefined {
  const find = () => scan(CAFES).find((one) => one.id.trim() === id) ?? null;
  return getOrRead(CAFE, id, find) ?? undefined;
}

/** All cafes with an ID, from top to bottom, a currency that is invalid as it was typed. */
export function listCafes(): Cafe[] {
  const byId = new Map<string, Cafe>();
  for (const cafe of getOrRead(ALL_CAFES, '', () => scan(CAFES))) {
    const id = cafe.id.trim();
    // The upper one of cafes with the same ID counts.
    if (id !== '' && !byId.has(id))
      byId.set(id, { ...cafe, id, currency: toCurrency(cafe.currency) ?? cafe.currency });
  }
  return [...byId.values()];
}

/** Adds a cafe, and returns its ID. @throws UserError that names the field */
export function createCafe({
  name,
  currency: code,
  timeZone: zone,
}: Record<'name' | 'currency' | 'timeZone', string>): string {
  const currency = toCurrency(code);
  if (currency === undefined)
    throw new UserError(`currency must be three letters such as EUR (got "${code}").`);
  const timeZone = toTimeZone(zone);
  if (timeZone === undefined)
    throw new UserError(`timeZone must be a time zone such as Europe/Berlin (got "${zone}").`);
  const taken = new Set(scan(CAFES, ['id']).map(({ id }) => id.trim()));
  let number = 1;
  while (taken.has(`C-${number}`)) number++;
  const id = `C-${number}`;
  writeAll(write.insert(CAFES, [{ ...NEW_CAFE, id, name, currency, timeZone }]));
  cafeChanged(id);
  return id;
}

/** Everything that a cafe can do without. */
export const NEW_CAFE = {
  taxPercent: null,
  maxDrafts: null,
  openingHours: '',
  specialHours: '',
  isPaused: false,
  lateSoonMinutes: null,
  lateMinutes: null,
  preparationMinutes: null,
  version: 1,
};

/** Call it after the change has reached the sheet. */
export function cafeChanged(id: string): void {
  invalidate(CAFE, id);
  invalidate(ALL_CAFES, '');
}

/** Asks the owner which cafe is meant. Returns its ID; undefined where the owner cancels. @throws UserError */
export function askForCafe(title: string): string | undefined {
  const cafes = scan(CAFES, ['id', 'name']).filter(({ id }) => id.trim() !== '');
  const choices = cafes.map(({ id, name }) => ({ value: id.trim(), label: name.trim() || id.trim() }));
  const id = choose(title, 'Which cafe?', choices);
  if (id && !choices.some(({ value }) => value === id))
    throw new UserError(`There is no cafe "${id}" in the Cafes tab.`);
  return id;
}

/** `param` is the field of the request that names the cafe. @throws HttpError 404 */
export function getCafe(id: string, param?: string): Cafe {
  const cafe = findCafe(id);
  if (!cafe) {
    const message = `There is no cafe ${quote(id)}.`;
    throw new HttpError(404, 'not_found', message, param === undefined ? {} : { param });
  }
  const currency = toCurrency(cafe.currency);
  if (currency === undefined) throw invalidCell(id, 'currency', 'must be three letters such as EUR');
  return { ...cafe, id, currency };
}

/** Undefined where no tax is shown. @throws UserError that names the cell where it is invalid */
export function taxOf({ id, taxPercent }: Cafe): number | undefined {
  if (taxPercent === INVALID_TAX) throw invalidCell(id, 'taxPercent', 'must be a percentage such as 19');
  return taxPercent ?? undefined;
}

/** @throws UserError where the tab names none */
export function zoneOf({ id, timeZone }: Cafe): string {
  const zone = toTimeZone(timeZone);
  if (zone !== undefined) return zone;
  throw invalidCell(id, 'timeZone', 'must be a time zone such as Europe/Berlin');
}

/** Names the cell of a cafe, as Health and a note on the cell do. */
export function invalidCell(id: string, name: keyof Cafe, problem: string): UserError {
  const row = readCells(CAFES, ['id', name]).find(({ cells }) => textOf(cells.id).trim() === id);
  const got = quote(textOf(row?.cells[name] ?? ''));
  return new UserError(`${row?.addressOf(name)}: ${name} of ${id} ${problem} (got ${got}).`);
}

/** Staff act for their own cafe, and some roles for every cafe. */
export function mayActFor(caller: Caller | undefined, cafeId: string): boolean {
  if (!caller || !may(caller.role, 'orders')) return false;
  return may(caller.role, 'every cafe') || caller.cafeId === cafeId;
}

/** @throws HttpError 403 */
export function assertMayActFor(caller: Caller | undefined, cafeId: string): void {
  if (mayActFor(caller, cafeId)) return;
  const own = caller?.cafeId === undefined ? '' : ` Your account belongs to ${caller.cafeId}.`;
  throw new HttpError(403, 'forbidden', `Only staff of the cafe ${cafeId} can do this.${own}`);
}
