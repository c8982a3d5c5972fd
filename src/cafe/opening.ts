import { HttpError } from '../http/http-error';
import { toTimeZone } from '../platform/day';
import { invalidCell, zoneOf } from './cafes';
import {
  EXPECTED_HOURS,
  findHoursProblem,
  type HoursField,
  isOpenAt,
  nextOpening,
  toOpeningHours,
} from './opening-hours';
import type { Cafe } from './tables';

/**
 * A paused cafe takes no orders. One that is closed takes those for a pickup while it is open. `pickupAt` is an invalid
 * Date where the order is for now.
 * @throws HttpError 409
 */
export function assertOpen(cafe: Cafe, pickupAt: Date, now: Date): void {
  if (cafe.isPaused) throw closed(`${cafe.id} is paused and takes no orders at the moment.`);
  for (const field of Object.keys(EXPECTED_HOURS) as HoursField[])
    if (findHoursProblem(field, cafe[field] ?? '') !== undefined)
      throw invalidCell(cafe.id, field, `must be ${EXPECTED_HOURS[field]}`);
  const hours = toOpeningHours(cafe);
  if (!hours) return;
  const zone = zoneOf(cafe);
  const isLater = pickupAt > now;
  const at = (isLater ? pickupAt : now).getTime();
  if (isOpenAt(hours, at, zone)) return;
  const opensAt = nextOpening(hours, at, zone);
  const when = opensAt === undefined ? '' : ` It opens at ${describeTime(opensAt, zone)}.`;
  if (isLater)
    throw closed(`${cafe.id} is closed at ${describeTime(at, zone)}.${when}`, { param: 'pickupAt' });
  const retryAfter = opensAt === undefined ? {} : { retryAfter: Math.ceil((opensAt - at) / 1_000) };
  throw closed(`${cafe.id} is closed.${when}`, retryAfter);
}

function closed(message: string, details: { param?: string; retryAfter?: number } = {}): HttpError {
  return new HttpError(409, 'closed', message, details);
}

/** `2026-11-23T07:00:00.000Z (Mon 08:00 in Europe/Berlin)` */
function describeTime(ms: number, zone: string): string {
  const at = new Date(ms);
  return `${at.toISOString()} (${Utilities.formatDate(at, zone, 'EEE HH:mm')} in ${zone})`;
}

/** Says whether the cafe takes orders now, and when it opens next; undefined while it is open or paused, or if nobody knows. */
export function openingOf(cafe: Cafe, now: number): Opening {
  const { isPaused, timeZone } = cafe;
  const hours = toOpeningHours(cafe);
  if (isPaused || !hours) return { isOpen: !isPaused, opensAt: undefined };
  const zone = toTimeZone(timeZone);
  const isOpen = zone !== undefined && isOpenAt(hours, now, zone);
  return { isOpen, opensAt: isOpen || zone === undefined ? undefined : nextOpening(hours, now, zone) };
}

interface Opening {
  isOpen: boolean;
  /** Epoch ms. */
  opensAt: number | undefined;
}
