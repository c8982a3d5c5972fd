import { toTime } from '../../http/time';
import type { MenuItem } from '../tables';
import type { ItemOption } from './menu-options';
import type { ItemAnswer } from './menu-schemas';

export function toItemView(item: MenuItem, currency: string): ItemAnswer {
  const { held, requestKey, requestHash, createdAt, updatedAt, ...shown } = item;
  return {
    ...shown,
    currency,
    availability: availabilityOf(item),
    options: item.options ?? [],
    createdAt: toTime(createdAt),
    updatedAt: toTime(updatedAt),
  };
}

/** What may be asked for at all: it is not hidden, and its price and its options are some. */
export function isOnMenu(item: MenuItem): item is MenuItem & { price: number; options: ItemOption[] } {
  return item.availability !== 'hidden' && item.price !== null && item.options !== null;
}

function availabilityOf(item: MenuItem): MenuItem['availability'] {
  if (!isOnMenu(item)) return 'hidden';
  return isSoldOut(item) ? 'sold_out' : 'available';
}

/** Somebody has said so, or the last piece is promised. */
export function isSoldOut({ availability, stock }: Pick<MenuItem, 'availability' | 'stock'>): boolean {
  return availability === 'sold_out' || (availability === 'available' && stock !== null && stock <= 0);
}
