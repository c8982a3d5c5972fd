import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described } from '../../http/described';
import { integerBetween } from '../../http/fields';
import { HttpError, invalid, orNotFound } from '../../http/http-error';
import { assertSameBody, type IdempotencyRecord, idempotencyRecord } from '../../http/idempotency';
import { type Call, Response, type Routes, route } from '../../http/route';
import { quote } from '../../platform/quote';
import { assertMayActFor } from '../cafes';
import { MAX_AMOUNT } from '../menu/item';
import { chargeStep, formatAmount } from '../money';
import type { Order, OrderRefund, Pieces } from '../tables';
import { LinePlace, MAX_LINES, RefundView, toRefundView, withName } from './refund-view';
import { piecesInStock, piecesLeft, refundable, sharesOfAmount, sharesOfLines } from './refunds';
import { statusOf } from './states';
import { startJobs, updateOrder } from './update-order';

/** Number of refunds that the provider lists with a payment, which tells whether one has been made. */
const MAX_REFUNDS = 10;

export const Reason = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(500));

export const PiecesOfLines = v.pipe(
  v.array(
    v.strictObject({
      line: LinePlace,
      quantity: described(
        v.exactOptional(integerBetween(1, 100)),
        'How many pieces. All that are left by default.',
        1,
      ),
    }),
  ),
  v.nonEmpty(),
  v.maxLength(MAX_LINES),
);
type PiecesOfLines = v.InferOutput<typeof PiecesOfLines>;

const NewRefund = v.strictObject({
  lines: described(
    v.exactOptional(PiecesOfLines),
    'The pieces that are refunded: their price and its share of the tip. Without them and amount it is everything that is left.',
    [{ line: 0, quantity: 1 }],
  ),
  amount: described(
    v.exactOptional(integerBetween(1, MAX_AMOUNT)),
    'In minor units. It comes from the tip and the prices in proportion.',
  ),
  restock: described(
    v.exactOptional(v.boolean()),
    'Whether the pieces of items with a stock go back into it. True by default.',
  ),
  reason: described(Reason, 'Why, as shown to the customer.', 'The second one was cold.'),
});
type NewRefund = v.InferOutput<typeof NewRefund>;

export const REFUND_ROUTES: Routes = {
  'POST /v1/orders/:id/refunds': route({
    summary: 'Refunds lines of an order, an amount, or all that is left',
    access: rolesWith('refunds'),
    body: NewRefund,
    response: RefundView,
    status: 201,
    errorStatuses: [404, 409],
    idempotent: 'required',
    handle: refundOrder,
  }),
};

/** The row asks for the refund, and the timer makes it within a minute. A repeated request gets it as it was asked for. */
function refundOrder({ params: { id = '' }, body, caller, request }: Call<NewRefund>): Response {
  const record = idempotencyRecord(caller, request, body);
  const refunded: OrderRefund[] = [];
  const patch = (order: Order): Partial<Order> => {
    assertMayActFor(caller, order.cafeId);
    const { requestKey } = record;
    const earlier = order.refunds.find((one) => one.requestKey === requestKey);
    if (earlier) assertSameBody(earlier, record);
    const refund = earlier ?? newRefund(order, body, { by: caller?.id ?? '', record });
    refunded.splice(0, 1, refund);
    return earlier ? {} : { refunds: [...order.refunds, refund], updatedAt: new Date() };
  };
  const updated = orNotFound(updateOrder(id, patch), `order ${id}`);
  startJobs(updated);
  const views = refunded.map(({ error: _, ...refund }) => toRefundView({ ...refund, status: 'pending' }));
  return new Response(views.map(withName)[0], { status: 201 });
}

interface Origin {
  /** The id of a user. */
  by: string;
  record: IdempotencyRecord;
  /** Field of the request that names the lines. */
  field?: string;
}

/** A refund that the row of the order may ask for. @throws HttpError 409 or 422 */
export function newRefund(
  order: Order,
  { lines = [], amount, restock = true, reason }: NewRefund,
  { by, record, field = 'lines' }: Origin,
): OrderRefund {
  const left = refundable(order);
  const status = statusOf(order);
  if (status === 'cancelled' || left <= 0) {
    const message =
      status === 'cancelled'
        ? 'What was paid for a cancelled order goes back by itself.'
        : 'Nothing is left to refund.';
    throw new HttpError(409, 'nothing_to_refund', message);
  }
  if (order.refunds.length >= MAX_REFUNDS)
    throw new HttpError(
      409,
      'too_many_refunds',
      `The order has ${MAX_REFUNDS} refunds already, its maximum.`,
    );
  const pieces = lines.map((one, index) => toPieces(order, one, `${field}.${index}`));
  const repeated = lines.findIndex(({ line }, index) => lines.findIndex((one) => one.line === line) < index);
  if (repeated >= 0) {
    const param = `${field}.${repeated}.line`;
    throw invalid(`${param}: each line can be named once.`, param);
  }
  const ofLines = pieces.length > 0 ? sharesOfLines(order, pieces) : undefined;
  const shares = ofLines && amount === undefined ? ofLines : sharesOfAmount(order, amount ?? left, pieces);
  assertAmount(order, shares.amount, Math.min(left, ofLines?.amount ?? left));
  return {
    ...record,
    id: `R-${order.refunds.length + 1}`,
    ...shares,
    lines: pieces,
    ...(restock && pieces.length > 0 ? { restock: 'due' } : {}),
    reason,
    at: new Date().toISOString(),
    by,
    status: 'pending',
  };
}

function toPieces(order: Order, { line, quantity }: PiecesOfLines[number], field: string): Pieces {
  const { name } = order.lines[line] ?? {};
  if (name === undefined)
    throw invalid(`${field}.line must be 0 to ${order.lines.length - 1} (got ${line}).`, `${field}.line`);
  const left = piecesLeft(order, line);
  const asked = quantity ?? left;
  if (left === 0 || asked > left) {
    const message = `${field}: only ${left} of ${quote(name)} can be refunded (requested ${quantity ?? 1}).`;
    throw new HttpError(409, 'refund_too_large', message, { param: field });
  }
  const inStock = Math.min(asked, piecesInStock(order, line));
  return { line, quantity: asked, ...(inStock > 0 ? { inStock } : {}) };
}

function assertAmount({ currency }: Order, amount: number, left: number): void {
  const toText = (minor: number) => `${formatAmount(minor, currency)} ${currency}`;
  if (amount > left) {
    const message = `The refund must be at most ${toText(left)}, which is left of the payment or of its lines (got ${toText(amount)}).`;
    throw new HttpError(409, 'refund_too_large', message, { param: 'amount' });
  }
  const step = chargeStep(currency);
  if (amount % step !== 0)
    throw invalid(`The refund in ${currency} must be a multiple of ${step} (got ${amount}).`, 'amount');
}
