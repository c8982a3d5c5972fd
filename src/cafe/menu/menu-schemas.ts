import * as v from 'valibot';
import { integerBetween, maxText, Name, Time, toIso } from '../../http/fields';
import type { MenuItem } from '../tables';
import { AVAILABILITIES, type ItemOption, ItemOptions, MAX_AMOUNT } from './menu-columns';

const MAX_STOCK = 1_000_000;

/** Browsers show it, so nothing but a web address is allowed. */
const Image = v.pipe(
  maxText(2_000),
  v.check(
    (text) => text === '' || /^https?:\/\/[^\s"<>]+$/.test(text),
    ({ input }) => `must be a URL that starts with https:// (got ${JSON.stringify(input.slice(0, 80))}).`,
  ),
);

const OPTIONAL = {
  availability: v.exactOptional(v.picklist(AVAILABILITIES)),
  image: v.exactOptional(Image),
  description: v.exactOptional(maxText(2_000)),
  category: v.exactOptional(v.pipe(v.string(), v.trim(), v.maxLength(80))),
  options: v.exactOptional(ItemOptions),
  /** The pieces that are still for sale; null for no limit. */
  stock: v.exactOptional(v.nullable(integerBetween(0, MAX_STOCK))),
};

/** In minor units, tax included. */
const Price = integerBetween(0, MAX_AMOUNT);

export const NewItem = v.strictObject({ name: Name, price: Price, ...OPTIONAL });
export type NewItem = v.InferOutput<typeof NewItem>;

export const ItemPatch = v.strictObject({
  name: v.exactOptional(Name),
  price: v.exactOptional(Price),
  ...OPTIONAL,
});
export type ItemPatch = v.InferOutput<typeof ItemPatch>;

export const ItemView = v.strictObject({
  id: v.string(),
  cafeId: v.string(),
  name: v.string(),
  /** Null where the cell is invalid. Only the staff see such an item. */
  price: v.nullable(v.number()),
  currency: v.string(),
  availability: v.picklist(AVAILABILITIES),
  category: v.string(),
  description: v.string(),
  image: v.string(),
  options: v.array(
    v.strictObject({
      name: v.string(),
      min: v.number(),
      max: v.number(),
      choices: v.array(v.strictObject({ name: v.string(), priceChange: v.number() })),
    }),
  ),
  stock: v.nullable(v.number()),
  createdAt: Time,
  updatedAt: Time,
  version: v.number(),
});
export type ItemView = v.InferOutput<typeof ItemView>;

export const MenuView = v.strictObject({
  cafe: v.strictObject({ id: v.string(), name: v.string(), currency: v.string(), timeZone: v.string() }),
  /** In the order of their first items. */
  categories: v.array(v.string()),
  data: v.array(ItemView),
});
export type MenuView = v.InferOutput<typeof MenuView>;

export function toItemView(item: MenuItem, currency: string): ItemView {
  const { held, requestKey, requestHash, createdAt, updatedAt, ...shown } = item;
  return {
    ...shown,
    currency,
    availability: availabilityOf(item),
    options: item.options ?? [],
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
  };
}

/** An item without a valid price and valid options is not on the menu. */
export function isOnMenu(item: MenuItem): item is MenuItem & { price: number; options: ItemOption[] } {
  return item.availability !== 'hidden' && item.price !== null && item.options !== null;
}

function availabilityOf(item: MenuItem): MenuItem['availability'] {
  if (!isOnMenu(item)) return 'hidden';
  return isSoldOut(item) ? 'sold_out' : 'available';
}

export function isSoldOut({ availability, stock }: Pick<MenuItem, 'availability' | 'stock'>): boolean {
  return availability === 'sold_out' || (availability === 'available' && stock !== null && stock <= 0);
}
