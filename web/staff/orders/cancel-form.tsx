import { useEffect, useRef, useState } from 'preact/hooks';
import type { OrderView } from '../../../src/cafe/orders/order-view';
import { announce } from '../../shared/announcer';
import { Button } from '../../shared/button';
import { formatMoney } from '../../shared/money';
import { callNumber } from '../../shared/order-number';
import { onSubmit } from '../form';
import { makeChange } from './changes';
import * as TEXTS from './texts';

const OTHER = 'other';
/** Length that the API takes. */
const MAX_REASON = 500;

/** A reason, and what happens to the money. */
export function CancelForm({ order, onDone }: { order: OrderView; onDone: () => void }) {
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  // Focus goes here, since what had it has gone for this form.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = onSubmit((fields) => {
    const reason = String(fields.get(chosen === OTHER ? 'ownReason' : 'reason')).trim();
    makeChange(order, 'cancelled', reason);
    announce(TEXTS.moved(callNumber(order.id), TEXTS.statuses.cancelled));
    onDone();
  });
  return (
    <form ref={form} class="stack" onSubmit={submit}>
      <fieldset>
        <legend>{TEXTS.cancel.reason}</legend>
        {[...TEXTS.cancel.reasons, OTHER].map((reason) => (
          <label key={reason} class="choice">
            <input type="radio" name="reason" value={reason} required onChange={() => setChosen(reason)} />
            {reason === OTHER ? TEXTS.cancel.other : reason}
          </label>
        ))}
      </fieldset>
      {chosen === OTHER && (
        <label class="field">
          {TEXTS.cancel.ownReason}
          <input name="ownReason" required maxLength={MAX_REASON} pattern=".*\S.*" dir="auto" />
        </label>
      )}
      <p>{describeMoney(order)}</p>
      <div class="row">
        <button type="submit" class="danger">
          {TEXTS.cancel.submit}
        </button>
        <Button class="quiet" onClick={onDone}>
          {TEXTS.cancel.keep}
        </Button>
      </div>
    </form>
  );
}

function describeMoney({ isTest, currency, payment }: OrderView): string {
  const amount = payment.paid - payment.refunded;
  if (amount <= 0) return TEXTS.cancel.noMoney;
  return isTest ? TEXTS.cancel.testMoney : TEXTS.cancel.refund(formatMoney(amount, currency));
}
