import * as v from 'valibot';
import { findName } from '../../accounts/names';
import { described } from '../../http/described';
import { Count, Instant, integerBetween } from '../../http/fields';
import { Money } from '../fields';
import type { OrderRefund } from '../tables';
import { addTaxes, TaxView } from './taxes';

export const MAX_LINES = 50;

/** The place of a line in the order. */
export const LinePlace = described(
  integerBetween(0, MAX_LINES - 1),
  'The place of the line in items, from 0.',
  0,
);

/** Names whoever `by` is. */
export const ByName = described(
  v.exactOptional(v.string()),
  'The name of that user or device, for the cafe alone. Absent where there is none any more.',
  'Ana',
);

export const RefundView = v.strictObject({
  id: described(
    v.string(),
    "Names it within its order; the provider's ID where it was made at the provider.",
    'R-1',
  ),
  status: described(
    v.picklist(['pending', 'succeeded', 'failed']),
    'Pending until the provider has taken it, which is a matter of minutes.',
    'succeeded',
  ),
  amount: described(Money, 'In minor units.', 445),
  tip: described(Money, 'What of it was tip.', 25),
  taxes: described(v.array(TaxView), 'The rest of it by the rates of its tax.', [
    { percent: 7, name: '', amount: 420, includedTax: 27 },
  ]),
  lines: described(
    v.array(v.strictObject({ line: LinePlace, quantity: described(Count, 'How many pieces.', 1) })),
    'The pieces that it is for.',
  ),
  reason: described(v.string(), 'Why, as shown to the customer.', 'One was cold.'),
  at: described(Instant, 'When it was asked for.', '2026-11-21T10:14:20.000Z'),
  by: described(
    v.string(),
    'Who asked for it: the ID of a user, payment if it was made at the provider, or cafe for all but the cafe.',
    'U-3',
  ),
  byName: ByName,
  error: described(v.nullable(v.string()), 'Why it failed. Null if it did not.'),
});
type RefundView = v.InferOutput<typeof RefundView>;

export function toRefundView(of: OrderRefund): RefundView {
  const { requestKey, requestHash, restock, failedAt, error, ...refund } = of;
  const lines = refund.lines.map(({ line, quantity }) => ({ line, quantity }));
  return { ...refund, lines, taxes: addTaxes(refund.taxes), error: error ?? null };
}

/** Adds the name of whoever did it. */
export function withName<S extends { by: string }>(step: S): S & { byName?: string } {
  const byName = findName(step.by);
  return byName === undefined ? step : { ...step, byName };
}
