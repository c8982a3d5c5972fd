import { logError } from '../../health/errors';
import { DAY_MS, HOUR_MS } from '../../platform/platform';
import { findAll, type MaintenanceTask } from '../../tables/tables';
import { startJobs } from '../orders/update-order';
import { callProvider, payments } from '../payments/payments';
import type { PastEvent, PaymentProvider } from '../payments/provider';
import { ORDERS } from '../tables';
import { updateSettlement } from './settlement';

/** Longer than a provider repeats an event that has not been taken. */
const LOOK_BACK_MS = 4 * DAY_MS;

/** Each takes a second or two. What is left after this time is applied in the next run. */
const TIME_BUDGET_MS = 60_000;

/** Time for which an event may be on its way. */
const LATE_MS = HOUR_MS;

/**
 * Applies events of refunds and disputes that have not reached the webhook, since its address or its secret is wrong or the
 * gateway was down for too long. Those of payments are not needed: the timer asks about every draft.
 */
export const MISSED_EVENTS: MaintenanceTask = {
  name: 'missed events',
  everyMinutes: 360,
  run() {
    const until = Date.now() + TIME_BUDGET_MS;
    for (const provider of payments.all) applyMissed(provider, until);
  },
};

function applyMissed({ name, findClient, remedies }: PaymentProvider, until: number): void {
  const client = findClient();
  if (!client) return;
  const events = callProvider(() => client.settlementEvents(Date.now() - LOOK_BACK_MS));
  let isLate = false;
  for (const event of withoutApplied(events)) {
    if (Date.now() >= until) break;
    const updated = updateSettlement(event);
    if (!updated) continue;
    startJobs(updated);
    isLate ||= Date.now() - event.createdAt > LATE_MS;
  }
  if (isLate)
    logError(
      `${name} has not delivered events of refunds or disputes to the webhook; they have been applied without it. ${remedies.delivery}`,
    );
}

/** Drops events of orders that are not in the sheet, too. An event of a dispute does not say which order it is about. */
function withoutApplied(events: readonly PastEvent[]): PastEvent[] {
  const ids = events.flatMap(({ orderId }) => orderId ?? []);
  const orders = new Map(findAll(ORDERS, 'id', [...new Set(ids)]).map((order) => [order.id, order]));
  return events.filter(({ orderId, eventId, intentId }) => {
    if (orderId === undefined) return true;
    const order = orders.get(orderId);
    return order?.intentId === intentId && !order.events.includes(eventId);
  });
}
