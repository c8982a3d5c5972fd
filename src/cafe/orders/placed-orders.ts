import { type Days, endOfDay, startOfDay } from '../../platform/day';
import { DAY_MS } from '../../platform/platform';
import { mapRows } from '../../tables/tables';
import { ORDERS, type Order } from '../tables';
import type { OrderStatus } from './states';

/** Days of a cafe, in its time zone. */
interface PlacedIn extends Days {
  cafeId: string;
  zone: string;
}

/**
 * Maps the orders that were placed on these days. The history tells when that was, in epoch ms: it is between the two dates of
 * the row, and a date in a cell may be off by hours after the time zone of the sheet has been changed.
 */
export function mapPlaced<C extends keyof Order, R>(
  { cafeId, from, to, zone }: PlacedIn,
  columns: readonly C[],
  map: (order: Pick<Order, C | 'history'>, placedAt: number) => R,
): R[] {
  const [start, end] = [startOfDay(from, zone), endOfDay(to, zone)];
  const where = {
    cafeId,
    createdAt: { lt: new Date(end + DAY_MS) },
    updatedAt: { gte: new Date(start - DAY_MS) },
  };
  return mapRows(ORDERS, { where, columns: [...columns, 'history'] }, (order) => {
    const at = timeOf(order, 'placed');
    return at >= start && at < end ? [map(order, at)] : [];
  }).flat();
}

/** Epoch ms at which an order first had a status; NaN for one that it never had. */
export function timeOf({ history }: Pick<Order, 'history'>, sought: OrderStatus): number {
  return Date.parse(history.find(({ status }) => status === sought)?.at ?? '');
}
