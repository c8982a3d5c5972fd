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
export type Mover = 'cafe' | 'payment';

/** The states that this one may be followed by, for whoever moves the order. */
export function nextStatuses(from: OrderStatus, by: Mover): OrderStatus[] {
  return NEXT[from].filter((to) => by === 'payment' || to !== 'placed');
}

export function mayFollow(from: OrderStatus, to: OrderStatus, by: Mover): boolean {
  return nextStatuses(from, by).includes(to);
}

export function isEnded(status: OrderStatus): boolean {
  return NEXT[status].length === 0;
}
