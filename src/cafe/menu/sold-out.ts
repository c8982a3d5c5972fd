import { scan, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { MENU, type MenuItem } from '../tables';

/** Times that are kept of an item, the newest: two months of one that is sold out once a day. */
const MAX_TIMES = 60;

/** Adds to a patch the time at which the item becomes sold out or comes back. Nobody misses what is hidden. */
export function withSoldOut(item: MenuItem, patch: Partial<MenuItem>): Partial<MenuItem> {
  const { availability, stock } = { ...item, ...patch };
  const isOut = availability === 'sold_out' || (availability === 'available' && stock !== null && stock <= 0);
  const times = item.soldOut;
  const last = times[times.length - 1];
  const isKnown = last !== undefined && last.to === undefined;
  if (isOut === isKnown) return patch;
  const now = new Date().toISOString();
  const soldOut = isOut
    ? [...times, { from: now }]
    : [...times.slice(0, -1), { from: last?.from ?? now, to: now }];
  return { ...patch, soldOut: soldOut.slice(-MAX_TIMES) };
}

/** Adds the times of items that a person has changed in the sheet. */
export function recordSoldOut(): void {
  const patches = scan(MENU).map((item) => [item.id, withSoldOut(item, {})] as const);
  const changed = patches.filter(([id, { soldOut }]) => id !== '' && soldOut !== undefined);
  if (changed.length === 0) return;
  writeAll(
    write.update(MENU, new Map(changed.map(([id]) => [id, (item: MenuItem) => withSoldOut(item, {})]))),
  );
}
