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
import { reconcileJob } from '../jobs';
import { listItems } from '../menu/menu';
import { cancelHold, holdStock } from '../menu/stock';
import { callProvider, currentProvider, isOffline, providerOf, toCharge } from '../payments/payments';
import type { Intent } from '../payments/provider';
import { type MenuItem, ORDERS, type Order } from '../tables';
import { type NewOrder, type PlacedOrder, toPublicView } from './order-schemas';
import { priceOrder } from './pricing';

const NEVER = new Date(Number.NaN);
const UNPAID = { paid: 0, refunded: 0, paymentError: '', events: [] } satisfies Partial<Order>;

/** Clocks differ, and a customer may ask for now. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;
const MAX_AHEAD_MS = 31 * DAY_MS;

/** The provider is first asked after this time whether a draft has been paid for. */
const FIRST_CHECK_MS = MINUTE_MS;

/** A draft, and the secret that its customer pays with. */
interface Placed {
  order: Order;
  /** Null where the provider no longer has the payment intent. */
  clientSecret: string | null;
}

/** A request that is repeated gets the order as it was placed, whatever has become of it. */
export function placeOrder({ body, caller, request }: Call<NewOrder, undefined>): Response {
  const record = idempotencyRecord(caller, request, body);
  const toId = orderIds();
  const key = record.requestKey;
  const earlier = key === '' ? undefined : findByIdempotencyKey(ORDERS, key, toId);
  const { order, clientSecret } = earlier
    ? placedBefore(earlier, record)
    : insertOrder(body, { record, toId, by: caller?.id ?? 'customer' });
  const view = toPublicView(asPlaced(order));
  const placed: PlacedOrder = { ...view, payment: { ...view.payment, clientSecret } };
  return new Response(placed, { status: 201, headers: { location: `/v1/orders/${order.id}` } });
}

interface Origin {
  record: IdempotencyRecord;
  toId: (number: number) => string;
  /** The id of a user, or `customer`. */
  by: string;
}

/** The order is written last. If this execution ends before that, the job releases the stock. */
function insertOrder(body: NewOrder, { record, toId, by }: Origin): Placed {
  const at = new Date();
  assertPickupAt(body.pickupAt, at);
  const cafe = getCafe(body.cafeId, 'cafeId');
  const menu = listItems(cafe.id);
  const priced = priceOrder(body, cafe, menu);
  const { customer = { name: '' }, pickupAt, note } = body;
  let intent: Intent | undefined;
  const { row, isNew } = insert(
    ORDERS,
    (id): Order => {
      const draft: Order = {
        ...UNPAID,
        ...priced,
        ...record,
        id,
        intentId: '',
        cafeId: cafe.id,
        currency: cafe.currency,
        status: 'draft',
        history: [{ status: 'draft', at: at.toISOString(), by }],
        note,
        pickupAt: pickupAt === undefined ? NEVER : toWholeSeconds(pickupAt),
        customerName: customer.name,
        customerPhone: customer.phone ?? '',
        customerEmail: customer.email ?? '',
        createdAt: at,
        updatedAt: at,
        version: 1,
      };
      intent = createIntent(draft, menu);
      return { ...draft, intentId: intent.id };
    },
    { requestKey: record.requestKey, isKnownToBeNew: true, toId },
  );
  if (!isNew || !intent) return placedBefore(row, record);
  // Other providers report payments themselves, and the worker asks for the rest when it looks at all jobs.
  if (isOffline(toCharge(row))) wakeWorker();
  return { order: row, clientSecret: intent.clientSecret };
}

/** Holds the stock and creates the payment intent, or neither. The job is written before both. */
function createIntent(order: Order, menu: readonly MenuItem[]): Intent {
  const job = reconcileJob(order, new Date(order.createdAt.getTime() + FIRST_CHECK_MS));
  holdStock(order, menu, job);
  try {
    return callProvider(() => currentProvider().create(toCharge(order)));
  } catch (error) {
    cancelHold(order.id, job);
    throw error;
  }
}

function placedBefore(order: Order, record: IdempotencyRecord): Placed {
  assertSameBody(order, record);
  const charge = toCharge(order);
  try {
    const { clientSecret } = callProvider(() => providerOf(charge).retrieve(charge));
    return { order, clientSecret };
  } catch (error) {
    if (error instanceof HttpError && error.code === 'payment_refused') return { order, clientSecret: null };
    throw error;
  }
}

function asPlaced(order: Order): Order {
  const history = order.history.slice(0, 1);
  const at = new Date(history[0]?.at ?? '');
  return { ...order, ...UNPAID, createdAt: at, updatedAt: at, history, version: 1 };
}

/** `O-7-<22 characters>`: anybody with the ID may read the order, so no ID can be derived from another. */
function orderIds(): (number: number) => string {
  const secret = ascii(getSigningSecret());
  return (number) => `O-${number}-${toBase36(hmac(sha256, secret, ascii(`order ${number}`))).slice(-22)}`;
}

/** @throws HttpError 422 */
function assertPickupAt(pickupAt: string | undefined, now: Date): void {
  if (pickupAt === undefined) return;
  const ahead = Date.parse(pickupAt) - now.getTime();
  if (ahead < -CLOCK_TOLERANCE_MS)
    throw invalid(`pickupAt must be in the future (got ${pickupAt}).`, 'pickupAt');
  if (ahead > MAX_AHEAD_MS)
    throw invalid(`pickupAt must be within the next 31 days (got ${pickupAt}).`, 'pickupAt');
}

/** A cell stores no fractions of a second. */
function toWholeSeconds(time: string): Date {
  return new Date(Math.floor(Date.parse(time) / 1_000) * 1_000);
}
