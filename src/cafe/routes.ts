import type { Routes } from '../http/route';
import { CAFES_ROUTES } from './cafe-routes';
import { DEVICE_ROUTES } from './devices';
import { MENU_ROUTES } from './menu/menu';
import { CAFE_REPORT_ROUTES } from './orders/cafe-reports';
import { CANCEL_DRAFT_ROUTES } from './orders/cancel-draft';
import { ORDER_LIST_ROUTES } from './orders/order-list';
import { ORDER_ROUTES } from './orders/orders';
import { PLACE_ORDER_ROUTES } from './orders/place-order';
import { REFUND_ROUTES } from './orders/refund-order';
import { REPEAT_PUSH_ROUTES } from './orders/repeat-push';
import { TAKINGS_ROUTES } from './orders/takings';
import { PAYMENT_ROUTES } from './settlement/payment-webhook';

/** Interface section 4, the cafe. */
export const CAFE_ROUTES: Routes = {
  ...CAFES_ROUTES,
  ...MENU_ROUTES,
  ...PLACE_ORDER_ROUTES,
  ...ORDER_ROUTES,
  ...CANCEL_DRAFT_ROUTES,
  ...REFUND_ROUTES,
  ...ORDER_LIST_ROUTES,
  ...TAKINGS_ROUTES,
  ...PAYMENT_ROUTES,
  ...REPEAT_PUSH_ROUTES,
  ...DEVICE_ROUTES,
  ...CAFE_REPORT_ROUTES,
};
