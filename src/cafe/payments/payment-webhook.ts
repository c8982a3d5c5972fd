import * as v from 'valibot';
import { logError } from '../../health/errors';
import { HttpError } from '../../http/http-error';
import { type Call, type Request, type Routes, route } from '../../http/route';
import { formatAmount } from '../money';
import { countDraft } from '../orders/draft-limit';
import { expire, isOpenDraft } from '../orders/drafts';
import { statusOf, transition } from '../orders/states';
import { type OrderUpdate, startJobs, updateOrder } from '../orders/update-order';
import type { Order } from '../tables';
import { PAYMENT_NAMES, PAYMENT_PROVIDERS } from './payments';
import { PAYMENT_WEBHOOK, type PaymentEvent, type PaymentProvider } from './provider';
import { isNewOf, updateSettlement, withEvent } from './settlement';

const [FIRST, ...OTHERS] = PAYMENT_PROVIDERS;
const WEBHOOKS = PAYMENT_PROVIDERS.map(({ webhook }) => webhook);

export const PAYMENT_ROUTES: Routes = {
  [`POST ${PAYMENT_WEBHOOK}`]: route({
    summary: `Receives payment events, signed by ${PAYMENT_NAMES}`,
    access: 'signed',
    signedBody: {
      type: 'application/json',
      schema: OTHERS.length > 0 ? v.union(WEBHOOKS.map(({ schema }) => schema)) : FIRST.webhook.schema,
      signatures: WEBHOOKS.map(({ signature }) => signature),
    },
    response: v.strictObject({ received: v.literal(true) }),
    handle: receivePaymentEvent,
  }),
};

/** Events may be repeated and arrive in any order. */
function receivePaymentEvent({ request }: Call): { received: true } {
  const event = signerOf(request).toEvent(request.body);
  if (!event) return { received: true };
  const updated = 'amount' in event ? updatePayment(event) : updateSettlement(event);
  if (updated) startJobs(updated);
  return { received: true };
}

function updatePayment(event: PaymentEvent): OrderUpdate | undefined {
  let wasDraft = false;
  const updated = updateOrder(event.orderId, (order) => {
    wasDraft = statusOf(order) === 'draft';
    return applyEvent(order, event);
  });
  if (!updated) logError(`${event.eventId} is about ${event.orderId}, which is not in the sheet.`);
  else if (wasDraft && statusOf(updated.order) !== 'draft') countDraft(updated.order.cafeId, -1);
  return updated;
}

/** @throws HttpError 401 */
function signerOf(request: Request): PaymentProvider['webhook'] {
  const provider = PAYMENT_PROVIDERS.find((one) => isSigned(request, one)) ?? FIRST;
  const problem = findSignatureProblem(request, provider);
  const { webhook } = provider;
  if (problem === undefined) return webhook;
  const message = `${webhook.signature} is ${problem}.`;
  throw new HttpError(401, 'invalid_signature', message, { param: webhook.signature.toLowerCase() });
}

function findSignatureProblem(request: Request, provider: PaymentProvider): string | undefined {
  if (!isSigned(request, provider)) return 'missing';
  // Nobody signs for a provider that is not connected, whatever it would compare with the secret that it has not got.
  return provider.findClient() ? provider.webhook.findSignatureProblem(request) : 'wrong';
}

function isSigned({ headers }: Request, { webhook }: PaymentProvider): boolean {
  return webhook.signature.toLowerCase() in headers;
}

function applyEvent(order: Order, event: PaymentEvent): Partial<Order> {
  if (!isNewOf(order, event)) return {};
  const effect = EFFECTS[event.type](order, event);
  // Without an effect the event is not remembered: at worst a repeat of it tells an older reason of a failure.
  if (isInEffect(order, effect)) return {};
  return { events: withEvent(order, event), updatedAt: new Date(), ...effect };
}

function isInEffect(order: Order, effect: Partial<Order>): boolean {
  const columns = Object.keys(effect) as (keyof Order)[];
  return columns.every((name) => order[name] === effect[name]);
}

type Payment = Pick<PaymentEvent, 'intentId' | 'amount' | 'currency' | 'error'>;

const EFFECTS: Record<PaymentEvent['type'], (order: Order, payment: Payment) => Partial<Order>> = {
  succeeded: applyPayment,
  // The customer may try another card.
  failed: (order, { error }) =>
    statusOf(order) === 'draft' ? { paymentError: error ?? 'The payment failed.' } : {},
  cancelled(order) {
    if (statusOf(order) !== 'draft') return {};
    // The timer cancels the payment first, and the provider may be faster to tell of it.
    if (!isOpenDraft(order)) return expire(order);
    return transition(order, { to: 'cancelled', by: 'payment', reason: 'The payment was cancelled.' });
  },
};

/** The right amount places a draft and a wrong one cancels it. What is paid for a cancelled order is refunded later. */
export function applyPayment(order: Order, { intentId, amount, currency }: Payment): Partial<Order> {
  const paid = { intentId: order.intentId || intentId, paid: Math.max(order.paid, amount), paymentError: '' };
  if (statusOf(order) !== 'draft') return paid;
  if (amount === order.total && currency === order.currency)
    return { ...paid, ...transition(order, { to: 'placed', by: 'payment' }) };
  const received = `${formatAmount(amount, currency)} ${currency}`;
  const reason = `The payment was ${received} instead of ${formatAmount(order.total, order.currency)} ${order.currency}.`;
  return { ...paid, ...transition(order, { to: 'cancelled', by: 'payment', reason }) };
}
