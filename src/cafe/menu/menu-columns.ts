import * as v from 'valibot';
import { integerBetween, Name } from '../../http/fields';
import { column } from '../../tables/tables';

export const AVAILABILITIES = ['available', 'sold_out', 'hidden'] as const;

/** Nothing is sold for a price that somebody has spoilt. */
export const price: column.Column<number | null> = {
  ...(column.integer() as column.Column<number | null>),
  empty: null,
};

const oneOf = column.choice(AVAILABILITIES);
/** A word that is none hides the item. */
export const availability = { ...oneOf, fromCell: (cell: column.Cell) => oneOf.fromCell(cell) ?? 'hidden' };

const pieces = column.integer();
/** What may still be promised to somebody; without a limit where the cell is empty, nothing where it is spoilt. */
export const stock: column.Column<number | null> = {
  ...pieces,
  empty: null,
  toCell: (value) => value ?? '',
  fromCell: (cell) => pieces.fromCell(cell) ?? 0,
};

/** Stripe takes eight digits, whatever the currency. */
export const MAX_AMOUNT = 99_999_999;

const MOST_OPTIONS = 20;

const MOST_CHOICES = 50;

const Choice = v.strictObject({
  name: Name,
  priceChange: v.optional(integerBetween(-MAX_AMOUNT, MAX_AMOUNT), 0),
});

const Option = v.pipe(
  v.strictObject({
    name: Name,
    min: v.optional(integerBetween(0, MOST_CHOICES), 0),
    max: v.optional(integerBetween(1, MOST_CHOICES), 1),
    choices: v.pipe(
      v.array(Choice),
      v.minLength(1),
      v.maxLength(MOST_CHOICES),
      v.check((named) => haveOwnNames(named), 'must have unique names.'),
    ),
  }),
  v.check(
    ({ min, max, choices }) => min <= max && min <= choices.length,
    'must have a min of at most its max and its number of choices.',
  ),
);

/** Something to choose with an item: `Milk`, and of its choices at least `min` and at most `max`. */
export type ItemOption = v.InferOutput<typeof Option>;

export const ItemOptions = v.pipe(
  v.array(Option),
  v.maxLength(MOST_OPTIONS),
  v.check((named) => haveOwnNames(named), 'must have unique names.'),
);

const list = column.json<unknown[]>([]);

/** What is typed into the sheet is held to the same rules; null where somebody has spoilt it. */
export const options: column.Column<ItemOption[] | null> = {
  ...list,
  empty: [],
  toCell: (value) => list.toCell(value ?? []),
  fromCell: (cell) => {
    const { success, output } = v.safeParse(ItemOptions, list.fromCell(cell));
    return success ? output : null;
  },
};

function haveOwnNames(named: { name: string }[]): boolean {
  return new Set(named.map(({ name }) => name)).size === named.length;
}
