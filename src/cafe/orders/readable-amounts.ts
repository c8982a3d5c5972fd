import { formatAmount } from '../money';
import type { Order } from '../tables';

/** Amounts that people read of an order's money. No code reads them. */
export function readableAmounts({
  total,
  refunded,
  currency,
}: Pick<Order, 'total' | 'refunded' | 'currency'>): Pick<Order, 'amount' | 'refundedAmount'> {
  return {
    amount: formatAmount(total, currency),
    refundedAmount: refunded > 0 ? formatAmount(refunded, currency) : '',
  };
}

/** A change of an order, with what people read of it. */
export function withReadableAmounts(order: Order, patch: Partial<Order>): Partial<Order> {
  return patch.refunded === undefined ? patch : { ...patch, ...readableAmounts({ ...order, ...patch }) };
}
