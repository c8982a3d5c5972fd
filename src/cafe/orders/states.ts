import type { Order } from '../tables';

/** The statuses of an order, each with those that the cafe may set next. A payment places a draft. */
const NEXT = {
  draft: ['cancelled'],
  placed: ['accepted', 'cancelled'],
  accepted: ['preparing', 'cancelled'],
  preparing: ['ready', 'cancelled'],
  ready: ['completed', 'cancelled'],
  /** Recall is for the day of its completion: `nextStatusesOf` checks it. */
  completed: ['ready'],
  cancelled: [],
} as const;

export type OrderStatus = keyof typeof NEXT;

export const ORDER_STATUSES = Object.keys(NEXT) as [OrderStatus, ...OrderStatus[]];

export interface Transition {
  to: OrderStatus;
  /** The id of a user, or `payment`, `timer` or `sheet`. */
  by: string;
  reason?: string;
}

export function nextStatuses(from: OrderStatus): OrderStatus[] {
  return [...NEXT[from]];
}

/** The last entry of the history: the cell of the status may have been edited. */
export function statusOf({ history }: Pick<Order, 'history'>): OrderStatus {
  return history[history.length - 1]?.status ?? 'draft';
}

/** The columns that a transition changes. Does not check whether it is allowed. */
export function transition(order: Order, { to, by, reason }: Transition): Partial<Order> {
  const at = new Date();
  const step = { status: to, at: at.toISOString(), by, ...(reason === undefined ? {} : { reason }) };
  return { status: to, history: [...order.history, step], updatedAt: at };
}
