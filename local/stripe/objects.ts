/** https://docs.stripe.com/api: the objects of a payment, with the fields that a shop needs. */
import { randomBytes } from 'node:crypto';
import type { StripeError } from './stripe-error';

interface Stored<O extends string> {
  id: string;
  object: O;
  /** Epoch seconds. */
  created: number;
  livemode: false;
  metadata: Record<string, string>;
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

export interface Intent extends Stored<'payment_intent'> {
  amount: number;
  amount_received: number;
  currency: string;
  status: IntentStatus;
  client_secret: string;
  payment_method: string | null;
  payment_method_types: string[];
  next_action: object | null;
  receipt_email: string | null;
  latest_charge: string | null;
  last_payment_error: StripeError | null;
  canceled_at: number | null;
}

export interface Charge extends Stored<'charge'> {
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  currency: string;
  status: 'succeeded';
  paid: true;
  disputed: boolean;
  payment_intent: string;
  payment_method: string;
}

export interface Refund extends Stored<'refund'> {
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  reason: string | null;
  failure_reason?: string;
}

export type DisputeStatus = 'warning_needs_response' | 'needs_response' | 'under_review' | 'won' | 'lost';

export interface Dispute extends Stored<'dispute'> {
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  status: DisputeStatus;
  reason: 'fraudulent';
  is_charge_refundable: boolean;
}

export type StripeObject = Intent | Charge | Refund | Dispute;

/** `pi_` and 24 characters. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
