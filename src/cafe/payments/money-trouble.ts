import type { HealthCheck } from '../../health/checks';
import { readTexts } from '../../tables/sheet';
import { ORDERS } from '../tables';
import { isOpenOrLost } from './dispute';
import { payments } from './payments';

const MAX_LISTED = 20;

/** The orders whose money the owner has to look after, the newest first. */
export function moneyChecks(): HealthCheck[] {
  // The columns between these and the ids would take most of the time.
  const told = readTexts(ORDERS, ['refundError', 'dispute']);
  const troubled = told.flatMap(({ cells }, index) => (isTrouble(cells) ? [index] : [])).reverse();
  if (troubled.length === 0) return [];
  const ids = readTexts(ORDERS, ['id']);
  const found = troubled
    .slice(0, MAX_LISTED)
    .flatMap((index) => toChecks(ids[index]?.cells.id ?? '', told[index]?.cells));
  const others = troubled.length - MAX_LISTED;
  if (others <= 0) return found;
  const detail = `${others} more have a refused refund or a dispute: see the columns refundError and dispute.`;
  return [...found, { label: 'Orders', detail, status: 'problem' }];
}

type Trouble = Record<'refundError' | 'dispute', string>;

function isTrouble({ refundError, dispute }: Trouble): boolean {
  return refundError !== '' || isOpenOrLost(dispute);
}

function toChecks(
  id: string,
  { refundError, dispute }: Trouble = { refundError: '', dispute: '' },
): HealthCheck[] {
  const refund = `Not refunded: ${refundError} Refund it in ${payments.names} or by other means, then clear the cell refundError.`;
  const details = [
    ...(refundError === '' ? [] : [refund]),
    ...(isOpenOrLost(dispute) ? [describeDispute(dispute)] : []),
  ];
  return details.map((detail) => ({ label: `Order ${id}`, detail, status: 'problem' }));
}

function describeDispute(status: string): string {
  if (status === 'lost')
    return 'The dispute was lost, and the money is gone. Clear the cell dispute to dismiss this problem.';
  return `The customer disputes the payment (${status}). Respond in ${payments.names} before the deadline.`;
}
