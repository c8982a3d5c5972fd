import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ascii, getSigningSecret, toBase36 } from '../../accounts/tokens';
import { HttpError, invalid } from '../../http/http-error';
import { assertSameBody, type IdempotencyRecord, idempotencyRecord } from '../../http/idempotency';
import { type Call, Response } from '../../http/route';
import { wakeWorker } from '../../outbox/wake-up';
import { DAY_MS, MINUTE_MS } from '../../platform/platform';
import { findByIdempotencyKey, insert } from '../../tables/tables';
import { getCafe } from '../cafes';
import { listItems } from '../menu/menu';
import { askForPayment, callProvider, providerOf, toCharge } from '../payments/payments';
import { type ChargeWithIntent as AskedIntent, type Intent, isOffline } from '../payments/provider';
import { type Cafe, ORDERS, type Order } from '../tables';
import { type NewOrder, type PlacedOrder, toPublicView } from './order-schemas';
import { type Priced, priceOrder } from './pricing';

interface Origin {
  mark: IdempotencyRecord;
  /** The id of a user, or `customer`. */
  by: string;
}

interface Circumstances extends Origin {
  cafe: Cafe;
  priced: Priced;
  at: Date;
}

const NEVER = new Date(Number.NaN);

const NOTHING_PAID = { paid: 0, refunded: 0, paymentError: '', events: [] } satisfies Partial<Order>;

const FIELD = 'pickupAt';

/** Clocks differ, and who wants it at once may say so. */
const SLACK_MS = 5 * MINUTE_MS;

const LONGEST_AHEAD_MS = 31 * DAY_MS;

const RANDOM = 22;

/**
 * Its job stands in the outbox before a piece is taken or the provider is asked, and the order is written last: whoever
 * dies in between leaves no order, and the timer gives back what was taken for it.
 */
export function placeOrder({ body, caller, request }: Call<NewOrder, undefined>): Response {
  const mark = idempotencyRecord(caller, request, body);
  const toId = orderIds();
  const earlier = mark.requestKey === '' ? undefined : findByIdempotencyKey(ORDERS, mark.requestKey, toId);
  const { order, clientSecret } = earlier
    ? askAgain(earlier, mark)
    : placeNew(toId, body, { mark, by: caller?.id ?? 'customer' });
  const view = toPublicView(atFirst(order));
  const placed: PlacedOrder = { ...view, payment: { ...view.payment, clientSecret } };
  return new Response(placed, { status: 201, headers: { location: `/v1/orders/${order.id}` } });
}

interface Asked {
  order: Order;
  clientSecret: string | null;
}

function placeNew(toId: (number: number) => string, body: NewOrder, origin: Origin): Asked {
  const at = new Date();
  assertAhead(body.pickupAt, at);
  const cafe = getCafe(body.cafeId, 'cafeId');
  const menu = listItems(cafe.id);
  const priced = priceOrder(body, cafe, menu);
  let intent: Intent | undefined;
  const { row, isNew } = insert(
    ORDERS,
    (id) => {
      const order = newDraft(id, body, { cafe, priced, at, ...origin });
      intent = askForPayment(order, menu);
      return { ...order, intentId: intent.id };
    },
    { requestKey: origin.mark.requestKey, isKnownToBeNew: true, toId },
  );
  if (!isNew || !intent) return askAgain(row, origin.mark);
  // Others tell by themselves; what they have failed to tell the timer asks for when it next looks at everything.
  if (isOffline(toCharge(row))) wakeWorker();
  return { order: row, clientSecret: intent.clientSecret };
}

function askAgain(order: Order, mark: IdempotencyRecord): Asked {
  assertSameBody(order, mark);
  return { order, clientSecret: findSecret(toCharge(order)) };
}

/** Null where the provider has the intent no more. */
function findSecret(asked: AskedIntent): string | null {
  try {
    return callProvider(() => providerOf(asked).retrieve(asked)).clientSecret;
  } catch (error) {
    if (error instanceof HttpError && error.status === 422) return null;
    throw error;
  }
}

/** `O-7-<22 random>`: a customer needs no account but the id, so that nobody may guess one from another. */
function orderIds(): (number: number) => string {
  const secret = ascii(getSigningSecret());
  const randomOf = (number: number) =>
    toBase36(hmac(sha256, secret, ascii(`order ${number}`))).slice(-RANDOM);
  return (number) => `O-${number}-${randomOf(number)}`;
}

/** @throws HttpError 422 for a time that has passed, or is more than a month away */
function assertAhead(pickupAt: string | undefined, now: Date): void {
  if (pickupAt === undefined) return;
  const ahead = Date.parse(pickupAt) - now.getTime();
  if (ahead < -SLACK_MS) throw invalid(`${FIELD} must be in the future (got ${pickupAt}).`, FIELD);
  if (ahead > LONGEST_AHEAD_MS)
    throw invalid(`${FIELD} must be within the next 31 days (got ${pickupAt}).`, FIELD);
}

/** An order that nobody has been asked to pay for yet. */
function newDraft(id: string, body: NewOrder, { cafe, mark, by, priced, at }: Circumstances): Order {
  const { customer = { name: '' }, pickupAt, note } = body;
  return {
    ...NOTHING_PAID,
    ...priced,
    ...mark,
    id,
    intentId: '',
    cafeId: cafe.id,
    currency: cafe.currency,
    status: 'draft',
    history: [{ status: 'draft', at: at.toISOString(), by }],
    note,
    pickupAt: pickupAt === undefined ? NEVER : inSeconds(pickupAt),
    customerName: customer.name,
    customerPhone: customer.phone ?? '',
    customerEmail: customer.email ?? '',
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

/** As it was written: a request that comes again is answered as it was, whatever became of the order. */
function atFirst(order: Order): Order {
  const history = order.history.slice(0, 1);
  const at = new Date(history[0]?.at ?? '');
  return { ...order, ...NOTHING_PAID, createdAt: at, updatedAt: at, history, version: 1 };
}

/** What is shorter a cell does not keep. */
function inSeconds(time: string): Date {
  return new Date(Math.floor(Date.parse(time) / 1_000) * 1_000);
}
