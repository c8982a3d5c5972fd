import { HttpError, invalid } from '../../http/http-error';
import { quote } from '../../platform/quote';
import { type ItemOption, isForSale, MAX_AMOUNT, type PricedItem } from '../menu/item';
import { assertInStock } from '../menu/stock';
import { chargeStep } from '../money';
import type { Order, OrderLine } from '../tables';
import { taxesIn } from './taxes';

/** A line of the request. It names no price. */
interface RequestedItem extends Pick<OrderLine, 'menuItemId' | 'quantity' | 'note'> {
  options: { option: string; choice: string }[];
}

type PricedOrder = Pick<Order, 'lines' | 'isToGo' | 'tip' | 'includedTax' | 'total' | 'summary'>;

/**
 * Prices an order by the menu of its cafe. All amounts are integers in minor units, so that only the included tax is rounded,
 * half up, once for each rate. The tip is not taxed.
 * @throws HttpError 422 or 409 that names the item
 */
export function priceOrder(
  { items, tip, isToGo }: { items: RequestedItem[]; tip: number; isToGo: boolean },
  { taxPercent, currency }: { taxPercent: number | undefined; currency: string },
  menu: readonly PricedItem[],
): PricedOrder {
  const lines = items.map((item, index) =>
    toLine(item, menu, { field: `items.${index}`, isToGo, taxPercent }),
  );
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
  const includedTax = taxesIn(lines).reduce((all, rate) => all + rate.includedTax, 0);
  return { lines, isToGo, tip, includedTax, total, summary: toSummary(lines) };
}

interface LineContext {
  /** Path of the item in the request, for errors. */
  field: string;
  isToGo: boolean;
  /** Tax of the cafe; undefined where it shows none. */
  taxPercent: number | undefined;
}

function toLine(
  { menuItemId, quantity, options, note }: RequestedItem,
  menu: readonly PricedItem[],
  { field, isToGo, taxPercent }: LineContext,
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
  const own = (isToGo ? item.taxRateToGo : null) ?? item.taxRate;
  const percent = own?.percent ?? taxPercent;
  const tax = {
    ...(percent === undefined ? {} : { taxPercent: percent }),
    ...(own?.name ? { taxName: own.name } : {}),
  };
  return {
    menuItemId,
    name,
    category,
    quantity,
    options: chosen,
    note,
    ...limited,
    ...tax,
    unitPrice,
    amount,
  };
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
