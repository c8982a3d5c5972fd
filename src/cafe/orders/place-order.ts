import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as v from 'valibot';
import { ascii, getCachedSigningSecret, toBase36 } from '../../accounts/tokens';
import { described, withExample } from '../../http/described';
import { integerBetween, maxText, Name } from '../../http/fields';
import { isInstant } from '../../http/filters';
import { HttpError, invalid } from '../../http/http-error';
import { assertSameBody, type IdempotencyRecord, idempotencyRecord } from '../../http/idempotency';
import { Phone } from '../../http/phone';
import { type Call, Response, type Routes, route } from '../../http/route';
import { expectWork } from '../../outbox/worker';
import { DAY_MS, MINUTE_MS } from '../../platform/platform';
import { quote } from '../../platform/quote';
import { findByIdempotencyKey, insert, NEVER } from '../../tables/tables';
import { getCafe, taxOf } from '../cafes';
import { listItems } from '../menu/menu';
import { cancelHold, holdStock } from '../menu/stock';
import { assertOpen } from '../opening';
import { availableClient, callProvider, clientOf, toCharge } from '../payments/payments';
import type { Intent, PaymentClient } from '../payments/provider';
import { type MenuItem, ORDERS, type Order } from '../tables';
import { assertRoomForDraft, countDraft } from './draft-limit';
import { nextCheck } from './drafts';
import { OrderView, toPlacedView } from './order-view';
import { changeOrders } from './orders-version';
import { priceOrder } from './pricing';
import { readableAmounts } from './readable-amounts';

const MAX_LINES = 50;
const MAX_QUANTITY = 100;
const MAX_TIP = 1_000_000;

const Item = v.strictObject({
  menuItemId: v.pipe(maxText(40), v.nonEmpty()),
  quantity: withExample(v.optional(integerBetween(1, MAX_QUANTITY), 1), 2),
  options: withExample(
    v.optional(
      v.pipe(v.array(v.strictObject({ option: Name, choice: Name })), v.maxLength(MAX_QUANTITY)),
      [],
    ),
    [{ option: 'Milk', choice: 'Oat' }],
  ),
  note: v.optional(maxText(500), ''),
});

/** All its fields are optional, so without the check an array would pass. */
const NewCustomer = v.pipe(
  v.unknown(),
  v.check((given) => !Array.isArray(given), 'must be an object (got an array).'),
  v.strictObject({
    name: v.optional(maxText(200), ''),
    phone: v.exactOptional(Phone),
    email: v.exactOptional(v.pipe(v.string(), v.trim(), v.email(), v.maxLength(254))),
  }),
);

/** `toPickupTime` checks how far ahead it is. */
export const PickupAt = v.pipe(
  v.string(),
  v.check(
    isInstant,
    ({ input }) => `must be a time with its zone such as 2026-11-21T12:30:00Z (got ${quote(input)}).`,
  ),
  v.metadata({ format: 'date-time' }),
);

/** Prices come from the menu: a price in the request is an unknown field. */
const NewOrder = v.strictObject({
  cafeId: v.pipe(maxText(40), v.nonEmpty()),
  items: v.pipe(v.array(Item), v.minLength(1), v.maxLength(MAX_LINES)),
  customer: withExample(v.exactOptional(NewCustomer), { name: 'Ada', email: 'ada@example.com' }),
  pickupAt: v.exactOptional(PickupAt),
  isToGo: described(
    v.optional(v.boolean(), false),
    'Whether it is taken away, where some items have another tax.',
  ),
  tip: withExample(v.optional(integerBetween(0, MAX_TIP), 0), 50),
  textWhenReady: described(
    v.optional(v.boolean(), false),
    'Whether the customer wants a text when it is ready, where the cafe can send any. Needs the phone of the customer.',
  ),
  note: v.optional(maxText(1_000), ''),
});
type NewOrder = v.InferOutput<typeof NewOrder>;

/** The only response with the client secret; null where the provider no longer has the intent. */
const PlacedOrder = v.strictObject({
  ...OrderView.entries,
  payment: v.strictObject({
    ...OrderView.entries.payment.entries,
    paid: withExample(OrderView.entries.payment.entries.paid, 0),
    clientSecret: described(
      v.nullable(v.string()),
      'The secret that a browser needs to pay at the provider. Null if the provider no longer has the payment.',
      'pi_3Q9x_secret_k2Lm',
    ),
  }),
});
type PlacedOrder = v.InferOutput<typeof PlacedOrder>;

const UNPAID = {
  paid: 0,
  refunded: 0,
  paymentError: '',
  refundError: '',
  dispute: '',
  refunds: [],
  events: [],
} satisfies Partial<Order>;

/** Clocks differ, and a customer may ask for now. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;
const MAX_AHEAD_MS = 31 * DAY_MS;

/** A draft, and the secret that its customer pays with. */
interface Placed {
  order: Order;
  /** Null where the provider no longer has the payment intent. */
  clientSecret: string | null;
}

