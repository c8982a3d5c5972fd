import { HttpError } from '../../http/http-error';
import { OUTBOX, type OutboxRow } from '../../outbox/jobs';
import { remove, select, update, writeAll } from '../../tables/tables';
import { invalidate } from '../cafe-cache';
import { insertJobs } from '../jobs';
import { MENU, type MenuItem, type Order } from '../tables';

type Stock = Pick<MenuItem, 'stock' | 'held'>;

/** Takes pieces for an order. Doing it again changes nothing. @throws HttpError 409 where there are too few */
function hold(item: MenuItem, orderId: string, pieces: number): Partial<Stock> {
  const { stock, held, name } = item;
  if (stock === null || held[orderId] !== undefined) return {};
  if (stock < pieces) throw soldOut(`Only ${stock} of "${name}" left (requested ${pieces}).`, 'items');
  return { stock: stock - pieces, held: { ...held, [orderId]: pieces } };
}

/** The order has come to nothing: they may be sold again. */
export function release({ stock, held }: Stock, orderId: string): Partial<Stock> {
  const { [orderId]: pieces, ...others } = held;
  if (pieces === undefined) return {};
  return { stock: stock === null ? null : stock + pieces, held: others };
}

/** The order is paid for: they are gone. */
export function consume({ held }: Stock, orderId: string): Partial<Stock> {
  const { [orderId]: pieces, ...others } = held;
  return pieces === undefined ? {} : { held: others };
}

export function soldOut(message: string, param: string): HttpError {
  return new HttpError(409, 'sold_out', message, { param });
}

/**
 * All that an order wants of those items that are limited. Its job stands in the outbox before the first piece is
 * taken, under the same lock. @throws HttpError 409 where there are too few; none is taken then
 */
export function holdStock({ id, cafeId, lines }: Order, menu: readonly MenuItem[], job: OutboxRow): void {
  const limited = menu.filter((item) => item.stock !== null && countPieces(lines, item.id) > 0);
  let isQueued = false;
  const first = () => {
    const change = isQueued ? undefined : insertJobs(job);
    isQueued = true;
    return change;
  };
  try {
    for (const item of limited)
      update(MENU, item.id, (now) => hold(now, id, countPieces(lines, item.id)), { first });
  } catch (error) {
    if (isQueued) cancelHold(id, job);
    throw error;
  }
  if (!isQueued) writeAll(insertJobs(job));
  if (limited.length > 0) invalidate('menu', cafeId);
}

/** Of an order that will not be written. The job goes last: as long as it stands, the timer does what is left. */
export function cancelHold(orderId: string, { id }: OutboxRow): void {
  try {
    endHolds(orderId, release);
    remove(OUTBOX, id);
  } catch (error) {
    console.warn(`The stock that ${orderId} holds is left to the timer: ${String(error)}`);
  }
}

/** What an order holds, put back or handed out; the tab is read once, whatever the number of items. */
export function endHolds(orderId: string, settled: typeof release | typeof consume): void {
  const holding = select(MENU, ['id', 'cafeId', 'held']).filter(({ held }) => held[orderId] !== undefined);
  for (const { id } of holding) update(MENU, id, (now) => settled(now, orderId));
  for (const cafeId of new Set(holding.map((item) => item.cafeId))) invalidate('menu', cafeId);
}

/** How many pieces of a menu item the lines of an order want in all. */
export function countPieces(lines: readonly { menuItemId: string; quantity: number }[], id: string): number {
  const own = lines.filter(({ menuItemId }) => menuItemId === id);
  return own.reduce((sum, { quantity }) => sum + quantity, 0);
}
