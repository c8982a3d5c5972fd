import * as v from 'valibot';
import { HOUR_MS } from '../../platform/platform';
import type {
  ChargeWithIntent,
  ConnectedClient,
  Intent,
  MadeRefund,
  PaymentProvider,
  RefundPart,
  Refunds,
} from './provider';
import {
  fromStripeAmount,
  StripeDispute,
  StripeIntent,
  StripePaidIntent,
  type StripeRefund,
  toStripeAmount,
} from './stripe-objects';
import { bodyOf, errorCode, KEY_REMEDY, request, STRIPE, type StripeResponse } from './stripe-request';
import { connectStripe, findStripeSettings, renewStripeSecret, type StripeSettings } from './stripe-settings';
import {
  findSignatureProblem,
  SETTLEMENT_EVENTS,
  StripeEvent,
  toPaymentEvent,
  toSettlementEvents,
} from './stripe-webhook';

/** https://docs.stripe.com/keys */
const TEST_KEY = /^[sr]k_test_/;

export const stripe = {
  name: STRIPE,
  isIntentId: (id) => id.startsWith('pi_'),
  findClient(): ConnectedClient | undefined {
    const settings = findStripeSettings();
    return settings && toClient(settings);
  },
  webhook: {
    signature: 'Stripe-Signature',
    type: 'application/json',
    schema: StripeEvent,
    findSignatureProblem: ({ body: payload, headers }) =>
      findSignatureProblem({
        payload,
        header: headers['stripe-signature'],
        secrets: findStripeSettings()?.webhookSecrets ?? [],
        now: Date.now(),
      }),
    toEvent: ({ body }) => toPaymentEvent(body),
  },
  menu: {
    connectStripe: { title: 'Connect Stripe', run: connectStripe },
    renewStripeSecret: { title: 'New Stripe webhook secret', run: renewStripeSecret },
  },
  remedies: {
    credentials: KEY_REMEDY,
    delivery:
      'Check at Stripe that the webhook has the address and all the events that API > Connect Stripe names, and enter its signing secret with API > New Stripe webhook secret.',
  },
} as const satisfies PaymentProvider;

/** Payments by Stripe's REST API. */
function toClient(settings: StripeSettings): ConnectedClient {
  return {
    isTest: TEST_KEY.test(settings.secretKey),
    create({ orderId, amount, currency, receiptEmail }) {
      const fields = {
        amount: String(toStripeAmount(amount, currency)),
        currency: currency.toLowerCase(),
        'automatic_payment_methods[enabled]': 'true',
        'metadata[orderId]': orderId,
        ...(receiptEmail ? { receipt_email: receiptEmail } : {}),
      };
      const idempotencyKey = `order-${orderId}`;
      return toIntent(request(settings, '/v1/payment_intents', { fields, idempotencyKey }));
    },
    retrieve: ({ intentId }) => toIntent(request(settings, pathOf(intentId))),
    cancel({ intentId }) {
      const response = request(settings, `${pathOf(intentId)}/cancel`, { fields: {} });
      // The intent has ended, or is being paid.
      const isTooLate = errorCode(response) === 'payment_intent_unexpected_state';
      return toIntent(isTooLate ? request(settings, pathOf(intentId)) : response);
    },
    refund: (charge, part) => refund(settings, charge, part),
    refundsOf: (intentId) => refundsOf(settings, intentId),
    /** https://docs.stripe.com/api/disputes/object#dispute_object-status */
    disputeStatus(id) {
      const path = `/v1/disputes/${encodeURIComponent(id)}`;
      return v.parse(StripeDispute, bodyOf(request(settings, path))).status;
    },
    settlementEvents: (since) => toSettlementEvents(listEvents(settings, since)),
  };
}

/** Stripe forgets a key after a day at the earliest. */
const KEY_LASTS_MS = 20 * HOUR_MS;

/** A repeated request gets the response to the first one, so the current state of the refund is requested. */
function refund(
  settings: StripeSettings,
  { intentId, orderId, currency }: ChargeWithIntent,
  part?: RefundPart,
): Refunds {
  if (part && Date.now() - Date.parse(part.at) > KEY_LASTS_MS) {
    const known = refundsOf(settings, intentId);
    if (known.made.some(({ id }) => id === part.id)) return known;
  }
  const fields = { payment_intent: intentId, 'metadata[orderId]': orderId };
  const ofPart = part && {
    amount: String(toStripeAmount(part.amount, currency)),
    'metadata[refundId]': part.id,
  };
  const idempotencyKey = ['refund', intentId, ...(part ? [part.id] : [])].join('-');
  const response = request(settings, '/v1/refunds', { fields: { ...fields, ...ofPart }, idempotencyKey });
  if (part || errorCode(response) !== 'charge_already_refunded') bodyOf(response);
  return refundsOf(settings, intentId);
}

function refundsOf(settings: StripeSettings, intentId: string): Refunds {
  const response = request(settings, `${pathOf(intentId)}?expand%5B%5D=latest_charge.refunds`);
  const { currency, metadata, latest_charge: charge } = v.parse(StripePaidIntent, bodyOf(response));
  const refunds = charge?.refunds.data ?? [];
  return {
    orderId: metadata.orderId,
    refunded: fromStripeAmount(charge?.amount_refunded ?? 0, currency),
    made: refunds.map((one) => toMade(one, currency)).reverse(),
  };
}

function toMade(refund: Refund, currency: string): MadeRefund {
  return {
    id: refund.metadata.refundId ?? refund.id,
    amount: fromStripeAmount(refund.amount, currency),
    at: new Date(refund.created * 1_000).toISOString(),
    error: hasFailed(refund) ? toError(refund) : undefined,
  };
}

/** https://docs.stripe.com/api/events/list */
const EventPage = v.object({ data: v.array(v.record(v.string(), v.unknown())), has_more: v.boolean() });

const MAX_PAGES = 5;

function listEvents(settings: StripeSettings, since: number): unknown[] {
  const types = SETTLEMENT_EVENTS.map((type) => `&types%5B%5D=${type}`).join('');
  const path = `/v1/events?limit=100&created%5Bgte%5D=${Math.floor(since / 1_000)}${types}`;
  const events: Record<string, unknown>[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const last = events[events.length - 1];
    const after = last ? `&starting_after=${encodeURIComponent(String(last.id))}` : '';
    const { data, has_more } = v.parse(EventPage, bodyOf(request(settings, path + after)));
    events.push(...data);
    if (!has_more) break;
  }
  return events;
}

type Refund = v.InferOutput<typeof StripeRefund>;

function hasFailed({ status }: Refund): boolean {
  return status === 'failed' || status === 'canceled';
}

function toError({ status, failure_reason }: Refund): string {
  if (status !== 'failed') return 'The refund was canceled.';
  return `The refund failed: ${failure_reason ?? 'no reason given'}.`;
}

/** Final states. The intent waits for the customer, the bank or the money in all others. */
const FINAL_STATUSES: Readonly<Record<string, Intent['status']>> = {
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

function toIntent(response: StripeResponse): Intent {
  const { id, client_secret, status, amount_received, currency } = v.parse(StripeIntent, bodyOf(response));
  return {
    id,
    clientSecret: client_secret ?? '',
    status: FINAL_STATUSES[status] ?? 'open',
    received: fromStripeAmount(amount_received, currency),
    currency: currency.toUpperCase(),
  };
}

function pathOf(intentId: string): string {
  return `/v1/payment_intents/${encodeURIComponent(intentId)}`;
}
