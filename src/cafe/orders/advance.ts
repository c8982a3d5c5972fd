import type { Order } from '../tables';
import type { OrderStatus } from './states';

export interface Move {
  to: OrderStatus;
  by: string;
  reason?: string;
}

/** What a move makes of an order; whether it may be made, others say. */
export function advance(order: Order, { to, by, reason }: Move, at = new Date()): Partial<Order> {
  const step = { status: to, at: at.toISOString(), by, ...(reason === undefined ? {} : { reason }) };
  return { status: to, history: [...order.history, step], updatedAt: at };
}
