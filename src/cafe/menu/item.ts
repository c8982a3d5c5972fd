import * as v from 'valibot';
import { described } from '../../http/described';
import { integerBetween, maxText, Name } from '../../http/fields';
import { quote } from '../../platform/quote';
import { findUrlProblem } from '../../pushes/endpoint-url';
import { column } from '../../tables/tables';
import { parseAmount } from '../money';
import type { MenuItem } from '../tables';
import { isTaxRate, TaxRate } from '../tax-rate';

export const AVAILABILITIES = ['available', 'sold_out', 'hidden'] as const;

/** Price that a person has typed, in main units: the cell's own text, whatever the locale of the sheet. */
export const priceAmount: column.Column<column.Cell> = {
  type: 'text',
  format: '@',
  align: 'right',
  empty: '',
  holds: 'an amount such as 4.50',
  toCell: (value) => value,
  fromCell: (cell) => cell,
};

const oneOf = column.choice(AVAILABILITIES);
/** An invalid value takes the item off sale, and leaves it on the menu. */
export const availability = {
  ...oneOf,
  fromCell: (cell: column.Cell) => oneOf.fromCell(cell) ?? 'sold_out',
};

/** Stands for an invalid cell, whose own content stays until a person mends it. */
export const INVALID_STOCK = -1;

const count = column.integer();
/** The pieces that are still for sale; unlimited where the cell is empty. */
export const stock: column.Column<number | null> = {
  ...count,
  empty: null,
  toCell: (value) => value ?? '',
  fromCell: (cell) => count.fromCell(cell) ?? INVALID_STOCK,
};

/** Payment providers take eight digits in any currency. */
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

/** The browser of every customer asks for it, so it must lead nowhere but to a public server, and encrypted. */
const Image = v.pipe(
  maxText(2_000),
  v.check(
    (text) => text === '' || (/^[^"<>]+$/.test(text) && !findUrlProblem(text, {})),
    ({ input }) => `must be a public URL that starts with https:// (got ${quote(input)}).`,
  ),
);

const text = column.text();
/** An image that the API would refuse is shown to nobody. */
export const image: column.Column<string> = {
  ...text,
  fromCell: (cell) => [String(cell)].find(isImage) ?? '',
};

export function isImage(text: string): boolean {
  return v.is(Image, text);
}

/** Content of a cell that was typed as `- Tea`, which Sheets takes for a formula. */
const FORMULA_ERROR = /^#(ERROR!|NAME\?|REF!|VALUE!|N\/A|NUM!|NULL!|DIV\/0!)$/;

export function isFormulaError(text: string): boolean {
  return FORMULA_ERROR.test(text);
}

export function isItemName(text: string): boolean {
  return v.is(Name, text) && !isFormulaError(text);
}

/** Fields that a request may leave out. */
export const OPTIONAL_FIELDS = {
  availability: described(
    v.exactOptional(v.picklist(AVAILABILITIES)),
    'Customers see items that are available or sold out, but not hidden ones.',
  ),
  image: described(v.exactOptional(Image), 'The URL of a picture.'),
  description: described(v.exactOptional(maxText(2_000)), 'A text below the name.'),
  category: described(
    v.exactOptional(v.pipe(v.string(), v.trim(), v.maxLength(80))),
    'The heading on the menu.',
    'Coffee',
  ),
  options: described(v.exactOptional(ItemOptions), 'What customers choose for an item.', [
    { name: 'Milk', min: 1, max: 1, choices: [{ name: 'Cow' }, { name: 'Oat', priceChange: 40 }] },
  ]),
  stock: described(
    v.exactOptional(v.nullable(integerBetween(0, MAX_STOCK))),
    'How many pieces are left. Null for no limit.',
  ),
  taxRate: described(
    v.exactOptional(v.nullable(TaxRate)),
    'The tax in its price. Null for that of the cafe.',
    { name: 'Reduced', percent: 7 },
  ),
  taxRateToGo: described(
    v.exactOptional(v.nullable(TaxRate)),
    'The same in orders to go. Null where it is no other.',
  ),
};

/** An item with its price in minor units; null where the cell is invalid. */
export type PricedItem = MenuItem & { price: number | null };

export function withPrice(item: MenuItem, currency: string): PricedItem {
  return { ...item, price: toPrice(item.priceAmount, currency) };
}

/** Converts a cell to minor units; null where it is no price. */
export function toPrice(cell: column.Cell, currency: string): number | null {
  const price = parseAmount(cell, currency);
  return price === undefined || price > MAX_AMOUNT ? null : price;
}

/** An item with an invalid cell counts as sold out. */
export function isForSale(item: PricedItem): item is PricedItem & { price: number; options: ItemOption[] } {
  const { name, availability, stock, price, options, taxRate, taxRateToGo } = item;
  const isLeft = stock === null || stock > 0;
  const isPriced = price !== null && options !== null && isTaxRate(taxRate) && isTaxRate(taxRateToGo);
  return availability === 'available' && isLeft && isItemName(name) && isPriced;
}

function haveUniqueNames(named: { name: string }[]): boolean {
  return new Set(named.map(({ name }) => name)).size === named.length;
}
