import type { OrderView } from '../../../src/cafe/orders/order-view';
import { createStore } from '../../shared/store';
import { pathOf, read } from '../api';
import { waitingChanges } from '../connection';
import { ConnectionError } from '../fetch-once';
import { startPolling } from '../polling';

export type OrderStatus = OrderView['status'];

/** A page of a list of orders. */
export interface OrderList {
  data: OrderView[];
  total: number;
}

/** The orders that somebody has to do something about. */
const ACTIVE: readonly OrderStatus[] = ['placed', 'accepted', 'preparing', 'ready'];

const EVERY_MS = 5_000;
/** The most that the API puts on a page. */
const PAGE_SIZE = 100;

/** Orders by ID, as the server has shown them last, with those that have just ended; undefined until they are loaded. */
export const knownOrders = createStore<ReadonlyMap<string, OrderView> | undefined>(undefined);

/** Reason why they could not be loaded, if that is not the connection. */
export const ordersError = createStore<Error | undefined>(undefined);

export function isActive(status: OrderStatus): boolean {
  return ACTIVE.includes(status);
}

/** Notes what the server has answered about one order. While nobody looks at the board it is not missed. */
export function noteOrder(order: OrderView): void {
  const known = knownOrders.get();
  if (known) knownOrders.set(new Map(known).set(order.id, newer(known.get(order.id), order)));
}

/**
 * Reads the orders of a cafe again and again, also unseen while a change waits for the connection. Returns a function that
 * ends it.
 */
export function followOrders(cafeId: string): () => void {
  let isEnded = false;
  let etag: string | null = null;
  const work = async () => {
    try {
      const found = await readOrders(cafeId, etag);
      if (isEnded) return;
      ordersError.set(undefined);
      etag = found?.etag ?? etag;
      if (found) noteAll(found.orders);
    } catch (error) {
      if (!isEnded) ordersError.set(error instanceof ConnectionError ? undefined : (error as Error));
    }
  };
  const isNeeded = () => !document.hidden || waitingChanges.get() > 0;
  const polling = startPolling(EVERY_MS, work, { isNeeded, isFirst: true });
  return () => {
    isEnded = true;
    polling.stop();
    knownOrders.set(undefined);
    ordersError.set(undefined);
  };
}

/** Undefined where nothing has changed since the answer with this ETag. */
async function readOrders(
  cafeId: string,
  etag: string | null,
): Promise<{ orders: OrderView[]; etag: string | null } | undefined> {
  const query = `status=${ACTIVE.join(',')}&pageSize=${PAGE_SIZE}`;
  const path = `${pathOf('cafes', cafeId, 'orders')}?${query}`;
  const first = await read<OrderList>(path, { etag, isPoll: true });
  if (!first) return undefined;
  const orders = [...first.value.data];
  for (let page = 2; (page - 1) * PAGE_SIZE < first.value.total; page++) {
    const next = await read<OrderList>(`${path}&page=${page}`, { isPoll: true });
    orders.push(...(next?.value.data ?? []));
  }
  return { orders, etag: first.etag };
}

/** Notes a list: an order that is not in it any more has ended elsewhere. An answer older than what is known changes nothing. */
function noteAll(orders: readonly OrderView[]): void {
  const known = knownOrders.get();
  knownOrders.set(new Map(orders.map((order) => [order.id, newer(known?.get(order.id), order)])));
}

function newer(known: OrderView | undefined, order: OrderView): OrderView {
  return known && known.version > order.version ? known : order;
}
