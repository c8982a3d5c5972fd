import type { OrderView } from '../../../src/cafe/orders/order-view';
import { createStore, useStore } from '../../shared/store';
import { now } from '../server-clock';
import { knownOrders } from './active-orders';
import { placedAt } from './age';
import * as TEXTS from './texts';

const HOUR_MS = 60 * 60_000;

/** Orders that have ended today, as far as they have been read. */
export const doneOrders = createStore<readonly OrderView[]>([]);

/** Average and longest time of the orders that became ready in the last hour. */
export function Pace() {
  const times = timesOf([...(useStore(knownOrders)?.values() ?? []), ...useStore(doneOrders)], useStore(now));
  if (times.length === 0) return null;
  const average = times.reduce((sum, time) => sum + time, 0) / times.length;
  return <span class="pace">{TEXTS.pace(inMinutes(average), inMinutes(Math.max(...times)))}</span>;
}

function inMinutes(ms: number): number {
  return Math.round(ms / 60_000);
}

/** Milliseconds from when each was placed until it was ready, each order once. */
function timesOf(orders: readonly OrderView[], current: number): number[] {
  const times = new Map<string, number>();
  for (const order of orders) {
    const ready = Date.parse(order.history.find(({ status }) => status === 'ready')?.at ?? '');
    if (ready > current - HOUR_MS && order.pickupAt === null) times.set(order.id, ready - placedAt(order));
  }
  return [...times.values()];
}
