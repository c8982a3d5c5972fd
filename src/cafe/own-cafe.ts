import { isRole, may } from '../accounts/roles';
import { HttpError } from '../http/http-error';
import type { Caller } from '../http/route';

/** Whoever sees every cafe acts for each of them, others who work with orders for their own. */
export function mayActFor(caller: Caller | undefined, cafeId: string): boolean {
  if (!caller || !isRole(caller.role) || !may(caller.role, 'orders')) return false;
  return may(caller.role, 'every cafe') || caller.cafeId === cafeId;
}

/** @throws HttpError 403 */
export function assertOwnCafe(caller: Caller | undefined, cafeId: string): void {
  if (mayActFor(caller, cafeId)) return;
  const own = caller?.cafeId === undefined ? '' : ` Your account belongs to ${caller.cafeId}.`;
  throw new HttpError(403, 'forbidden', `Only staff of the cafe ${cafeId} can do this.${own}`);
}
