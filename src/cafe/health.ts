import { checkProvider, type HealthCheck } from '../health/checks';
import { select } from '../tables/tables';
import { listFullCafes } from './orders/draft-limit';
import { KEY_REMEDY, STRIPE } from './payments/stripe';
import { findStripeSettings } from './payments/stripe-settings';
import { isFailing } from './pushes/receivers';
import { CAFES, PUSH_ENDPOINTS } from './tables';

/** Stripe's connection, the cafes that take no orders, and the push endpoints that get nothing. */
export function cafeChecks(): HealthCheck[] {
  const endpoints = select(PUSH_ENDPOINTS, ['id', 'cafeId', 'url', 'state', 'failingSince']);
  const failing = endpoints.flatMap((endpoint): HealthCheck[] => {
    const label = `Push endpoint ${endpoint.id}`;
    const where = `${endpoint.url} of ${endpoint.cafeId}`;
    if (endpoint.state === 'disabled')
      return [{ label, detail: `${where} is disabled: nothing is pushed to it.` }];
    if (!isFailing(endpoint)) return [];
    const since = endpoint.failingSince.toISOString();
    return [{ label, detail: `${where} has been failing since ${since}.`, status: 'problem' }];
  });
  const full = listFullCafes(select(CAFES)).map(
    ({ id }): HealthCheck => ({
      label: `Cafe ${id}`,
      detail:
        'Has as many unpaid orders as it takes at a time, and refuses new ones. The column maxDrafts of the Cafes tab sets how many.',
      status: 'problem',
    }),
  );
  return [checkStripe(), ...full, ...failing];
}

function checkStripe(): HealthCheck {
  const isConnected = findStripeSettings() !== undefined;
  const absent = 'payments count as made, but no money moves. Choose API > Connect Stripe.';
  if (!isConnected) return { label: STRIPE, detail: `Not connected: ${absent}` };
  return checkProvider(STRIPE, { down: 'New orders are refused meanwhile.', refused: KEY_REMEDY });
}
