import { isRole, may } from '../accounts/roles';
import { HttpError } from '../http/http-error';
import type { Caller } from '../http/route';

/** Whoever sees every cafe acts for each of them, others for their own. */
export function mayActFor(caller: Caller | undefined, cafeId: string): boolean {
  if (!caller || !isRole(caller.role)) return false;
  return may(caller.role, 'every cafe') || caller.cafeId === cafeId;
}

/** @throws HttpError 403 */
export function assertOwnCafe(caller: Caller | undefined, cafeId: string): void {
  if (mayActFor(caller, cafeId)) return;
  const message = `This is for the people of the cafe ${cafeId}, not for those of ${caller?.cafeId ?? 'none'}.`;
  throw new HttpError(403, 'forbidden', message);
}
