import { HttpError, invalid } from '../../http/http-error';
import { quote } from '../../platform/quote';
import { type ItemOption, isForSale, MAX_AMOUNT, type PricedItem } from '../menu/item';
import { assertInStock } from '../menu/stock';
import { chargeStep } from '../money';
import type { Order, OrderLine } from '../tables';
import { includedTaxIn } from './taxes';

/** A line of the request. It names no price. */
interface RequestedItem extends Pick<OrderLine, 'menuItemId' | 'quantity' | 'note'> {
  options: { option: string; choice: string }[];
}

type PricedOrder = Pick<Order, 'lines' | 'tip' | 'includedTax' | 'total' | 'summary'>;

/**
 * Prices an order by the menu of its cafe. All amounts are integers in minor units, so that only the included tax is rounded,
 * half up. The tip is not taxed.
 * @throws HttpError 422 or 409 that names the item
 */
export function priceOrder(
  { items, tip }: { items: RequestedItem[]; tip: number },
  { taxPercent, currency }: { taxPercent: number | undefined; currency: string },
  menu: readonly PricedItem[],
): PricedOrder {
  const lines = items.map((item, index) => ({
    ...toLine(item, menu, `items.${index}`),
    ...(taxPercent === undefined ? {} : { taxPercent }),
  }));
  assertInStock(items, menu);
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  const total = sum + tip;
  if (total < 1) throw invalid(`The total of items must be greater than 0 (got ${total}).`, 'items');
  if (total > MAX_AMOUNT)
    throw invalid(`The total of items must be at most ${MAX_AMOUNT} (got ${total}).`, 'items');
  const step = chargeStep(currency);
  if (total % step !== 0)
    throw invalid(
      `The total in ${currency} must be a multiple of ${step} to be charged (got ${total}).`,
      'items',
    );
  const includedTax = taxPercent === undefined ? 0 : includedTaxIn(sum, taxPercent);
  return { lines, tip, includedTax, total, summary: toSummary(lines) };
}

/** `field` is the path of the item in the request, for errors. */
function toLine(
  { menuItemId, quantity, options, note }: RequestedItem,
  menu: readonly PricedItem[],
  field: string,
): OrderLine {
  const item = menu.find(({ id, availability }) => id === menuItemId && availability !== 'hidden');
  if (!item) {
    const message = `${field}.menuItemId: there is no ${quote(menuItemId)} on the menu of this cafe.`;
    throw invalid(message, `${field}.menuItemId`);
  }
  const { name, category } = item;
  if (!isForSale(item))
    throw new HttpError(409, 'sold_out', `${field}: ${name} is sold out.`, { param: field });
  const chosen = toChosenOptions(item.options, options, `${field}.options`);
  const unitPrice = chosen.reduce((price, { priceChange }) => price + priceChange, item.price);
  if (unitPrice < 0)
    throw invalid(`${field}.options: the choices bring the price of ${name} below 0.`, `${field}.options`);
  const limited = item.stock === null ? {} : { isLimited: true as const };
  const amount = unitPrice * quantity;
  return { menuItemId, name, category, quantity, options: chosen, note, ...limited, unitPrice, amount };
}

function toChosenOptions(
  options: readonly ItemOption[],
  requested: RequestedItem['options'],
  field: string,
): OrderLine['options'] {
  const chosen = requested.map(({ option, choice }, index) => {
    const at = `${field}.${index}`;
    const known = options.find(({ name }) => name === option);
    if (!known) {
      const names = options.map(({ name }) => name).join(', ');
      const rule = names === '' ? ': this item has no options' : ` must be one of ${names}`;
      throw invalid(`${at}.option${rule} (got ${quote(option)}).`, `${at}.option`);
    }
    const found = known.choices.find(({ name }) => name === choice);
    if (!found) {
      const names = known.choices.map(({ name }) => name).join(', ');
      throw invalid(`${at}.choice must be one of ${names} (got ${quote(choice)}).`, `${at}.choice`);
    }
    const first = requested.findIndex((other) => other.option === option && other.choice === choice);
    if (first !== index) throw invalid(`${at}.choice: ${choice} was chosen twice.`, `${at}.choice`);
    return { option, choice, priceChange: found.priceChange };
  });
  for (const { name, min, max } of options) {
    const count = requested.filter(({ option }) => option === name).length;
    if (count >= min && count <= max) continue;
    const expected = min === max ? min : `${min} to ${max}`;
    const message = `${field}: the number of choices for ${name} must be ${expected} (got ${count}).`;
    throw invalid(message, field);
  }
  return chosen;
}

/** `2 x Flat white (Oat), 1 x Bagel`, without the pieces that were taken off. */
export function toSummary(lines: readonly OrderLine[]): string {
  return lines
    .map(({ removed = 0, ...line }) => ({ ...line, quantity: line.quantity - removed }))
    .filter(({ quantity }) => quantity > 0)
    .map(({ quantity, name, options }) => {
      const choices = options.map(({ choice }) => choice).join(', ');
      return `${quantity} x ${name}${choices && ` (${choices})`}`;
    })
    .join(', ');
}
