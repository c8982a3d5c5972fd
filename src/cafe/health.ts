import type { HealthCheck } from '../health/checks';
import { select } from '../tables/tables';
import { findStripeSettings } from './payments/stripe-settings';
import { PUSH_ENDPOINTS } from './tables';

export function cafeChecks(): HealthCheck[] {
  const detail = findStripeSettings()
    ? 'Connected.'
    : 'Not connected: payments count as made, but no money moves. Choose API > Connect Stripe.';
  return [{ label: 'Stripe', detail }, ...failingEndpoints()];
}

function failingEndpoints(): HealthCheck[] {
  const endpoints = select(PUSH_ENDPOINTS, ['id', 'cafeId', 'url', 'state', 'failingSince']);
  return endpoints.flatMap(({ id, cafeId, url, state, failingSince }) => {
    const label = `Push endpoint ${id}`;
    const where = `${url} of ${cafeId}`;
    if (state === 'disabled') return [{ label, detail: `${where} is disabled: nothing is pushed to it.` }];
    if (Number.isNaN(failingSince.getTime())) return [];
    const detail = `${where} has been failing since ${failingSince.toISOString()}.`;
    return [{ label, detail, status: 'problem' }];
  });
}
