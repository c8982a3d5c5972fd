import { existing } from '../../http/existing';
import type { Call } from '../../http/route';
import { find } from '../../tables/tables';
import { mayActFor } from '../own-cafe';
import { ORDERS } from '../tables';
import { type OrderAnswer, toCafeView, toPublicView } from './order-view';

/** Whoever has the id may look; who the customer is, only the cafe is told. */
export function getOrder({ params: { id = '' }, caller }: Call<undefined, undefined>): OrderAnswer {
  const order = existing(find(ORDERS, id), `order ${id}`);
  return mayActFor(caller, order.cafeId) ? toCafeView(order) : toPublicView(order);
}
