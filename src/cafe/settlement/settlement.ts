import { logError } from '../../health/errors';
import { BusyError } from '../../platform/user-error';
import { find, VersionConflict } from '../../tables/tables';
import { isAnyOwed, withMade } from '../orders/refunds';
import { statusOf } from '../orders/states';
import { type OrderUpdate, updateOrder } from '../orders/update-order';
import { callProvider, connectedClient } from '../payments/payments';
import {
  type ConnectedClient,
  PaymentRefusedError,
  type Refunds,
  type SettlementEvent,
} from '../payments/provider';
import { ORDERS, type Order } from '../tables';

/** A provider repeats an event for some days at most, and an order has a handful. */
const MAX_EVENTS = 50;

const MAX_ATTEMPTS = 3;

/**
 * The events of a refund come late, twice and in any order: each only says that there is something to ask the provider about.
 * What it answers is written unless the order has changed since it was asked; then it is asked again.
 */
export function updateSettlement(event: SettlementEvent): OrderUpdate | undefined {
  const orderId = event.orderId ?? askProvider(event, ({ refundsOf }) => refundsOf(event.intentId))?.orderId;
  for (let attempt = 0; orderId !== undefined && attempt < MAX_ATTEMPTS; attempt++) {
    const order = find(ORDERS, orderId);
    if (!order) logError(`${event.eventId} is about ${orderId}, which is not in the sheet.`);
    if (!order || !isNewOf(order, event)) return undefined;
    const found = askFor(order, event);
    if (!found) return undefined;
    const patch = { ...found, events: withEvent(order, event), updatedAt: new Date() };
    try {
      return updateOrder(orderId, () => patch, { ifVersion: [order.version] });
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
  }
  if (orderId !== undefined) throw new BusyError(`${orderId} is being changed. Try again in a minute.`);
  return undefined;
}

/** True if an event has not been applied yet, and is about the payment of this order. */
export function isNewOf(
  order: Order,
  { eventId, intentId }: Pick<SettlementEvent, 'eventId' | 'intentId'>,
): boolean {
  if (order.events.includes(eventId)) return false;
  if (order.intentId === '' || order.intentId === intentId) return true;
  // The metadata of another payment names this order.
  logError(`${eventId} is about ${intentId}, but ${order.id} is paid for by ${order.intentId}.`);
  return false;
}

export function withEvent({ events }: Order, { eventId }: Pick<SettlementEvent, 'eventId'>): string[] {
  return [...events, eventId].slice(-MAX_EVENTS);
}

/**
 * The columns that say what has gone back. A failure is told until its money has gone back by another refund, or the owner has
 * cleared the cell.
 */
export function toRefundColumns(order: Order, { refunded, made }: Refunds): Partial<Order> {
  const refunds = withMade(order, made);
  const isOwing = refunded < order.paid && (statusOf(order) === 'cancelled' || isAnyOwed({ refunds }));
  if (!isOwing) return { refunded, refunds, refundError: '' };
  const known = new Set(order.refunds.flatMap(({ id, status }) => (status === 'failed' ? [id] : [])));
  const failed = refunds.filter(({ id, status }) => status === 'failed' && !known.has(id)).pop();
  return { refunded, refunds, refundError: failed?.error ?? order.refundError };
}

function askFor(order: Order, event: SettlementEvent): Partial<Order> | undefined {
  const { disputeId, intentId } = event;
  return askProvider(event, ({ disputeStatus, refundsOf }) =>
    disputeId === undefined
      ? toRefundColumns(order, refundsOf(intentId))
      : { dispute: disputeStatus(disputeId) },
  );
}

/** Undefined where the provider has no such payment: another account's. */
function askProvider<R>(
  { eventId, intentId }: SettlementEvent,
  ask: (client: ConnectedClient) => R,
): R | undefined {
  return callProvider(() => {
    try {
      return ask(connectedClient(intentId));
    } catch (error) {
      if (!(error instanceof PaymentRefusedError)) throw error;
      logError(`${eventId}: ${error.message}`);
      return undefined;
    }
  });
}
