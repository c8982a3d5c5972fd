import { findAll } from '../tables/tables';
import { LEADS, type Lead } from './tables';

/** The leads with this phone, as a rule the oldest of them first. */
export function leadsWithPhone(phone: string): Lead[] {
  return findAll(LEADS, 'phone', phone);
}
