import * as v from 'valibot';
import type { Order } from '../tables';

const Money = v.pipe(v.number(), v.integer());

/** What a receipt shows of one rate. */
export const TaxView = v.strictObject({
  /** Null in orders that were placed before it was stored. */
  percent: v.nullable(v.number()),
  /** Of the lines with this rate, tax included. */
  amount: Money,
  includedTax: Money,
});
type TaxView = v.InferOutput<typeof TaxView>;

/** The only rounding of an order, half up. */
export function includedTaxIn(amount: number, percent: number): number {
  return Math.round((amount * percent) / (100 + percent));
}

/** By the rates of its lines, in their order; none where its cafe shows no tax. A tip is not taxed. */
export function taxesOf({ lines, includedTax }: Pick<Order, 'lines' | 'includedTax'>): TaxView[] {
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
