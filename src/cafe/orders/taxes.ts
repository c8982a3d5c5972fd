import * as v from 'valibot';
import { described } from '../../http/described';
import { Money } from '../fields';
import type { Order, TaxedAmount } from '../tables';

/** Tax of one rate on a receipt. */
export const TaxView = v.strictObject({
  percent: described(
    v.nullable(v.number()),
    'The rate. Null in orders that were placed before it was stored.',
    7,
  ),
  amount: described(
    Money,
    'The price of what has this rate, tax included, in minor units. The tip is not taxed.',
    840,
  ),
  includedTax: described(Money, 'The tax in it, in minor units.', 55),
});

/** The only rounding of an order, half up. */
export function includedTaxIn(amount: number, percent: number): number {
  return Math.round((amount * percent) / (100 + percent));
}

/** Taxes by the rates of the lines, in their order; none where the cafe shows no tax. A tip is not taxed. */
export function taxesOf({ lines, includedTax }: Pick<Order, 'lines' | 'includedTax'>): TaxedAmount[] {
  const amounts = new Map<number, number>();
  for (const { taxPercent, amount } of lines)
    if (taxPercent !== undefined) amounts.set(taxPercent, (amounts.get(taxPercent) ?? 0) + amount);
  if (amounts.size === 0 && includedTax > 0) {
    const amount = lines.reduce((sum, line) => sum + line.amount, 0);
    return [{ percent: null, amount, includedTax }];
  }
  return [...amounts].map(([percent, amount]) => ({
    percent,
    amount,
    includedTax: includedTaxIn(amount, percent),
  }));
}
