import * as cache from '../../platform/cache';

/**
 * A text that stands for the orders of all cafes as they are: while it stays the same, so do they. It is there only while
 * somebody polls, so that writing costs nothing more where nobody does.
 */
const VERSION = 'orders version';
const TTL_S = 600;

/** Read it before the orders: what is read later may be newer than the version says, but never older. */
export function ordersVersion(): string {
  return cache.getText(VERSION) ?? renew();
}

/** Marks orders as edited in the tab by hand, or removed from it. Call it after the change has reached the sheet. */
export function ordersChanged(): void {
  if (cache.getText(VERSION) !== undefined) renew();
}

/**
 * Every write of orders goes through this. The second version is for those who have read in between; the first one is
 * for everyone, should this execution end before the second.
 */
export function changeOrders<R>(write: () => R): R {
  ordersChanged();
  try {
    return write();
  } finally {
    ordersChanged();
  }
}

/** Never one that was used before, even if others do the same at once. */
function renew(): string {
  const version = Utilities.getUuid().slice(0, 13);
  cache.setText(VERSION, version, TTL_S);
  return version;
}
