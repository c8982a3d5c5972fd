import { pick } from '../tables/pick';
import { LEADS, type Lead } from './tables';

/** The leads with this phone, the oldest of them first as a rule; only the phones of the others are read. */
export function leadsWithPhone(phone: string): Lead[] {
  return pick(LEADS, ['phone'], (rows) => [...rows.keys()].filter((index) => rows[index]?.phone === phone));
}
