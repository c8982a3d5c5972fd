/** What the script of these tests can be asked to do; it is built from the cafe itself. */
import { availableClient, clientOf, connectedClient, payments } from '../../../src/cafe/payments/payments';
import type {
  ChargeWithIntent,
  Intent,
  PaymentClient,
  PaymentProvider,
  Refunds,
} from '../../../src/cafe/payments/provider';
import {
  connectStripe,
  findStripeSettings,
  renewStripeSecret,
} from '../../../src/cafe/payments/stripe-settings';
import { findSignatureProblem, type Signed, toPaymentEvent } from '../../../src/cafe/payments/stripe-webhook';
import { HttpError } from '../../../src/http/http-error';
import { setPublicAddress } from '../../../src/http/public-address';
import { endExecution } from '../../../src/platform/execution';
import { writeSettings } from '../../../src/platform/settings';

export { connectStripe, endExecution, renewStripeSecret, setPublicAddress };

export function enter(properties: Record<string, string>): void {
  writeSettings(properties);
}

export function settings() {
  return findStripeSettings();
}

export function properties(): Record<string, string> {
  return PropertiesService.getScriptProperties().getProperties();
}

export function pay(what: Exclude<keyof PaymentClient, 'isTest'>, charge: ChargeWithIntent) {
  const client = what === 'create' ? availableClient() : clientOf(charge);
  return client[what](charge);
}

/** A new order and a refund, while another provider is connected and takes new orders. */
export function payBesideAnother(charge: ChargeWithIntent): { created: Intent; refunds: Refunds } {
  const [stripe] = payments.all;
  const create = (): Intent => {
    return { id: 'another_1', clientSecret: '', status: 'open', received: 0, currency: charge.currency };
  };
  const another: PaymentProvider = {
    ...stripe,
    name: 'Another',
    isIntentId: (id) => id.startsWith('another_'),
    findClient: () => ({ ...connectedClient(charge.intentId), create }),
  };
  const providers = payments.all as unknown as PaymentProvider[];
  providers.unshift(another);
  try {
    return { created: availableClient().create(charge), refunds: clientOf(charge).refund(charge) };
  } finally {
    providers.shift();
  }
}

export function refundsOf(intentId: string): Refunds {
  return connectedClient(intentId).refundsOf(intentId);
}

export function disputeStatus(id: string): string {
  return connectedClient('pi_1').disputeStatus(id);
}

export type Verdict = ReturnType<typeof findSignatureProblem> | 'signed';

export function judge(all: Signed[]): Verdict[] {
  return all.map((one) => findSignatureProblem(one) ?? 'signed');
}

export interface Read {
  news?: NonNullable<ReturnType<typeof toPaymentEvent>>;
  refused?: { status: number; code: string; message: string };
}

/** Several in one execution. */
export function readAll(payloads: readonly string[]): Read[] {
  return payloads.map(read);
}

function read(payload: string): Read {
  try {
    const news = toPaymentEvent(payload);
    return news ? { news } : {};
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { status, code, message } = error;
    return { refused: { status, code, message } };
  }
}
