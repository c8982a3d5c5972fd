import { toProblem } from '../../health/checks';
import type { Finding } from '../../health/report';
import { readTexts } from '../../tables/sheet';
import { ORDERS } from '../tables';
import { isOpenOrLost } from './dispute';
import { payments } from './payments';

const MAX_LISTED = 20;

/** The orders whose money the owner has to look after, the newest first. */
export function findMoneyTroubles(): Finding[] {
  // The columns between these and the ids would take most of the time.
  const told = readTexts(ORDERS, ['refundError', 'dispute']);
  const troubled = told
    .flatMap(({ cells }, index) => (cells.refundError !== '' || isOpenOrLost(cells.dispute) ? [index] : []))
    .reverse();
  if (troubled.length === 0) return [];
  const ids = readTexts(ORDERS, ['id']);
  const found = troubled
    .slice(0, MAX_LISTED)
    .flatMap((index) => describe(ids[index]?.cells.id ?? '', told[index]?.cells));
  const others = troubled.length - MAX_LISTED;
  if (others <= 0) return found;
  const more = `${others} more orders have a refused refund or a dispute.`;
  return [...found, toProblem(more, 'See the columns refundError and dispute of the Orders tab.')];
}

type Trouble = Record<'refundError' | 'dispute', string>;

function describe(
  id: string,
  { refundError, dispute }: Trouble = { refundError: '', dispute: '' },
): Finding[] {
  const refund = toProblem(
    `${id} was not refunded: ${refundError}`,
    `Refund it in ${payments.names} or by other means, then clear its cell refundError.`,
  );
  return [
    ...(refundError === '' ? [] : [refund]),
    ...(isOpenOrLost(dispute) ? [describeDispute(id, dispute)] : []),
  ];
}

function describeDispute(id: string, status: string): Finding {
  if (status === 'lost')
    return toProblem(
      `The dispute about ${id} was lost, and the money is gone.`,
      'Clear its cell dispute to dismiss this problem.',
    );
  return toProblem(
    `The customer disputes the payment of ${id} (${status}).`,
    `Respond in ${payments.names} before the deadline.`,
  );
}
