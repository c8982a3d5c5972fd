import { toTime } from '../http/time';
import type { ItemAnswer } from './menu-schemas';
import type { MenuItem } from './tables';

export function toItemView(item: MenuItem, currency: string): ItemAnswer {
  const { held, requestKey, requestHash, createdAt, updatedAt, ...shown } = item;
  return {
    ...shown,
    currency,
    availability: isSoldOut(item) ? 'sold_out' : item.availability,
    createdAt: toTime(createdAt),
    updatedAt: toTime(updatedAt),
  };
}

/** Somebody has said so, or the last piece is promised. */
export function isSoldOut({ availability, stock }: Pick<MenuItem, 'availability' | 'stock'>): boolean {
  return availability === 'sold_out' || (availability === 'available' && stock !== null && stock <= 0);
}
