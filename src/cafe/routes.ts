import * as v from 'valibot';
import { rolesWith } from '../accounts/roles';
import { Deleted } from '../http/fields';
import { type Routes, route } from '../http/route';
import { ItemPatch, ItemView, MenuView, NewItem } from './menu/item';
import { createItem, deleteItem, getMenu, updateItem } from './menu/menu';
import { NewOrder, OrderStatusPatch, OrderView, PlacedOrder } from './orders/order-schemas';
import { getOrder, updateOrderStatus } from './orders/orders';
import { placeOrder } from './orders/place-order';
import { receivePaymentEvent } from './payments/payment-webhook';
import { StripeEvent } from './payments/stripe-webhook';

/** Interface section 4, the cafe. */
export const CAFE_ROUTES: Routes = {
  'GET /v1/cafes/:cafeId/menu': route({
    summary: 'Returns the menu of a cafe, including what is sold out',
    access: 'public',
    response: MenuView,
    handle: getMenu,
  }),
  'POST /v1/cafes/:cafeId/menu': route({
    summary: 'Adds an item to the menu of a cafe',
    access: rolesWith('menu'),
    body: NewItem,
    response: ItemView,
    status: 201,
    idempotent: true,
    handle: createItem,
  }),
  'PATCH /v1/menu/:id': route({
    summary: 'Updates a menu item. Staff of its cafe can change only the availability',
    access: rolesWith('availability'),
    body: ItemPatch,
    response: ItemView,
    handle: updateItem,
  }),
  'DELETE /v1/menu/:id': route({
    summary: 'Permanently deletes a menu item',
    access: rolesWith('menu'),
    response: Deleted,
    handle: deleteItem,
  }),
  'POST /v1/orders': route({
    summary: 'Places an order: creates a draft and a payment intent',
    access: 'public',
    body: NewOrder,
    response: PlacedOrder,
    status: 201,
    errorStatuses: [404, 409],
    idempotent: true,
    handle: placeOrder,
  }),
  'GET /v1/orders/:id': route({
    summary: 'Returns an order and its status. The customer is shown to its cafe only',
    access: 'public',
    response: OrderView,
    handle: getOrder,
  }),
  'PATCH /v1/orders/:id': route({
    summary: 'Changes the status of an order',
    access: rolesWith('orders'),
    body: OrderStatusPatch,
    response: OrderView,
    errorStatuses: [409],
    handle: updateOrderStatus,
  }),
  'POST /webhooks/payments': route({
    summary: 'Receives payment events, signed by Stripe',
    access: 'signed',
    signedBody: { type: 'application/json', schema: StripeEvent, signature: 'Stripe-Signature' },
    response: v.strictObject({ received: v.literal(true) }),
    handle: receivePaymentEvent,
  }),
};
