import { invalid } from '../../http/http-error';
import { type ItemOption, MAX_AMOUNT } from '../menu/menu-columns';
import { isOnMenu, isSoldOut } from '../menu/menu-schemas';
import { countPieces, soldOut } from '../menu/stock';
import type { Cafe, MenuItem, Order, OrderLine } from '../tables';
import type { NewOrder } from './order-schemas';

type Wanted = NewOrder['items'][number];

export type Priced = Pick<Order, 'lines' | 'tip' | 'includedTax' | 'total' | 'summary'>;

/**
 * What an order costs by its cafe's menu, in minor units. Every amount is whole, so that nothing is rounded but the
 * tax that the prices include: half a unit goes up. The tip comes last, without tax.
 * @throws HttpError 422 or 409 that names the line
 */
export function priceOrder(
  { items, tip }: Pick<NewOrder, 'items' | 'tip'>,
  { taxPercent }: Pick<Cafe, 'taxPercent'>,
  menu: readonly MenuItem[],
): Priced {
  const lines = items.map((wanted, index) => toLine(wanted, menu, `items.${index}`));
  assertStock(items, menu);
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  const total = sum + tip;
  if (total < 1) throw invalid(`The total of items must be greater than 0 (got ${total}).`, 'items');
  if (total > MAX_AMOUNT)
    throw invalid(`The total of items must be at most ${MAX_AMOUNT} (got ${total}).`, 'items');
  return { lines, tip, includedTax: includedTax(sum, taxPercent ?? 0), total, summary: summaryOf(lines) };
}

/** Of an amount that includes it. */
export function includedTax(amount: number, percent: number): number {
  return percent > 0 ? Math.round((amount * percent) / (100 + percent)) : 0;
}

function toLine(
  { menuItemId, quantity, options, note }: Wanted,
  menu: readonly MenuItem[],
  at: string,
): OrderLine {
  const item = menu.filter(isOnMenu).find(({ id }) => id === menuItemId);
  if (!item)
    throw invalid(
      `${at}.menuItemId: there is no ${JSON.stringify(menuItemId)} on the menu of this cafe.`,
      `${at}.menuItemId`,
    );
  if (isSoldOut(item)) throw soldOut(`${at}: ${item.name} is sold out.`, at);
  const chosen = choose(item.options, options, at);
  const unitPrice = chosen.reduce((price, { priceChange }) => price + priceChange, item.price);
  if (unitPrice < 0)
    throw invalid(`${at}.options: the choices bring the price of ${item.name} below 0.`, `${at}.options`);
  return {
    menuItemId,
    name: item.name,
    quantity,
    options: chosen,
    note,
    unitPrice,
    amount: unitPrice * quantity,
  };
}

function choose(options: readonly ItemOption[], wanted: Wanted['options'], at: string): OrderLine['options'] {
  for (const { name, min, max } of options) {
    const count = wanted.filter(({ option }) => option === name).length;
    if (count >= min && count <= max) continue;
    throw invalid(
      `${at}.options: the number of choices for ${name} must be ${min === max ? min : `${min} to ${max}`} (got ${count}).`,
      `${at}.options`,
    );
  }
  return wanted.map(({ option, choice }, index) => {
    const place = `${at}.options.${index}`;
    const known = options.find(({ name }) => name === option);
    if (!known)
      throw invalid(`${place}.option: this item has no option ${JSON.stringify(option)}.`, `${place}.option`);
    const found = known.choices.find(({ name }) => name === choice);
    const names = known.choices.map(({ name }) => name).join(', ');
    if (!found)
      throw invalid(
        `${place}.choice must be one of ${names} (got ${JSON.stringify(choice)}).`,
        `${place}.choice`,
      );
    const isTwice = wanted.findIndex((one) => one.option === option && one.choice === choice) !== index;
    if (isTwice) throw invalid(`${place}.choice: ${choice} was chosen twice.`, `${place}.choice`);
    return { option, choice, priceChange: found.priceChange };
  });
}

/** Several lines may want the same item. */
function assertStock(items: NewOrder['items'], menu: readonly MenuItem[]): void {
  for (const [index, { menuItemId }] of items.entries()) {
    const item = menu.find(({ id }) => id === menuItemId);
    const wanted = countPieces(items, menuItemId);
    if (!item || item.stock === null || wanted <= item.stock) continue;
    throw soldOut(`Only ${item.stock} of "${item.name}" left (requested ${wanted}).`, `items.${index}`);
  }
}

function summaryOf(lines: readonly OrderLine[]): string {
  return lines
    .map(({ quantity, name, options }) => {
      const chosen = options.map(({ choice }) => choice).join(', ');
      return `${quantity} x ${name}${chosen && ` (${chosen})`}`;
    })
    .join(', ');
}
