import { needsCafe } from '../accounts/roles';
import { USERS } from '../accounts/tables';
import { type HealthCheck, toOk, toProblem, toWarning } from '../health/checks';
import { findProviders, isConnected } from '../health/provider';
import type { Finding } from '../health/report';
import { isTestMode } from '../platform/test-mode';
import { readCells, textOf } from '../tables/sheet';
import { scan } from '../tables/tables';
import { listFullCafes } from './orders/draft-limit';
import { findMoneyTroubles } from './payments/money-trouble';
import { payments } from './payments/payments';
import { CAFES } from './tables';

export const CAFE_CHECKS: readonly HealthCheck[] = [
  { light: 'out', label: payments.names, find: ({ now }) => findPayments(now) },
  { light: 'out', label: 'Refunds and disputes', find: findMoneyTroubles },
  { light: 'in', label: 'Cafes', find: findFullCafes },
  { light: 'in', label: 'Users without a cafe', find: findUsersWithoutCafe },
];

function findPayments(now: number): Finding | Finding[] {
  const { names, items } = payments;
  if (isConnected(payments)) return findProviders(payments, now, 'New orders are refused meanwhile.');
  if (isTestMode()) return toOk(`${names} is not connected: no money moves.`);
  if (scan(CAFES, ['id']).length === 0) return toOk(`${names} is not connected, and no cafe needs it.`);
  return toWarning(`${names} is not connected: orders are refused.`, `Choose ${items}.`);
}

function findFullCafes(): Finding[] {
  return listFullCafes(scan(CAFES)).map(({ id, max }) =>
    toProblem(
      `${id} refuses new orders: ${max} unpaid ones are open.`,
      'They end within minutes. The column maxDrafts of the Cafes tab sets the limit.',
    ),
  );
}

/** Users who belong to one cafe, and whose cell names none. */
function findUsersWithoutCafe(): Finding[] {
  const cafes = new Set(scan(CAFES, ['id']).map(({ id }) => id.trim()));
  const users = readCells(USERS, ['email', 'role', 'cafeId', 'disabledAt']);
  return users.flatMap(({ cells, addressOf }) => {
    const role = USERS.columns.role.fromCell(cells.role) ?? '';
    const cafeId = textOf(cells.cafeId);
    if (role === '' || !needsCafe(role) || cells.disabledAt !== '' || cafes.has(cafeId)) return [];
    const got = JSON.stringify(cafeId.slice(0, 80));
    const sentence = `${textOf(cells.email)} sees no orders: ${addressOf('cafeId')} must be the id of a cafe (got ${got}).`;
    return [toProblem(sentence, 'Enter the id of a row of the Cafes tab there.')];
  });
}
