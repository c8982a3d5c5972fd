import { isRole, may } from '../accounts/roles';
import { HttpError } from '../http/http-error';
import type { Caller } from '../http/route';
import { UserError } from '../platform/user-error';
import { select } from '../tables/tables';
import { getOrRead } from './cafe-cache';
import { CAFES, type Cafe } from './tables';

/** `param` is the field of the request that names the cafe. @throws HttpError 404 */
export function getCafe(id: string, param?: string): Cafe {
  const find = () => select(CAFES).find((one) => one.id.trim() === id) ?? null;
  const cafe = getOrRead('cafe', id, find);
  if (cafe === null) {
    const message = `There is no cafe ${JSON.stringify(id)}.`;
    throw new HttpError(404, 'not_found', message, param === undefined ? {} : { param });
  }
  const currency = cafe.currency.trim().toUpperCase();
  if (/^[A-Z]{3}$/.test(currency)) return { ...cafe, id, currency };
  throw new UserError(
    `Cafes: the currency of ${cafe.id} must be three letters such as EUR (got ${JSON.stringify(cafe.currency)}).`,
  );
}

/** Staff act for their own cafe, and some roles for every cafe. */
export function mayActFor(caller: Caller | undefined, cafeId: string): boolean {
  if (!caller || !isRole(caller.role) || !may(caller.role, 'orders')) return false;
  return may(caller.role, 'every cafe') || caller.cafeId === cafeId;
}

/** @throws HttpError 403 */
export function assertMayActFor(caller: Caller | undefined, cafeId: string): void {
  if (mayActFor(caller, cafeId)) return;
  const own = caller?.cafeId === undefined ? '' : ` Your account belongs to ${caller.cafeId}.`;
  throw new HttpError(403, 'forbidden', `Only staff of the cafe ${cafeId} can do this.${own}`);
}
