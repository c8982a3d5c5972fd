import type { OrderView } from '../../../src/cafe/orders/order-view';
import { isOpenOrLost } from '../../../src/cafe/payments/dispute';
import { formatMoney } from '../../shared/money';
import { isActive } from './active-orders';
import * as TEXTS from './texts';

/** Lists what is wrong with the money of an order, in words that say what to do. */
export function moneyTroubles({ status, total, currency, payment }: OrderView): string[] {
  const { paid, refunded, error, refundError, dispute } = payment;
  const money = (amount: number) => formatMoney(amount, currency);
  const troubles: string[] = [];
  if (refundError !== null) troubles.push(TEXTS.money.refundFailed);
  if (dispute === 'lost') troubles.push(TEXTS.money.disputeLost);
  else if (isOpenOrLost(dispute ?? '')) troubles.push(TEXTS.money.disputed);
  if (status === 'cancelled') return troubles;
  if (isActive(status) && refunded > 0 && refunded >= paid)
    troubles.push(TEXTS.money.refunded(money(refunded)));
  else if (isActive(status) && refunded > 0)
    troubles.push(TEXTS.money.partlyRefunded(money(refunded), money(paid)));
  if (paid < total) {
    troubles.push(TEXTS.money.unpaid(money(total - paid)));
    if (error !== null) troubles.push(TEXTS.money.declined(error));
  }
  return troubles;
}
