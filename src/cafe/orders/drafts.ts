import { MINUTE_MS } from '../../platform/platform';
import type { Order } from '../tables';
import { statusOf, transition } from './states';

/** Time for which a draft waits for its payment: shorter where it keeps pieces of a limited item from others. */
const TTL_MS = 15 * MINUTE_MS;
const LIMITED_TTL_MS = 5 * MINUTE_MS;

/** Ages of a draft at which the provider is asked whether it has been paid for: its event may be late or lost. */
const CHECKS_MS = [1, 2, 4, 8].map((minutes) => minutes * MINUTE_MS);

type Draft = Pick<Order, 'lines' | 'history'>;

function draftTtl({ lines }: Pick<Order, 'lines'>): number {
  return lines.some(({ isLimited }) => isLimited) ? LIMITED_TTL_MS : TTL_MS;
}

/** Epoch ms at which the draft is cancelled if it has not been paid for. */
export function draftExpiry(order: Draft): number {
  return draftedAt(order) + draftTtl(order);
}

/** A draft that has not expired, or whose row does not say when it was made. */
export function isOpenDraft(order: Order): boolean {
  return statusOf(order) === 'draft' && !(Date.now() >= draftExpiry(order));
}

export function expire(order: Order): Partial<Order> {
  const reason = `The order was not paid within ${draftTtl(order) / MINUTE_MS} minutes.`;
  return transition(order, { to: 'cancelled', by: 'timer', reason });
}

/** Epoch ms; from the history, since a date in a cell depends on the time zone of the sheet. */
function draftedAt({ history }: Pick<Order, 'history'>): number {
  return Date.parse(history[0]?.at ?? '');
}

/** True if a check has come since then. A draft that has expired is due until it is cancelled. Times are epoch ms. */
export function isCheckDue(order: Draft, { since, now }: { since: number; now: number }): boolean {
  return now >= draftExpiry(order) || checksOf(order).some((at) => since < at && at <= now);
}

/** Epoch ms; Infinity where there is none. */
export function nextCheck(order: Draft, now: number): number {
  return Math.min(...checksOf(order).filter((at) => at > now));
}

function checksOf(order: Draft): number[] {
  const [made, expiry] = [draftedAt(order), draftExpiry(order)];
  return [...CHECKS_MS.map((ms) => made + ms).filter((at) => at < expiry), expiry];
}
