import { type Cell, type Column, choice, integer } from '../../tables/tables';

export const AVAILABILITIES = ['available', 'sold_out', 'hidden'] as const;

/** Nothing is sold for a price that somebody has spoilt. */
export const price: Column<number | null> = { ...(integer() as Column<number | null>), empty: null };

const oneOf = choice(AVAILABILITIES);
/** A word that is none hides the item. */
export const availability = { ...oneOf, fromCell: (cell: Cell) => oneOf.fromCell(cell) ?? 'hidden' };

const pieces = integer();
/** What may still be promised to somebody; without a limit where the cell is empty, nothing where it is spoilt. */
export const stock: Column<number | null> = {
  ...pieces,
  empty: null,
  toCell: (value) => value ?? '',
  fromCell: (cell) => pieces.fromCell(cell) ?? 0,
};
