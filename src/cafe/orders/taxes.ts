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
  name: described(v.string(), 'The name of the rate, if it has one.', 'Reduced'),
  amount: described(
    Money,
    'The price of what has this rate, tax included, in minor units. The tip is not taxed.',
    840,
  ),
  includedTax: described(Money, 'The tax in it, in minor units.', 55),
});

/** The only rounding of an order, half up. */
function includedTaxIn(amount: number, percent: number): number {
  return Math.round((amount * percent) / (100 + percent));
}

/** Taxes by the rates of the lines, in their order, each rounded once. */
export function taxesIn(lines: Order['lines']): TaxedAmount[] {
  const taxes = new Map<string, { percent: number; name: string; amount: number }>();
  for (const { taxPercent: percent, taxName: name = '', amount } of lines) {
    if (percent === undefined) continue;
    const rate = taxes.get(rateKey({ percent, name })) ?? { percent, name, amount: 0 };
    taxes.set(rateKey(rate), rate);
    rate.amount += amount;
  }
  return [...taxes.values()].map((rate) => ({
    ...rate,
    includedTax: includedTaxIn(rate.amount, rate.percent),
  }));
}

/** Taxes of an order; none where the cafe shows no tax. A tip is not taxed. What was stored of a single rate stays. */
export function taxesOf({ lines, includedTax }: Pick<Order, 'lines' | 'includedTax'>): TaxedAmount[] {
  const taxes = taxesIn(lines);
  if (taxes.length === 1) return taxes.map((rate) => ({ ...rate, includedTax }));
  if (taxes.length > 0 || includedTax === 0) return taxes;
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  return [{ percent: null, name: '', amount, includedTax }];
}

/** Stands for lines that no tax was shown of, beside others. */
export const UNTAXED: TaxedAmount = { percent: null, name: '', amount: 0, includedTax: 0 };

/** Sums taxes by rate, without what is not taxed. */
export function addTaxes(all: readonly TaxedAmount[]): TaxedAmount[] {
  const sums = new Map<string, TaxedAmount>();
  for (const tax of all.filter(({ percent, includedTax }) => percent !== null || includedTax > 0)) {
    const sum = sums.get(rateKey(tax)) ?? { ...tax, amount: 0, includedTax: 0 };
    sums.set(rateKey(tax), sum);
    sum.amount += tax.amount;
    sum.includedTax += tax.includedTax;
  }
  return [...sums.values()];
}

/** Tells rates apart. */
export function rateKey({ percent, name }: Pick<TaxedAmount, 'percent' | 'name'>): string {
  return `${percent} ${name}`;
}
