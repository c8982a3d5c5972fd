import type { Order } from '../tables';

/** Every state of an order, and those that may follow it; only money places a draft. */
const NEXT = {
  draft: ['placed', 'cancelled'],
  placed: ['accepted', 'cancelled'],
  accepted: ['preparing', 'cancelled'],
  preparing: ['ready', 'cancelled'],
  ready: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
} as const;

export type OrderStatus = keyof typeof NEXT;

export const ORDER_STATUSES = Object.keys(NEXT) as [OrderStatus, ...OrderStatus[]];

/** Who moves an order: its cafe, or the money that came for it. */
type Mover = 'cafe' | 'payment';

export interface Transition {
  to: OrderStatus;
  by: string;
  reason?: string;
}

/** The states that this one may be followed by, for whoever moves the order. */
export function nextStatuses(from: OrderStatus, by: Mover): OrderStatus[] {
  return NEXT[from].filter((to) => by === 'payment' || to !== 'placed');
}

export function canTransition(from: OrderStatus, to: OrderStatus, by: Mover): boolean {
  return nextStatuses(from, by).includes(to);
}

/** What a move makes of an order; whether it may be made, others say. */
export function transition(order: Order, { to, by, reason }: Transition, at = new Date()): Partial<Order> {
  const step = { status: to, at: at.toISOString(), by, ...(reason === undefined ? {} : { reason }) };
  return { status: to, history: [...order.history, step], updatedAt: at };
}
