import { DAY_MS } from '../../platform/platform';
import { findAll, type MaintenanceTask } from '../../tables/tables';
import { startJobs } from '../orders/update-order';
import { ORDERS } from '../tables';
import { callProvider, connectedProvider } from './payments';
import { type SettlementEvent, updateSettlement } from './settlement';
import { findStripeSettings } from './stripe-settings';

/** Stripe repeats an event for three days. */
const LOOK_BACK_MS = 4 * DAY_MS;

/** Each takes a second or two. What is left after this time is applied in the next run. */
const TIME_BUDGET_MS = 60_000;

/**
 * Applies events of refunds and disputes that have not reached the webhook, since its address or its secret is wrong or the
 * gateway was down for too long. Those of payments are not needed: the timer asks about every draft.
 */
export const MISSED_EVENTS: MaintenanceTask = {
  name: 'missed events',
  everyMinutes: 360,
  run() {
    if (!findStripeSettings()) return;
    const until = Date.now() + TIME_BUDGET_MS;
    const events = callProvider(() => connectedProvider().settlementEvents(Date.now() - LOOK_BACK_MS));
    for (const event of withoutApplied(events)) {
      if (Date.now() >= until) break;
      const updated = updateSettlement(event);
      if (updated) startJobs(updated);
    }
  },
};

/** Without those, too, of orders that are not in the sheet. An event of a dispute does not say which order it is about. */
function withoutApplied(events: readonly SettlementEvent[]): SettlementEvent[] {
  const ids = events.flatMap(({ orderId }) => orderId ?? []);
  const orders = new Map(findAll(ORDERS, 'id', [...new Set(ids)]).map((order) => [order.id, order]));
  return events.filter(({ orderId, eventId, intentId }) => {
    if (orderId === undefined) return true;
    const order = orders.get(orderId);
    return order?.intentId === intentId && !order.events.includes(eventId);
  });
}
