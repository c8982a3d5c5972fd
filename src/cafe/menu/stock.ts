import { HttpError } from '../../http/http-error';
import { OUTBOX, type OutboxRow } from '../../outbox/jobs';
import { insertAll, remove, select, update, writeAll } from '../../tables/tables';
import { invalidate } from '../cafe-cache';
import { MENU, type MenuItem, type Order } from '../tables';

/** What is in stock, and the pieces that are held for drafts, which are not in stock any more. */
type Stock = Pick<MenuItem, 'stock' | 'held'>;

/**
 * Holds the pieces of limited items for an order. The job is written before the first hold, under the same lock.
 * @throws HttpError 409 if there are too few; then nothing is held
 */
export function holdStock({ id, cafeId, lines }: Order, menu: readonly MenuItem[], job: OutboxRow): void {
  const limited = menu.filter((item) => item.stock !== null && countPieces(lines, item.id) > 0);
  let isQueued = false;
  const first = () => {
    const write = isQueued ? undefined : insertAll(OUTBOX, [job]);
    isQueued = true;
    return write;
  };
  try {
    for (const item of limited)
      update(MENU, item.id, (current) => hold(current, id, countPieces(lines, item.id)), { first });
  } catch (error) {
    if (isQueued) cancelHold(id, job);
    throw error;
  }
  if (!isQueued) writeAll(insertAll(OUTBOX, [job]));
  if (limited.length > 0) invalidate('menu', cafeId);
}

/** For an order that will not be written. The job is removed last, so that the worker finishes what fails here. */
export function cancelHold(orderId: string, { id }: OutboxRow): void {
  try {
    endHolds(orderId, release);
    remove(OUTBOX, id);
  } catch (error) {
    console.warn(`The worker will release the stock that ${orderId} holds: ${String(error)}`);
  }
}

/** Ends all holds of an order. However many items it has, the tab is read once. */
export function endHolds(orderId: string, end: typeof release | typeof consume): void {
  const holding = select(MENU, ['id', 'cafeId', 'held']).filter(({ held }) => held[orderId] !== undefined);
  for (const { id } of holding) update(MENU, id, (current) => end(current, orderId));
  for (const cafeId of new Set(holding.map((item) => item.cafeId))) invalidate('menu', cafeId);
}

/** A hold of the same order that is there already stays as it is. */
function hold({ stock, held, name }: MenuItem, orderId: string, pieces: number): Partial<Stock> {
  if (stock === null || held[orderId] !== undefined) return {};
  if (stock < pieces) throw soldOut(`Only ${stock} of "${name}" left (requested ${pieces}).`, 'items');
  return { stock: stock - pieces, held: { ...held, [orderId]: pieces } };
}

/** The order is cancelled: its pieces are in stock again. */
export function release({ stock, held }: Stock, orderId: string): Partial<Stock> {
  const { [orderId]: pieces, ...others } = held;
  if (pieces === undefined) return {};
  return { stock: stock === null ? null : stock + pieces, held: others };
}

/** The order is paid: its pieces are sold. */
export function consume({ held }: Stock, orderId: string): Partial<Stock> {
  const { [orderId]: pieces, ...others } = held;
  return pieces === undefined ? {} : { held: others };
}

/** Of a menu item in all lines of an order. */
export function countPieces(lines: readonly { menuItemId: string; quantity: number }[], id: string): number {
  const own = lines.filter(({ menuItemId }) => menuItemId === id);
  return own.reduce((sum, { quantity }) => sum + quantity, 0);
}

export function soldOut(message: string, param: string): HttpError {
  return new HttpError(409, 'sold_out', message, { param });
}
