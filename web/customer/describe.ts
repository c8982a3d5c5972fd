import type { OrderView } from '../../src/cafe/orders/order-view';
import { formatMoney } from '../shared/money';
import * as TEXTS from './texts';

interface Description {
  headline: string;
  details: string[];
}

/** Describes what the customer has to know now. */
export function describe(order: OrderView): Description {
  const { headline, detail } = TEXTS.statuses[order.status];
  const { error } = order.payment;
  const failure = order.status === 'draft' && error ? TEXTS.paymentFailed(error) : '';
  const reason = order.status === 'cancelled' ? (order.history.at(-1)?.reason ?? '') : '';
  return { headline, details: [failure, detail, reason, describeMoney(order)].filter(Boolean) };
}

/**
 * Describes what happens with the money of an order that was cancelled, or refunded for another reason. Only the cafe knows whether
 * a refund was refused, so none is promised.
 */
function describeMoney({ status, payment, currency }: OrderView): string {
  const { paid, refunded } = payment;
  const isCancelled = status === 'cancelled';
  if (!isCancelled && refunded === 0) return '';
  if (paid === 0) return TEXTS.money.notTaken;
  const [all, back] = [formatMoney(paid, currency), formatMoney(refunded, currency)];
  if (refunded >= paid || !isCancelled) return TEXTS.money.refunded(back);
  return refunded === 0 ? TEXTS.money.notRefunded(all) : TEXTS.money.partlyRefunded(back, all);
}
