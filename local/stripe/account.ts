import type { Book } from './book';
import {
  type Charge,
  type Dispute,
  type DisputeStatus,
  type Intent,
  newId,
  type Refund,
  type StripeObject,
} from './objects';
import type { StripeError } from './stripe-error';
import { DISPUTED, INQUIRED, REFUND_FAILS, REFUND_IS_PENDING } from './test-cards';
import type { Webhook } from './webhook';

/** The account: what may happen to its payments. Every change is stored before its events are. */
export class Account {
  readonly book: Book;
  private readonly webhook: Webhook;

  constructor(book: Book, webhook: Webhook) {
    this.book = book;
    this.webhook = webhook;
  }

  /** Stores an object, and tells of it. */
  change<O extends StripeObject>(object: O, ...events: string[]): O {
    this.book.save(object);
    for (const event of events) this.webhook.tell(event, object);
    return object;
  }

  newIntent(
    fields: Pick<Intent, 'amount' | 'currency' | 'metadata' | 'payment_method' | 'receipt_email'>,
  ): Intent {
    const intent = this.stamped('pi', 'payment_intent', {
      ...fields,
      amount_received: 0,
      status: fields.payment_method
        ? ('requires_confirmation' as const)
        : ('requires_payment_method' as const),
      client_secret: '',
      payment_method_types: ['card'],
      next_action: null,
      latest_charge: null,
      last_payment_error: null,
      canceled_at: null,
    });
    const client_secret = newId(`${intent.id}_secret`);
    return this.change({ ...intent, client_secret }, 'payment_intent.created');
  }

  /** The customer's money has come. */
  succeed(intent: Intent, payment_method: string): Intent {
    const charge = this.stamped('ch', 'charge', {
      amount: intent.amount,
      amount_refunded: 0,
      refunded: false,
      currency: intent.currency,
      status: 'succeeded' as const,
      paid: true as const,
      disputed: false,
      payment_intent: intent.id,
      payment_method,
      metadata: intent.metadata,
    });
    const paid: Intent = {
      ...intent,
      status: 'succeeded',
      amount_received: intent.amount,
      payment_method,
      next_action: null,
      latest_charge: charge.id,
      last_payment_error: null,
    };
    this.book.save(paid);
    this.change(charge, 'charge.succeeded');
    this.webhook.tell('payment_intent.succeeded', paid);
    if (payment_method === DISPUTED) this.dispute(charge, 'needs_response');
    if (payment_method === INQUIRED) this.dispute(charge, 'warning_needs_response');
    return paid;
  }

  /** The customer may try again. */
  fail(intent: Intent, error: StripeError): Intent {
    const failed = {
      ...intent,
      status: 'requires_payment_method' as const,
      payment_method: null,
      next_action: null,
      last_payment_error: error,
    };
    return this.change(failed, 'payment_intent.payment_failed');
  }

  /** Refunds the whole charge or a part of it, at once unless its payment method says otherwise. */
  refund(charge: Charge, amount: number, metadata: Refund['metadata']): Refund {
    const refund = this.stamped('re', 'refund', {
      amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      status: charge.payment_method === REFUND_IS_PENDING ? ('pending' as const) : ('succeeded' as const),
      reason: null,
      metadata,
    });
    this.book.save(refund);
    this.change(this.recount(charge), 'charge.refunded');
    this.webhook.tell('refund.created', refund);
    return refund;
  }

  /** The bank has decided on a refund: one that fails counts no longer. */
  endRefund(refund: Refund, status: 'succeeded' | 'failed' | 'canceled', failure_reason?: string): Refund {
    const ended = { ...refund, status, ...(failure_reason ? { failure_reason } : {}) };
    this.book.save(ended);
    const charge = this.book.find('charge', refund.charge);
    if (charge) this.book.save(this.recount(charge));
    const events = ['refund.updated', 'charge.refund.updated'];
    return this.change(ended, ...(status === 'failed' ? ['refund.failed', ...events] : events));
  }

  changeDispute(dispute: Dispute, status: DisputeStatus): Dispute {
    const changed = this.change({ ...dispute, status }, 'charge.dispute.updated');
    if (status === 'won' || status === 'lost') this.webhook.tell('charge.dispute.closed', changed);
    if (status === 'won') this.webhook.tell('charge.dispute.funds_reinstated', changed);
    return changed;
  }

  /** Says how a refund of this charge ends, unless it is told otherwise. */
  endOfRefund({ charge }: Refund): 'succeeded' | 'failed' {
    return this.book.find('charge', charge)?.payment_method === REFUND_FAILS ? 'failed' : 'succeeded';
  }

  private dispute(charge: Charge, status: DisputeStatus): void {
    this.book.save({ ...charge, disputed: true });
    const isInquiry = status === 'warning_needs_response';
    const dispute = this.stamped('dp', 'dispute', {
      amount: charge.amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      status,
      reason: 'fraudulent' as const,
      is_charge_refundable: isInquiry,
      metadata: {},
    });
    this.change(dispute, 'charge.dispute.created');
    if (!isInquiry) this.webhook.tell('charge.dispute.funds_withdrawn', dispute);
  }

  private recount(charge: Charge): Charge {
    const refunds = this.book.list('refund', charge.payment_intent).filter((one) => one.charge === charge.id);
    const amount_refunded = refunds
      .filter(({ status }) => status === 'succeeded' || status === 'pending')
      .reduce((sum, { amount }) => sum + amount, 0);
    return { ...charge, amount_refunded, refunded: amount_refunded === charge.amount };
  }

  private stamped<K extends StripeObject['object'], F extends object>(prefix: string, object: K, fields: F) {
    const created = this.webhook.seconds();
    return { id: newId(prefix), object, created, livemode: false as const, ...fields };
  }
}
