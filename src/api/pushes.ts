import { CAFE_ENDPOINTS } from '../cafe/cafe-endpoints';
import { ORDER_EVENTS } from '../cafe/orders/order-events';
import type { Routes } from '../http/route';
import { LEAD_ENDPOINTS } from '../leads/lead/lead-endpoints';
import { LEAD_EVENTS } from '../leads/lead/lead-events';
import { deliveryRoutes } from '../pushes/deliveries';
import { endpointRoutes } from '../pushes/endpoint-routes';
import { createPushHandler } from '../pushes/push-handler';

/** The endpoints that events can be pushed to. */
export const ENDPOINT_KINDS = [CAFE_ENDPOINTS, LEAD_ENDPOINTS];

export const PUSH_ROUTES: Routes = { ...endpointRoutes(ENDPOINT_KINDS), ...deliveryRoutes(ENDPOINT_KINDS) };

/** For the timer. */
export const PUSH_HANDLERS = [createPushHandler(ORDER_EVENTS), createPushHandler(LEAD_EVENTS)];
