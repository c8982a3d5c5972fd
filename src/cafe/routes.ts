import type { Routes } from '../http/route';
import { MENU_ROUTES } from './menu/menu';
import { ORDER_ROUTES } from './orders/orders';
import { PLACE_ORDER_ROUTES } from './orders/place-order';
import { PAYMENT_ROUTES } from './payments/payment-webhook';
import { DELIVERY_ROUTES } from './pushes/deliveries';
import { ENDPOINT_ROUTES } from './pushes/endpoints';

/** Interface section 4, the cafe. */
export const CAFE_ROUTES: Routes = {
  ...MENU_ROUTES,
  ...PLACE_ORDER_ROUTES,
  ...ORDER_ROUTES,
  ...PAYMENT_ROUTES,
};

/** Where the updates of a cafe's orders are pushed to. */
export const PUSH_ROUTES: Routes = { ...ENDPOINT_ROUTES, ...DELIVERY_ROUTES };
