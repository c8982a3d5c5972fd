import { HttpError } from '../http/http-error';
import { change } from '../tables/change';
import { select } from '../tables/select';
import { piecesOf } from './pieces';
import { forgetMenu } from './public-menu';
import { MENU, type MenuItem, type Order } from './tables';

type Stock = Pick<MenuItem, 'stock' | 'held'>;

/** Takes pieces for an order. Doing it again changes nothing. @throws HttpError 409 where there are too few */
export function take(item: MenuItem, orderId: string, pieces: number): Partial<Stock> {
  const { stock, held, name } = item;
  if (stock === null || held[orderId] !== undefined) return {};
  if (stock < pieces) throw soldOut(`items: of ${name} there are ${stock} left, not ${pieces}.`, 'items');
  return { stock: stock - pieces, held: { ...held, [orderId]: pieces } };
}

/** The order has come to nothing: they may be sold again. */
export function putBack({ stock, held }: Stock, orderId: string): Partial<Stock> {
  const { [orderId]: pieces, ...others } = held;
  if (pieces === undefined) return {};
  return { stock: stock === null ? null : stock + pieces, held: others };
}

/** The order is paid for: they are gone. */
export function handOut({ held }: Stock, orderId: string): Partial<Stock> {
  const { [orderId]: pieces, ...others } = held;
  return pieces === undefined ? {} : { held: others };
}

export function soldOut(message: string, param: string): HttpError {
  return new HttpError(409, 'sold_out', message, { param });
}

/** All that an order wants of those items that are limited. @throws HttpError 409; some may be taken by then */
export function holdStock({ id, cafeId, lines }: Order, menu: readonly MenuItem[]): void {
  const limited = menu.filter((item) => item.stock !== null && piecesOf(lines, item.id) > 0);
  for (const item of limited) change(MENU, item.id, (now) => take(now, id, piecesOf(lines, item.id)));
  if (limited.length > 0) forgetMenu(cafeId);
}

/** What an order holds, put back or handed out; the tab is read once, whatever the number of items. */
export function settleStock({ id, cafeId }: Order, settled: typeof putBack | typeof handOut): void {
  const holding = select(MENU, ['id', 'held']).filter(({ held }) => held[id] !== undefined);
  for (const item of holding) change(MENU, item.id, (now) => settled(now, id));
  if (holding.length > 0) forgetMenu(cafeId);
}
