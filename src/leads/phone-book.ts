import { pick } from '../tables/pick';
import { LEADS, type Lead } from './tables';

/** So many are told of; a phone that many leads share tells nothing more. */
const MOST = 20;

/** The leads with this phone, the oldest of them first as a rule; only the phones of the others are read. */
export function leadsWithPhone(phone: string): Lead[] {
  return pick(LEADS, ['phone'], (rows) =>
    [...rows.keys()].filter((index) => rows[index]?.phone === phone).slice(0, MOST),
  );
}
