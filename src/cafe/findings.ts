import type { Finding } from '../health/findings';
import { select } from '../tables/select';
import { findStripeSettings } from './payments/stripe-settings';
import { PUSH_ENDPOINTS } from './pushes/push-tables';

/** Whether money moves, and where pushes go nowhere. */
export function cafeFindings(): Finding[] {
  const how = findStripeSettings()
    ? 'Connected.'
    : 'Not connected: payments count as made, but no money moves. Choose API > Connect Stripe.';
  return [{ what: 'Stripe', how }, ...failingEndpoints()];
}

function failingEndpoints(): Finding[] {
  const endpoints = select(PUSH_ENDPOINTS, ['id', 'cafeId', 'url', 'state', 'failingSince']);
  return endpoints.flatMap(({ id, cafeId, url, state, failingSince }) => {
    const what = `Push endpoint ${id}`;
    const where = `${url} of ${cafeId}`;
    if (state === 'disabled') return [{ what, how: `${where} is disabled: nothing is pushed to it.` }];
    if (Number.isNaN(failingSince.getTime())) return [];
    return [{ what, how: `${where} has been failing since ${failingSince.toISOString()}.`, isTrouble: true }];
  });
}
