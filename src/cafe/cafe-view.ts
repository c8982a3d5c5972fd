import * as v from 'valibot';
import { Count, Time, toIso } from '../http/fields';
import { DEFAULT_LATE_TIMES, toLateTimes } from './late-times';
import { openingOf } from './opening';
import { takesTestOrders } from './payments/payments';
import type { Cafe } from './tables';

/** A cafe as the API returns it. */
export const CafeView = v.strictObject({
  id: v.string(),
  name: v.string(),
  currency: v.string(),
  timeZone: v.string(),
  openingHours: v.string(),
  isPaused: v.boolean(),
  /** Whether it takes orders now. */
  isOpen: v.boolean(),
  /** When it opens next; null while it is open or paused. */
  opensAt: Time,
  /** Whether no real money would move for an order of now. */
  isTest: v.boolean(),
  lateSoonMinutes: Count,
  lateMinutes: Count,
  version: Count,
});
export type CafeView = v.InferOutput<typeof CafeView>;

/** Each of these cafes as it is now. */
export function viewCafes(cafes: readonly Cafe[]): CafeView[] {
  const now = Date.now();
  const isTest = takesTestOrders();
  return cafes.map((cafe) => {
    const { id, name, currency, timeZone, openingHours, isPaused, version } = cafe;
    const { isOpen, opensAt } = openingOf(cafe, now);
    return {
      ...{ id, name, currency, timeZone, openingHours, isPaused, isOpen },
      opensAt: toIso(new Date(opensAt ?? Number.NaN)),
      isTest,
      ...(toLateTimes(cafe) ?? DEFAULT_LATE_TIMES),
      version,
    };
  });
}
