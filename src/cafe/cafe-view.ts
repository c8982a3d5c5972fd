import * as v from 'valibot';
import { described } from '../http/described';
import { Count, Time, toIso } from '../http/fields';
import { CAFE_SUMMARY } from './fields';
import { DEFAULT_LATE_TIMES, DEFAULT_PREPARATION_MINUTES, toLateTimes } from './late-times';
import { openingOf } from './opening';
import { toStoredHours } from './opening-hours';
import { takesTestOrders } from './payments/payments';
import type { Cafe } from './tables';

/** A cafe as the API returns it. */
export const CafeView = v.strictObject({
  ...CAFE_SUMMARY,
  openingHours: described(
    v.string(),
    'Such as Mon-Fri 08:00-18:00, Sat 09:00-14:00. Always open if blank.',
    'Mon-Fri 08:00-18:00, Sat 09:00-14:00',
  ),
  specialHours: described(
    v.string(),
    'Dates that have other hours than their day of the week, such as 2026-12-24 10:00-13:00, 2026-12-25 closed.',
    '2026-12-24 10:00-13:00, 2026-12-25 closed',
  ),
  isPaused: described(v.boolean(), 'Whether ordering is paused.'),
  isOpen: described(v.boolean(), 'Whether it takes orders now.'),
  opensAt: described(
    Time,
    'When it opens next. Null while it is open, or if that is unknown.',
    '2026-11-23T07:00:00.000Z',
  ),
  isTest: described(v.boolean(), 'Whether orders placed now are test orders, for which no real money moves.'),
  lateSoonMinutes: described(
    Count,
    'After how many minutes a screen shows an order as almost late. Null in a change means the default, 5.',
    5,
  ),
  lateMinutes: described(
    Count,
    'After how many minutes a screen shows an order as late. Null in a change means the default, 8.',
    8,
  ),
  preparationMinutes: described(
    Count,
    'How many minutes before its pickup an order is begun. Null in a change means the default, 10.',
    10,
  ),
  version: described(Count, 'Counts changes, except those typed into the sheet.', 2),
});
export type CafeView = v.InferOutput<typeof CafeView>;

/** Each of these cafes as it is now. */
export function viewCafes(cafes: readonly Cafe[]): CafeView[] {
  const now = Date.now();
  const isTest = takesTestOrders();
  return cafes.map((cafe) => {
    const { id, name, currency, timeZone, isPaused, version } = cafe;
    const openingHours = toStoredHours('openingHours', cafe.openingHours);
    const specialHours = toStoredHours('specialHours', cafe.specialHours ?? '');
    const { isOpen, opensAt } = openingOf(cafe, now);
    return {
      ...{ id, name, currency, timeZone, openingHours, specialHours, isPaused, isOpen },
      opensAt: toIso(new Date(opensAt ?? Number.NaN)),
      isTest,
      ...(toLateTimes(cafe) ?? DEFAULT_LATE_TIMES),
      preparationMinutes: cafe.preparationMinutes ?? DEFAULT_PREPARATION_MINUTES,
      version,
    };
  });
}
