import { needsCafe } from '../accounts/roles';
import { USERS } from '../accounts/tables';
import { checkProviders, type HealthCheck } from '../health/checks';
import { isTestMode } from '../platform/test-mode';
import { readCells, textOf } from '../tables/sheet';
import { select } from '../tables/tables';
import { listCafes } from './cafes';
import { listFullCafes } from './orders/draft-limit';
import { moneyChecks } from './payments/money-trouble';
import { payments } from './payments/payments';
import { CAFES } from './tables';

/** The payment providers, the cafes that take no orders, the orders with payment problems, and users without a cafe. */
export function cafeChecks(): HealthCheck[] {
  const full = listFullCafes(select(CAFES)).map(
    ({ id }): HealthCheck => ({
      label: `Cafe ${id}`,
      detail:
        'Has reached its limit of unpaid orders and refuses new ones. The column maxDrafts of the Cafes tab sets the limit.',
      status: 'problem',
    }),
  );
  const missing = isTestMode()
    ? 'payments are simulated, and no money moves.'
    : `orders are refused. Choose ${payments.items}.`;
  return [
    ...checkProviders(payments, { down: 'New orders are refused meanwhile.', missing }),
    ...full,
    ...moneyChecks(),
    ...checkUsers(),
  ];
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
