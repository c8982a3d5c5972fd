import * as v from 'valibot';
import { rolesWith } from '../accounts/roles';
import { Deleted } from '../http/fields';
import { type Routes, route } from '../http/route';
import { changeItem, createItem, deleteItem } from './menu/menu';
import { ItemAnswer, ItemPatch, MenuAnswer, NewItem } from './menu/menu-schemas';
import { getMenu } from './menu/public-menu';
import { getOrder } from './orders/get-order';
import { moveOrder } from './orders/move-order';
import { NewOrder, OrderMove, OrderPlaced } from './orders/order-schemas';
import { OrderAnswer } from './orders/order-view';
import { placeOrder } from './orders/place-order';
import { receivePaymentNews } from './payments/payment-webhook';
import { StripeEvent } from './payments/stripe-events';

/** Interface section 4, the cafe. */
export const CAFE_ROUTES: Routes = {
  'GET /v1/cafes/:cafeId/menu': route({
    summary: 'The menu of a cafe: what may be ordered, and what is sold out',
    access: 'public',
    answer: MenuAnswer,
    handle: getMenu,
  }),
  'POST /v1/cafes/:cafeId/menu': route({
    summary: 'Puts an item on the menu of a cafe',
    access: rolesWith('menu'),
    body: NewItem,
    answer: ItemAnswer,
    status: 201,
    idempotent: true,
    handle: createItem,
  }),
  'PATCH /v1/menu/:id': route({
    summary: 'Changes a menu item; the staff of its cafe may change the availability',
    access: rolesWith('availability'),
    body: ItemPatch,
    answer: ItemAnswer,
    handle: changeItem,
  }),
  'DELETE /v1/menu/:id': route({
    summary: 'Deletes a menu item for good',
    access: rolesWith('menu'),
    answer: Deleted,
    handle: deleteItem,
  }),
  'POST /v1/orders': route({
    summary: 'Places an order: a draft, and a payment intent for it',
    access: 'public',
    body: NewOrder,
    answer: OrderPlaced,
    status: 201,
    refusals: [404, 409],
    idempotent: true,
    handle: placeOrder,
  }),
  'GET /v1/orders/:id': route({
    summary: 'An order and the state it is in; its customer is told to its cafe only',
    access: 'public',
    answer: OrderAnswer,
    handle: getOrder,
  }),
  'PATCH /v1/orders/:id': route({
    summary: 'Moves an order on to its next state',
    access: rolesWith('orders'),
    body: OrderMove,
    answer: OrderAnswer,
    refusals: [409],
    handle: moveOrder,
  }),
  'POST /webhooks/payments': route({
    summary: 'What the payment provider tells, signed as Stripe signs',
    access: 'signed',
    raw: { type: 'application/json', schema: StripeEvent, signature: 'Stripe-Signature' },
    answer: v.strictObject({ received: v.literal(true) }),
    handle: receivePaymentNews,
  }),
};