export const PLACE_ORDER_ROUTES: Routes = {
  'POST /v1/orders': route({
    summary: 'Places an order: creates a draft and a payment intent',
    access: 'public',
    body: NewOrder,
    response: withExample(PlacedOrder, {
      status: 'draft',
      nextStatuses: ['cancelled'],
      history: [{ status: 'draft', at: '2026-11-21T09:12:03.000Z', by: 'customer' }],
      updatedAt: '2026-11-21T09:12:03.000Z',
      version: 1,
    }),
    status: 201,
    errorStatuses: [404, 409],
    idempotent: true,
    handle: placeOrder,
  }),
};

/** A repeated request gets the order as it was placed, even if it has changed since. */
function placeOrder({ body, caller, request }: Call<NewOrder>): Response {
  const record = idempotencyRecord(caller, request, body);
  const toId = orderIds();
  const key = record.requestKey;
  const earlier = key === '' ? undefined : findByIdempotencyKey(ORDERS, key, toId);
  const { order, clientSecret } = earlier
    ? placedBefore(earlier, record)
    : changeOrders(() => insertOrder(body, { record, toId, by: caller?.id ?? 'customer' }));
  const view = toPlacedView(asPlaced(order));
  const placed: PlacedOrder = { ...view, payment: { ...view.payment, clientSecret } };
  return new Response(placed, { status: 201, headers: { location: `/v1/orders/${order.id}` } });
}

interface Origin {
  record: IdempotencyRecord;
  toId: (number: number) => string;
  /** The id of a user, or `customer`. */
  by: string;
}

/** The order is written last. If this execution ends before that, the timer releases the stock. */
function insertOrder(body: NewOrder, { record, toId, by }: Origin): Placed {
  const at = new Date();
  const pickupAt = toPickupTime(body.pickupAt, at);
  if (body.textWhenReady && !body.customer?.phone)
    throw invalid('textWhenReady needs customer.phone (got none).', 'textWhenReady');
  const cafe = getCafe(body.cafeId, 'cafeId');
  assertOpen(cafe, pickupAt, at);
  const menu = listItems(cafe);
  const priced = priceOrder(body, { taxPercent: taxOf(cafe), currency: cafe.currency }, menu);
  const { customer = { name: '' }, note } = body;
  assertRoomForDraft(cafe);
  const client = callProvider(availableClient);
  let intent: Intent | undefined;
  const { row, isNew } = insert(
    ORDERS,
    (id): Order => {
      const draft: Order = {
        ...UNPAID,
        ...priced,
        ...readableAmounts({ ...priced, refunded: 0, currency: cafe.currency }),
        ...record,
        id,
        intentId: '',
        cafeId: cafe.id,
        currency: cafe.currency,
        isTest: client.isTest,
        status: 'draft',
        history: [{ status: 'draft', at: at.toISOString(), by }],
        note,
        pickupAt,
        hurriedAt: NEVER,
        customerName: customer.name,
        customerPhone: customer.phone ?? '',
        textWhenReady: body.textWhenReady,
        customerEmail: customer.email ?? '',
        createdAt: at,
        updatedAt: at,
        version: 1,
      };
      intent = createIntent(draft, { client, menu });
      return { ...draft, intentId: intent.id };
    },
    { requestKey: record.requestKey, isKnownToBeNew: true, callsOthers: true, toId },
  );
  if (!isNew || !intent) return placedBefore(row, record);
  countDraft(cafe.id, 1);
  expectWork(Math.max(Date.now(), nextCheck(row, at.getTime())));
  return { order: row, clientSecret: intent.clientSecret };
}

interface Means {
  client: PaymentClient;
  menu: readonly MenuItem[];
}

/** Holds the stock and creates the payment intent, or neither. */
function createIntent(order: Order, { client, menu }: Means): Intent {
  holdStock(order, menu);
  try {
    return callProvider(() => client.create(toCharge(order)));
  } catch (error) {
    cancelHold(order.id);
    throw error;
  }
}

function placedBefore(order: Order, record: IdempotencyRecord): Placed {
  assertSameBody(order, record);
  const charge = toCharge(order);
  try {
    const { clientSecret } = callProvider(() => clientOf(charge).retrieve(charge));
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
  const secret = ascii(getCachedSigningSecret());
  return (number) => `O-${number}-${toBase36(hmac(sha256, secret, ascii(`order ${number}`))).slice(-22)}`;
}

/** Converts to whole seconds, since a cell stores no fractions. @throws HttpError 422 */
export function toPickupTime(pickupAt: string | undefined, now: Date): Date {
  if (pickupAt === undefined) return NEVER;
  const time = Date.parse(pickupAt);
  const ahead = time - now.getTime();
  if (ahead < -CLOCK_TOLERANCE_MS)
    throw invalid(`pickupAt must be in the future (got ${pickupAt}).`, 'pickupAt');
  if (ahead > MAX_AHEAD_MS)
    throw invalid(`pickupAt must be within the next 31 days (got ${pickupAt}).`, 'pickupAt');
  return new Date(Math.floor(time / 1_000) * 1_000);
}
