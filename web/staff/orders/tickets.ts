import type { OrderView } from '../../../src/cafe/orders/order-view';
import { createStore } from '../../shared/store';
import { cafe } from '../cafe/current-cafe';
import { now } from '../server-clock';
import { isActive, knownOrders, type OrderStatus } from './active-orders';
import { type Change, changes, notices } from './changes';
import { marks, withMarks } from './marks';
import { isOfStation, station } from './station';

/** An order as the board shows it: with the moves that have been made here. */
export interface Ticket {
  order: OrderView;
  /** The last one that the server does not have yet. */
  change: Change | undefined;
  notice: string | undefined;
}

export type ColumnName = 'new' | 'making' | 'ready';

/** Columns from left to right. */
export const COLUMNS: Record<ColumnName, readonly OrderStatus[]> = {
  new: ['placed'],
  making: ['accepted', 'preparing'],
  ready: ['ready'],
};

export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];

/** The orders for a later time, the earliest first. */
export const laterOrders = createStore<readonly OrderView[]>([]);

const MINUTE_MS = 60_000;

/** The orders to be made or handed over, with the moves that have been made here. */
export const activeOrders = createStore<readonly OrderView[]>([]);

/** Tickets by column, the most urgent first. */
export const tickets = createStore<ReadonlyMap<ColumnName, readonly Ticket[]>>(new Map());

for (const store of [knownOrders, changes, notices, cafe, marks, station]) store.subscribe(refresh);
// Time passes for what waits for the connection, and for what is to be made later.
now.subscribe(() => (changes.get().length > 0 || laterOrders.get().length > 0) && refresh());
refresh();

function refresh(): void {
  const found = listTickets();
  laterOrders.set(found.filter(isForLater).map(({ order }) => order));
  const all = found.filter((ticket) => !isForLater(ticket) && isShownHere(ticket));
  activeOrders.set(all.flatMap(({ order }) => (isActive(order.status) ? [order] : [])));
  tickets.set(new Map(COLUMN_NAMES.map((name) => [name, all.filter((ticket) => columnOf(ticket) === name)])));
}

/** Tells whether an order is not to be begun yet. */
function isForLater({ order: { status, pickupAt, hurriedAt } }: Ticket): boolean {
  if (status !== 'placed' || pickupAt === null || hurriedAt !== null) return false;
  return Date.parse(pickupAt) - (cafe.get()?.preparationMinutes ?? 0) * MINUTE_MS > now.get();
}

/** Tells whether this station has to do with it: ready orders are handed over at any. */
function isShownHere({ order, notice }: Ticket): boolean {
  return (
    order.status === 'ready' ||
    notice !== undefined ||
    order.items.some((line) => line.quantity > line.removed && isOfStation(line))
  );
}

function listTickets(): Ticket[] {
  const orders = new Map<string, OrderView>();
  const cafeId = cafe.get()?.id;
  // A move that was made before another cafe was chosen is sent, and shown there.
  for (const { order } of [...notices.get().values(), ...changes.get()])
    if (!orders.has(order.id) && (cafeId === undefined || cafeId === order.cafeId))
      orders.set(order.id, order);
  for (const order of knownOrders.get()?.values() ?? []) {
    const isHere = cafeId === undefined || cafeId === order.cafeId;
    if (isHere && (isActive(order.status) || orders.has(order.id))) orders.set(order.id, order);
  }
  return [...orders.values()].map(toTicket).sort(compareUrgency);
}

function compareUrgency(one: Ticket, other: Ticket): number {
  const [a, b] = [one.order, other.order];
  const byEnd = Number(isOver(one)) - Number(isOver(other));
  const byHurry = Number(a.hurriedAt === null) - Number(b.hurriedAt === null);
  return byEnd || byHurry || dueAt(a) - dueAt(b) || a.id.localeCompare(b.id, 'en', { numeric: true });
}

/** Tells whether an order has ended and stays only until that was sent or its notice was read: work goes before it. */
function isOver({ order, change }: Ticket): boolean {
  return !isActive(order.status) && (change?.sendAt ?? 0) <= Date.now();
}

function toTicket(order: OrderView): Ticket {
  const own = changes.get().filter((change) => change.order.id === order.id);
  const change = own[own.length - 1];
  const notice = notices.get().get(order.id)?.text;
  const marked = withMarks(order);
  return { order: change ? { ...marked, status: change.to } : marked, change, notice };
}

/** Finds the column. An ended order stays where it was until that can no longer be taken back, or its notice was read. */
function columnOf({ order, change }: Ticket): ColumnName {
  const past = order.history.map(({ status }) => status);
  const statuses = [...past, ...(change ? [change.order.status] : []), order.status].filter(isActive);
  const last = statuses[statuses.length - 1] ?? 'placed';
  return COLUMN_NAMES.find((name) => COLUMNS[name].includes(last)) ?? 'new';
}

/** Epoch ms: when it is to be picked up, else when it was ordered. */
function dueAt({ pickupAt, createdAt }: OrderView): number {
  return Date.parse(pickupAt ?? createdAt ?? '') || 0;
}
