import { HttpError } from '../../http/http-error';
import { OUTBOX, type OutboxRow } from '../../outbox/jobs';
import { insertRows, remove, select, update, writeAll } from '../../tables/tables';
import { invalidate } from '../cafe-cache';
import { MENU, type MenuItem, type Order } from '../tables';

/** A line of an order, or of the request for it. */
interface Line {
  menuItemId: string;
  quantity: number;
}

/**
 * Holds the pieces of limited items for an order. The job is written before the first hold, under the same lock.
 * @throws HttpError 409 if there are too few; then nothing is held
 */
export function holdStock({ id, cafeId, lines }: Order, menu: readonly MenuItem[], job: OutboxRow): void {
  const limited = menu.filter((item) => item.stock !== null && countPieces(lines, item.id) > 0);
  let isQueued = false;
  const first = () => {
    const write = isQueued ? undefined : insertRows(OUTBOX, [job]);
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
  if (!isQueued) writeAll(insertRows(OUTBOX, [job]));
  if (limited.length > 0) invalidate('menu', cafeId);
}

/** Checks the sum of all lines with the same item. @throws HttpError 409 that names the first line with too many */
export function assertInStock(lines: readonly Line[], menu: readonly MenuItem[]): void {
  for (const [index, { menuItemId }] of lines.entries()) {
    const item = menu.find(({ id }) => id === menuItemId);
    if (item) assertEnough(item, countPieces(lines, menuItemId), `items.${index}`);
  }
}

/** For an order that will not be written. The job is removed last, so that the worker finishes what fails here. */
export function cancelHold(orderId: string, { id }: OutboxRow): void {
  try {
    endHolds(orderId, 'release');
    remove(OUTBOX, id);
  } catch (error) {
    console.warn(`The worker will release the stock that ${orderId} holds: ${String(error)}`);
  }
}

/**
 * Ends all holds of an order: released pieces are in stock again, consumed ones are sold. However many items the order has,
 * the tab is read once.
 */
export function endHolds(orderId: string, outcome: 'release' | 'consume'): void {
  const holding = select(MENU, ['id', 'cafeId', 'held']).filter(({ held }) => held[orderId] !== undefined);
  for (const { id } of holding)
    update(MENU, id, ({ stock, held }): Partial<MenuItem> => {
      const { [orderId]: pieces, ...others } = held;
      if (pieces === undefined) return {};
      const isBack = outcome === 'release' && stock !== null;
      return { held: others, ...(isBack ? { stock: stock + pieces } : {}) };
    });
  for (const cafeId of new Set(holding.map((item) => item.cafeId))) invalidate('menu', cafeId);
}

/** A hold of the same order that is there already stays as it is. */
function hold(item: MenuItem, orderId: string, pieces: number): Partial<MenuItem> {
  const { stock, held } = item;
  if (stock === null || held[orderId] !== undefined) return {};
  assertEnough(item, pieces, 'items');
  return { stock: stock - pieces, held: { ...held, [orderId]: pieces } };
}

/** Of a menu item in all lines of an order. */
function countPieces(lines: readonly Line[], id: string): number {
  const own = lines.filter(({ menuItemId }) => menuItemId === id);
  return own.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** `param` is the field of the request that asks for the pieces. */
function assertEnough({ name, stock }: MenuItem, pieces: number, param: string): void {
  if (stock === null || pieces <= stock) return;
  const message = `Only ${stock} of "${name}" left (requested ${pieces}).`;
  throw new HttpError(409, 'sold_out', message, { param });
}
