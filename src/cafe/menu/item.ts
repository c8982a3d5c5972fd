import * as v from 'valibot';
import { integerBetween, maxText, Name } from '../../http/fields';
import { column } from '../../tables/tables';
import type { MenuItem } from '../tables';

export const AVAILABILITIES = ['available', 'sold_out', 'hidden'] as const;

/** In minor units. Null where the cell is not a price: the item is not sold then. */
export const price: column.Column<number | null> = {
  ...(column.integer() as column.Column<number | null>),
  empty: null,
};

const oneOf = column.choice(AVAILABILITIES);
/** An invalid value hides the item. */
export const availability = { ...oneOf, fromCell: (cell: column.Cell) => oneOf.fromCell(cell) ?? 'hidden' };

const count = column.integer();
/** The pieces that are still for sale: unlimited where the cell is empty, none where it is invalid. */
export const stock: column.Column<number | null> = {
  ...count,
  empty: null,
  toCell: (value) => value ?? '',
  fromCell: (cell) => count.fromCell(cell) ?? 0,
};

/** Stripe accepts eight digits in any currency. */
export const MAX_AMOUNT = 99_999_999;

const MAX_OPTIONS = 20;
const MAX_CHOICES = 50;

const Choice = v.strictObject({
  name: Name,
  priceChange: v.optional(integerBetween(-MAX_AMOUNT, MAX_AMOUNT), 0),
});

const Option = v.pipe(
  v.strictObject({
    name: Name,
    min: v.optional(integerBetween(0, MAX_CHOICES), 0),
    max: v.optional(integerBetween(1, MAX_CHOICES), 1),
    choices: v.pipe(
      v.array(Choice),
      v.minLength(1),
      v.maxLength(MAX_CHOICES),
      v.check((named) => haveUniqueNames(named), 'must have unique names.'),
    ),
  }),
  v.check(
    ({ min, max, choices }) => min <= max && min <= choices.length,
    'must have a min of at most its max and its number of choices.',
  ),
);

/** `Milk` with the choices `Oat` and `Soy`, of which the customer picks at least `min` and at most `max`. */
export type ItemOption = v.InferOutput<typeof Option>;

const ItemOptions = v.pipe(
  v.array(Option),
  v.maxLength(MAX_OPTIONS),
  v.check((named) => haveUniqueNames(named), 'must have unique names.'),
);

const list = column.json<unknown[]>([]);
/** The sheet is held to the same rules as the API. Null where the cell is invalid. */
export const options: column.Column<ItemOption[] | null> = {
  ...list,
  empty: [],
  toCell: (value) => list.toCell(value ?? []),
  fromCell: (cell) => {
    const { success, output } = v.safeParse(ItemOptions, list.fromCell(cell));
    return success ? output : null;
  },
};

const MAX_STOCK = 1_000_000;

/** Browsers show it, so nothing but a web address is allowed. */
const Image = v.pipe(
  maxText(2_000),
  v.check(
    (text) => text === '' || /^https?:\/\/[^\s"<>]+$/.test(text),
    ({ input }) => `must be a URL that starts with https:// (got ${JSON.stringify(input.slice(0, 80))}).`,
  ),
);

/** What a request may leave out. */
export const OPTIONAL_FIELDS = {
  availability: v.exactOptional(v.picklist(AVAILABILITIES)),
  image: v.exactOptional(Image),
  description: v.exactOptional(maxText(2_000)),
  category: v.exactOptional(v.pipe(v.string(), v.trim(), v.maxLength(80))),
  options: v.exactOptional(ItemOptions),
  /** The pieces that are still for sale; null for no limit. */
  stock: v.exactOptional(v.nullable(integerBetween(0, MAX_STOCK))),
};

/** An item without a valid price and valid options is not on the menu. */
export function isOnMenu(item: MenuItem): item is MenuItem & { price: number; options: ItemOption[] } {
  return item.availability !== 'hidden' && item.price !== null && item.options !== null;
}

export function isSoldOut({ availability, stock }: Pick<MenuItem, 'availability' | 'stock'>): boolean {
  return availability === 'sold_out' || (availability === 'available' && stock !== null && stock <= 0);
}

function haveUniqueNames(named: { name: string }[]): boolean {
  return new Set(named.map(({ name }) => name)).size === named.length;
}
