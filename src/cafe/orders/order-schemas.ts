import * as v from 'valibot';
import { Name, Phone, whole, words } from '../../http/fields';
import { OrderAnswer } from './order-view';
import { ORDER_STATUSES } from './states';

const MOST_LINES = 50;
const MOST_PIECES = 100;
const MOST_TIP = 1_000_000;

const Item = v.strictObject({
  menuItemId: v.pipe(words(40), v.nonEmpty()),
  quantity: v.optional(whole(1, MOST_PIECES), 1),
  options: v.optional(
    v.pipe(v.array(v.strictObject({ option: Name, choice: Name })), v.maxLength(MOST_PIECES)),
    [],
  ),
  note: v.optional(words(500), ''),
});

/** Nothing of it has to be there, so that a list would do as well. */
const Customer = v.pipe(
  v.unknown(),
  v.check((given) => !Array.isArray(given), 'must be an object (got an array).'),
  v.strictObject({
    name: v.optional(words(200), ''),
    phone: v.exactOptional(Phone),
    email: v.exactOptional(v.pipe(v.string(), v.trim(), v.email(), v.maxLength(254))),
  }),
);

/** A time with its zone; when exactly that is, the handler knows the clock to say. */
const PickupAt = v.pipe(
  v.string(),
  v.check(
    (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
      !Number.isNaN(Date.parse(text)),
    ({ input }) =>
      `pickupAt must be a time with its zone such as 2026-11-21T12:30:00Z (got ${JSON.stringify(input.slice(0, 40))}).`,
  ),
);

/** Prices are the menu's; what a caller would have them be is an unknown field. */
export const NewOrder = v.strictObject({
  cafeId: v.pipe(words(40), v.nonEmpty()),
  items: v.pipe(v.array(Item), v.minLength(1), v.maxLength(MOST_LINES)),
  customer: v.exactOptional(Customer),
  pickupAt: v.exactOptional(PickupAt),
  /** In minor units. */
  tip: v.optional(whole(0, MOST_TIP), 0),
  note: v.optional(words(1_000), ''),
});
export type NewOrder = v.InferOutput<typeof NewOrder>;

export const OrderMove = v.strictObject({
  status: v.picklist(ORDER_STATUSES),
  /** Why an order is cancelled; its customer reads it. */
  reason: v.exactOptional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(500))),
});
export type OrderMove = v.InferOutput<typeof OrderMove>;

/** The client secret is told here and nowhere else; null where the provider has the intent no more. */
export const OrderPlaced = v.strictObject({
  ...OrderAnswer.entries,
  payment: v.strictObject({ ...OrderAnswer.entries.payment.entries, clientSecret: v.nullable(v.string()) }),
});
export type OrderPlaced = v.InferOutput<typeof OrderPlaced>;
