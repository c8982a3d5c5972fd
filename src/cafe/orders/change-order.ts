import * as v from 'valibot';
import { described } from '../../http/described';
import { maxText } from '../../http/fields';
import { HttpError, invalid } from '../../http/http-error';
import { NO_RECORD } from '../../http/idempotency';
import { NEVER } from '../../tables/tables';
import type { Order, OrderLine } from '../tables';
import { PickupAt, toPickupTime } from './place-order';
import { toSummary } from './pricing';
import { newRefund, PiecesOfLines } from './refund-order';
import { LinePlace, MAX_LINES } from './refund-view';
import { statusOf } from './states';

/** Fields of an order that the cafe changes, beside its status. */
export const CHANGES = {
  items: described(
    v.exactOptional(
      v.pipe(
        v.array(
          v.strictObject({
            line: LinePlace,
            isDone: described(v.boolean(), 'Whether it is ticked off. False takes the tick back.', true),
          }),
        ),
        v.nonEmpty(),
        v.maxLength(MAX_LINES),
      ),
    ),
    'The lines that are ticked off or not any more.',
    [{ line: 0, isDone: true }],
  ),
  isHurried: described(v.exactOptional(v.boolean()), 'Whether it goes before the others.'),
  removed: described(
    v.exactOptional(PiecesOfLines),
    'How many pieces of which lines are off, all of them by default, of an order that is not accepted yet. They are refunded.',
    [{ line: 1, quantity: 1 }],
  ),
  note: described(v.exactOptional(maxText(1_000)), 'A note on the whole order, until it is accepted.'),
  pickupAt: described(
    v.exactOptional(v.nullable(PickupAt)),
    'When the customer picks it up, until it is accepted. Null for as soon as possible.',
  ),
};

const Changes = v.strictObject(CHANGES);
interface Changes extends v.InferOutput<typeof Changes> {
  reason?: string;
}

/** Fields that are settled once an order is accepted. */
const UNTIL_ACCEPTED = ['removed', 'note', 'pickupAt'] as const;

/** The columns that change, none where all is so already. `by` is the id of a user. @throws HttpError 409 or 422 */
export function changeOrder(order: Order, changes: Changes, by: string): Partial<Order> {
  const { items = [], isHurried, removed, note, pickupAt, reason = '' } = changes;
  assertChangeable(order, changes);
  const at = new Date();
  const lines = items.reduce(
    (all, item, index) => tick(all, item, { at, field: `items.${index}.line` }),
    order.lines,
  );
  const isHurriedNow = !Number.isNaN(order.hurriedAt.getTime());
  const patch: Partial<Order> = {
    ...(lines.every((line, index) => line === order.lines[index]) ? {} : { lines }),
    ...(isHurried === undefined || isHurried === isHurriedNow ? {} : { hurriedAt: isHurried ? at : NEVER }),
    ...(note === undefined || note === order.note ? {} : { note }),
    ...(pickupAt === undefined ? {} : { pickupAt: toPickupTime(pickupAt ?? undefined, at) }),
    ...(removed === undefined ? {} : takeOff({ ...order, lines }, { lines: removed, reason }, by)),
  };
  return Object.keys(patch).length > 0 ? { ...patch, updatedAt: at } : {};
}

function assertChangeable(order: Order, changes: Changes): void {
  const status = statusOf(order);
  const name = UNTIL_ACCEPTED.find((one) => changes[one] !== undefined);
  if (name === undefined || status === 'placed' || (status === 'draft' && name !== 'removed')) return;
  const message = `${name} can be changed until an order is accepted${name === 'removed' ? ', once it is paid' : ''} (it is ${status}).`;
  throw new HttpError(409, 'wrong_status', message, { param: name });
}

/** The time of the first tick stays. */
function tick(
  lines: OrderLine[],
  { line: place, isDone }: { line: number; isDone: boolean },
  { at, field }: { at: Date; field: string },
): OrderLine[] {
  if (place >= lines.length)
    throw invalid(`${field} must be 0 to ${lines.length - 1} (got ${place}).`, field);
  return lines.map((line, index) => {
    if (index !== place || isDone === (line.doneAt !== undefined)) return line;
    const { doneAt: _, ...open } = line;
    return isDone ? { ...line, doneAt: at.toISOString() } : open;
  });
}

/**
 * The pieces stay in their lines, which are what was paid for, and are refunded. Their number is that of all which are off, so that a
 * request may be repeated.
 */
function takeOff(
  order: Order,
  asked: { lines: NonNullable<Changes['removed']>; reason: string },
  by: string,
): Partial<Order> {
  const offNow = asked.lines.filter(({ line, quantity }, index) => {
    const { quantity: all = 0, removed = 0 } = order.lines[line] ?? {};
    if ((quantity ?? all) < removed)
      throw invalid(
        `removed.${index}.quantity must be at least ${removed}, which are off already (got ${quantity}).`,
        `removed.${index}.quantity`,
      );
    return removed === 0 || (quantity ?? all) > removed;
  });
  if (offNow.length === 0) return {};
  const more = offNow.map(({ line, quantity }) =>
    quantity === undefined ? { line } : { line, quantity: quantity - (order.lines[line]?.removed ?? 0) },
  );
  const refund = newRefund(order, { ...asked, lines: more }, { by, record: NO_RECORD, field: 'removed' });
  const lines = order.lines.map((line, index) => {
    const off = refund.lines.find((pieces) => pieces.line === index)?.quantity ?? 0;
    return off === 0 ? line : { ...line, removed: (line.removed ?? 0) + off };
  });
  if (lines.every(({ quantity, removed }) => quantity === removed)) {
    const message = 'Nothing of the order would be left: cancel it instead.';
    throw new HttpError(409, 'wrong_status', message, { param: 'removed' });
  }
  return { lines, summary: toSummary(lines), refunds: [...order.refunds, refund] };
}
