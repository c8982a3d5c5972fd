import type { Connectable } from '../../http/connectable';

/** Every provider reports its events here; the signature tells which one it is. */
export const PAYMENT_WEBHOOK = '/webhooks/payments';

/** All that there is of a payment provider: one value, in the list of payments.ts. */
export interface PaymentProvider extends Connectable<ConnectedClient, PaymentEvent | SettlementEvent> {
  /** True if the id of an intent is the provider's: an order is paid for, and refunded, by the provider of its intent. */
  isIntentId(id: string): boolean;
  /** Steps for the owner where it refuses the credentials, or has not delivered events. */
  remedies: Readonly<Record<'credentials' | 'delivery', string>>;
}

/** An event of a provider about the payment of one order. */
export interface PaymentEvent {
  /** The provider's id of the event. Each is applied once. */
  eventId: string;
  orderId: string;
  intentId: string;
  type: 'succeeded' | 'failed' | 'cancelled';
  /** Amount received, in minor units. */
  amount: number;
  /** Three capital letters. */
  currency: string;
  /** Reason why it failed. The customer reads it. */
  error?: string;
}

/** An event about money after it was received: a refund, or a dispute. */
export interface SettlementEvent {
  eventId: string;
  intentId: string;
  /** Undefined where the event does not say it. */
  orderId: string | undefined;
  /** Undefined for a refund. */
  disputeId: string | undefined;
}

/** An event that the provider lists. */
export interface PastEvent extends SettlementEvent {
  /** Epoch ms. */
  createdAt: number;
}

export interface Charge {
  orderId: string;
  /** Amount in minor units. */
  amount: number;
  currency: string;
  /** The provider sends its receipt there; none where it is empty. */
  receiptEmail?: string;
}

export interface ChargeWithIntent extends Charge {
  intentId: string;
}

/** A payment intent, in the desk's terms. */
export interface Intent {
  id: string;
  /** The customer's browser pays with it. It is never stored. */
  clientSecret: string;
  status: 'open' | 'succeeded' | 'cancelled';
  /** Amount in minor units; 0 unless it succeeded. */
  received: number;
  /** Three capital letters. */
  currency: string;
}

/**
 * Calls that the cafe desk makes to a payment provider. Each may be repeated and then returns the same.
 * @throws PaymentRefusedError where another attempt is of no use; after any other error the outcome is unknown
 */
export interface PaymentClient {
  /** No money moves. */
  isTest: boolean;
  /** Creates one intent per order. */
  create(charge: Charge): Intent;
  retrieve(charge: ChargeWithIntent): Intent;
  /** Returns an intent that has succeeded first as it is. */
  cancel(charge: ChargeWithIntent): Intent;
  /** Refunds a part, or else everything that is left. The amount of the charge is what has gone back in all then. */
  refund(charge: ChargeWithIntent, part?: RefundPart): Refunds;
}

/** A refund that the row of the order asks for. The provider makes one of each id. */
export interface RefundPart {
  id: string;
  amount: number;
  /** RFC 3339: when it was asked for. */
  at: string;
}

/** Money that has gone back of a payment. */
export interface Refunds {
  /** The order of the payment; undefined where it was for something else. */
  orderId: string | undefined;
  /** Total of all refunds that have not failed, in minor units. */
  refunded: number;
  /** The latest refunds, also those that have failed, the oldest first. */
  made: readonly MadeRefund[];
}

/** A refund in the book of the provider. */
export interface MadeRefund extends RefundPart {
  /** Reason why it failed. */
  error: string | undefined;
}

/** Calls to a provider that moves money, whose events come late, twice and in any order. */
export interface ConnectedClient extends PaymentClient {
  refundsOf(intentId: string): Refunds;
  /** Status in the provider's own words, but for those of dispute.ts. */
  disputeStatus(id: string): string;
  /** The events of refunds and disputes since then, in epoch ms, whether or not they were delivered; the newest first. */
  settlementEvents(since: number): PastEvent[];
}

/** The provider will never do this. Its own words are the message of the error. */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError';
}

/** Nobody can take or return money until the owner connects a provider. */
export class NoProviderError extends Error {
  override name = 'NoProviderError';
}
