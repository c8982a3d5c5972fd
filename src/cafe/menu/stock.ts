import { HttpError } from '../../http/http-error';
import { logged } from '../../platform/logged';
import { scan, update, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { invalidate } from '../cafe-cache';
import { MENU, type MenuItem, type Order } from '../tables';
import { INVALID_STOCK } from './item';
import { withSoldOut } from './sold-out';

/** A line of an order, or of the request for it. */
interface Line {
  menuItemId: string;
  quantity: number;
}

/**
 * Holds the pieces of limited items for an order. If this execution dies before the order is in the sheet, the timer
 * finds the hold and releases it.
 * @throws HttpError 409 if there are too few; then nothing is held
 */
export function holdStock({ id, cafeId, lines }: Order, menu: readonly MenuItem[]): void {
  const limited = menu.filter((item) => item.stock !== null && countPieces(lines, item.id) > 0);
  let holds = 0;
  try {
    for (const item of limited) {
      update(MENU, item.id, (current) => hold(current, id, countPieces(lines, item.id)));
      holds++;
    }
  } catch (error) {
    // After any other error than a refusal it is unknown whether the pieces are held.
    if (holds > 0 || !(error instanceof HttpError)) cancelHold(id);
    throw error;
  }
  if (holds > 0) invalidate('menu', cafeId);
}

/** Checks the sum of all lines with the same item. @throws HttpError 409 that names the first line with too many */
export function assertInStock(lines: readonly Line[], menu: readonly MenuItem[]): void {
  for (const [index, { menuItemId }] of lines.entries()) {
    const item = menu.find(({ id }) => id === menuItemId);
    if (item) assertEnough(item, countPieces(lines, menuItemId), `items.${index}`);
  }
}

/** Releases the hold of an order that will not be written. */
export function cancelHold(orderId: string): void {
  try {
    endHolds(new Map([[orderId, 'release']]));
  } catch (error) {
    console.warn(logged(`The worker will release the stock that ${orderId} holds: ${String(error)}`));
  }
}

/** The ids of the orders that pieces are held for, or that pieces come back from. */
export function listHolders(): string[] {
  const holders = scan(MENU, ['held']).flatMap(({ held }) => Object.keys(held));
  return [...new Set(holders.map((holder) => holder.replace(/ .*/, '')))];
}

/** Pieces that come back with a refund. */
export interface ReturnedPieces {
  holder: string;
  menuItemId: string;
  quantity: number;
}

/** Stands for a refund among the holders. */
export function refundHolder(orderId: string, refundId: string): string {
  return `${orderId} ${refundId}`;
}

/**
 * Holds pieces that are not in stock yet, however often it is called for them. The order is written next, and then the release of
 * the hold brings them back: once, wherever an execution ends.
 */
export function holdReturned(returned: readonly ReturnedPieces[]): void {
  if (returned.length === 0) return;
  const withReturned = ({ id, held }: MenuItem) => {
    const all = { ...held };
    for (const { holder } of returned) {
      const own = returned.filter((one) => one.holder === holder);
      const pieces = countPieces(own, id);
      if (pieces > 0) all[holder] = pieces;
    }
    return { held: all };
  };
  const ids = new Set(returned.map(({ menuItemId }) => menuItemId));
  const known = scan(MENU, ['id']).filter(({ id }) => ids.has(id));
  writeAll(write.update(MENU, new Map(known.map(({ id }) => [id, withReturned]))));
}

/** Released pieces are in stock again, consumed ones are sold. */
export type HoldEnd = 'release' | 'consume';

/** Ends all holds of these orders, item by item: of a run that died in between, the next one ends those that are left. */
export function endHolds(ends: ReadonlyMap<string, HoldEnd>): void {
  if (ends.size === 0) return;
  const holding = scan(MENU, ['id', 'cafeId', 'held']).filter(({ held }) =>
    Object.keys(held).some((orderId) => ends.has(orderId)),
  );
  if (holding.length === 0) return;
  writeAll(
    write.update(MENU, new Map(holding.map(({ id }) => [id, (item: MenuItem) => withoutHolds(item, ends)]))),
  );
  for (const cafeId of new Set(holding.map((item) => item.cafeId))) invalidate('menu', cafeId);
}

function withoutHolds(item: MenuItem, ends: ReadonlyMap<string, HoldEnd>): Partial<MenuItem> {
  const { stock, held } = item;
  const entries = Object.entries(held);
  const released = entries.filter(([orderId]) => ends.get(orderId) === 'release');
  const back = released.reduce((sum, [, pieces]) => sum + pieces, 0);
  return withSoldOut(item, {
    held: Object.fromEntries(entries.filter(([orderId]) => !ends.has(orderId))),
    ...(stock === null || stock === INVALID_STOCK ? {} : { stock: stock + back }),
  });
}

/** A hold of the same order that is there already stays as it is. */
function hold(item: MenuItem, orderId: string, pieces: number): Partial<MenuItem> {
  const { stock, held } = item;
  if (stock === null || held[orderId] !== undefined) return {};
  assertEnough(item, pieces, 'items');
  return withSoldOut(item, { stock: stock - pieces, held: { ...held, [orderId]: pieces } });
}

/** Counts the pieces of a menu item in all lines of an order. */
function countPieces(lines: readonly Line[], id: string): number {
  const own = lines.filter(({ menuItemId }) => menuItemId === id);
  return own.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** `param` is the field of the request that asks for the pieces. */
function assertEnough({ name, stock }: MenuItem, pieces: number, param: string): void {
  if (stock === null || pieces <= stock) return;
  const message = `Only ${Math.max(0, stock)} of "${name}" left (requested ${pieces}).`;
  throw new HttpError(409, 'sold_out', message, { param });
}
