import * as v from 'valibot';
import { described } from '../http/described';

/** Amount in minor units. */
export const Money = v.pipe(v.number(), v.integer());

export const CafeId = described(v.string(), 'The ID of the cafe.', 'C-1');

export const Currency = described(v.string(), 'ISO 4217.', 'EUR');

/** Fields of the cafe that its menu shows. */
export const CAFE_SUMMARY = {
  id: CafeId,
  name: described(v.string(), 'The name of the cafe.', 'Corner Cafe'),
  currency: Currency,
  timeZone: described(v.string(), 'The IANA name of its time zone.', 'Europe/Berlin'),
};
