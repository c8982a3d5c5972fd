import { needsCafe } from '../accounts/roles';
import { USERS } from '../accounts/tables';
import { checkProvider, type HealthCheck } from '../health/checks';
import { isTestMode } from '../platform/test-mode';
import { readCells, textOf } from '../tables/sheet';
import { select } from '../tables/tables';
import { listCafes } from './cafes';
import { listFullCafes } from './orders/draft-limit';
import { moneyChecks } from './payments/money-trouble';
import { KEY_REMEDY, STRIPE } from './payments/stripe-request';
import { findStripeSettings } from './payments/stripe-settings';
import { CAFES } from './tables';

/** Stripe's connection, the cafes that take no orders, the orders with payment problems, and users without a cafe. */
export function cafeChecks(): HealthCheck[] {
  const full = listFullCafes(select(CAFES)).map(
    ({ id }): HealthCheck => ({
      label: `Cafe ${id}`,
      detail:
        'Has reached its limit of unpaid orders and refuses new ones. The column maxDrafts of the Cafes tab sets the limit.',
      status: 'problem',
    }),
  );
  return [checkStripe(), ...full, ...moneyChecks(), ...checkUsers()];
}

function checkStripe(): HealthCheck {
  if (!findStripeSettings()) return { label: STRIPE, ...notConnected() };
  return checkProvider(STRIPE, { down: 'New orders are refused meanwhile.', refused: KEY_REMEDY });
}

function notConnected(): Omit<HealthCheck, 'label'> {
  if (isTestMode()) return { detail: 'Not connected: payments are simulated, and no money moves.' };
  return { detail: 'Not connected: orders are refused. Choose API > Connect Stripe.' };
}

/** Those who belong to one cafe, and whose cell names none. */
function checkUsers(): HealthCheck[] {
  const cafes = new Set(listCafes().map(({ id }) => id));
  const users = readCells(USERS, ['role', 'cafeId', 'disabledAt']);
  return users.flatMap(({ cells, addressOf }): HealthCheck[] => {
    const role = USERS.columns.role.fromCell(cells.role) ?? '';
    const cafeId = textOf(cells.cafeId);
    if (role === '' || !needsCafe(role) || cells.disabledAt !== '' || cafes.has(cafeId)) return [];
    const problem = `must be the id of a cafe (got ${JSON.stringify(cafeId.slice(0, 80))}).`;
    const detail = `cafeId ${problem} This ${role} can do nothing until then.`;
    return [{ label: addressOf('cafeId'), detail, status: 'problem' }];
  });
}
