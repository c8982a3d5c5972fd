import { rolesWith } from '../accounts/roles';
import type { EndpointKind } from '../pushes/event-source';
import { find } from '../tables/tables';
import { assertMayActFor } from './cafes';
import { ORDER_EVENTS } from './orders/order-events';
import { CAFES } from './tables';

/** The push endpoints of cafes. */
export const CAFE_ENDPOINTS: EndpointKind = {
  path: '/v1/cafes/:cafeId/push-endpoints',
  owner: 'of a cafe',
  hasCafe: true,
  events: Object.keys(ORDER_EVENTS.types),
  access: rolesWith('menu'),
  assertMayManage: assertMayActFor,
  canBelongTo: (cafeId) => find(CAFES, cafeId) !== undefined,
};
