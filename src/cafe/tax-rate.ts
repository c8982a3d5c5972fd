import * as v from 'valibot';
import { maxText } from '../http/fields';
import { quote } from '../platform/quote';
import { column } from '../tables/tables';

/** Stands for an invalid cell: orders are refused until it is fixed, or the item is sold out. */
export const INVALID_TAX = -1;

/**
 * A number below 1 is invalid: it is what Sheets makes of `19%` in a cell that is not plain text, and no tax is so low.
 */
export const taxPercent: column.Column<number | null> = {
  ...column.decimal(),
  format: '@',
  align: 'right',
  holds: 'a percentage such as 19',
  fromCell(cell) {
    const [, digits = ''] =
      /^(\d{1,2}(?:[.,]\d{1,4})?) ?%?$/.exec(String(cell).normalize('NFKC').trim()) ?? [];
    const percent = digits === '' ? INVALID_TAX : Number(digits.replace(',', '.'));
    return percent > 0 && percent < 1 ? INVALID_TAX : percent;
  },
};

export const TaxRate = v.strictObject({
  name: v.optional(v.pipe(maxText(40), v.trim()), ''),
  percent: v.pipe(
    v.number(),
    v.minValue(0),
    v.maxValue(99.9999),
    v.check(
      (percent) => taxPercent.fromCell(String(percent)) === percent,
      ({ input }) => `must be 0, or 1 to 99.9999 (got ${quote(input)}).`,
    ),
  ),
});
/** `Reduced 7%`; the name may be empty. */
export type TaxRate = v.InferOutput<typeof TaxRate>;

/** Rate of an item. An empty cell leaves it to the cafe. */
export const taxRate: column.Column<TaxRate | null> = {
  ...column.json<TaxRate | null>(null),
  align: 'right',
  holds: 'a tax such as Reduced 7%',
  toCell: (rate) => (rate ? `${rate.name} ${rate.percent}%`.trim() : ''),
  fromCell(cell) {
    const [, name = '', percent = ''] =
      /^(?:(.*) )?([\d.,]+ ?%?)$/.exec(String(cell).normalize('NFKC').trim()) ?? [];
    return { name: name.trim(), percent: taxPercent.fromCell(percent) ?? INVALID_TAX };
  },
};

export function isTaxRate(rate: TaxRate | null): boolean {
  return rate === null || v.is(TaxRate, rate);
}
