import { MINUTE_MS } from '../../platform/platform';
import type { Order } from '../tables';

/** How long a draft waits for its payment: shorter where it keeps pieces of a limited item from others. */
const TTL_MS = 15 * MINUTE_MS;
const LIMITED_TTL_MS = 5 * MINUTE_MS;

export function draftTtl({ lines }: Pick<Order, 'lines'>): number {
  return lines.some(({ isLimited }) => isLimited) ? LIMITED_TTL_MS : TTL_MS;
}

/** Epoch ms at which the draft is cancelled if it has not been paid for. */
export function draftExpiry(order: Pick<Order, 'lines' | 'history'>): number {
  return draftedAt(order) + draftTtl(order);
}

/** Epoch ms; from the history, since a date in a cell depends on the time zone of the sheet. */
export function draftedAt({ history }: Pick<Order, 'history'>): number {
  return Date.parse(history[0]?.at ?? '');
}
