import { logError } from '../../health/errors';
import { DAY_MS, HOUR_MS } from '../../platform/platform';
import { findAll, type MaintenanceTask } from '../../tables/tables';
import { startJobs } from '../orders/update-order';
import { ORDERS } from '../tables';
import { callProvider, connectedProvider } from './payments';
import { type PastEvent, updateSettlement } from './settlement';
import { findStripeSettings } from './stripe-settings';

/** Stripe repeats an event for three days. */
const LOOK_BACK_MS = 4 * DAY_MS;

/** Each takes a second or two. What is left after this time is applied in the next run. */
const TIME_BUDGET_MS = 60_000;

/** Until then an event may be on its way. */
const LATE_MS = HOUR_MS;

const NOT_DELIVERED =
  'Stripe has not delivered events of refunds or disputes to the webhook; they have been applied without it. Check at Stripe that the webhook has the address and all the events that API > Connect Stripe names, and enter its signing secret with API > New Stripe webhook secret.';

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
    let isLate = false;
    for (const event of withoutApplied(events)) {
      if (Date.now() >= until) break;
      const updated = updateSettlement(event);
      if (!updated) continue;
      startJobs(updated);
      isLate ||= Date.now() - event.createdAt > LATE_MS;
    }
    if (isLate) logError(NOT_DELIVERED);
  },
};

/** Without those, too, of orders that are not in the sheet. An event of a dispute does not say which order it is about. */
function withoutApplied(events: readonly PastEvent[]): PastEvent[] {
  const ids = events.flatMap(({ orderId }) => orderId ?? []);
  const orders = new Map(findAll(ORDERS, 'id', [...new Set(ids)]).map((order) => [order.id, order]));
  return events.filter(({ orderId, eventId, intentId }) => {
    if (orderId === undefined) return true;
    const order = orders.get(orderId);
    return order?.intentId === intentId && !order.events.includes(eventId);
  });
}
