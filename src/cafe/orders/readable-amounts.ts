import { VERSION } from '../../platform/build';
import { fillBlank, type MaintenanceTask } from '../../tables/tables';
import { formatAmount } from '../money';
import { ORDERS, type Order } from '../tables';

/** What people read of an order's money. No code reads it. */
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

/** For orders that were placed by a release without these columns. */
export const READABLE_AMOUNTS: MaintenanceTask = {
  name: `order amounts ${VERSION}`,
  /** It reads two columns of all orders. */
  everyMinutes: 360,
  run: () =>
    fillBlank(ORDERS, ['amount', 'refundedAmount'], {
      from: ['total', 'currency', 'refunded'],
      toValues: readableAmounts,
    }),
};
