import { rolesWith } from '../../accounts/roles';
import { Deleted } from '../../http/fields';
import { type Routes, route } from '../../http/route';
import {
  changeEndpoint,
  createEndpoint,
  listDeliveries,
  listEndpoints,
  pushAgain,
  removeEndpoint,
  renewEndpointSecret,
} from './push-calls';
import {
  DeliveryPage,
  DeliveryQuery,
  NewPushEndpoint,
  PushAgain,
  PushEndpointAnswer,
  PushEndpointCreated,
  PushEndpointList,
  PushEndpointPatch,
  PushQueued,
  PushSecret,
} from './push-schemas';

const access = rolesWith('menu');

/** Where the updates of a cafe's orders are pushed to. */
export const PUSH_ROUTES: Routes = {
  'GET /v1/cafes/:cafeId/push-endpoints': route({
    summary: 'Lists the endpoints that updates of the orders of a cafe are pushed to',
    access,
    answer: PushEndpointList,
    handle: listEndpoints,
  }),
  'POST /v1/cafes/:cafeId/push-endpoints': route({
    summary: 'Adds an endpoint; the secret that its pushes are signed with is shown only now',
    access,
    body: NewPushEndpoint,
    answer: PushEndpointCreated,
    status: 201,
    idempotent: true,
    handle: createEndpoint,
  }),
  'PATCH /v1/push-endpoints/:id': route({
    summary: 'Enables an endpoint again, or disables it',
    access,
    body: PushEndpointPatch,
    answer: PushEndpointAnswer,
    handle: changeEndpoint,
  }),
  'DELETE /v1/push-endpoints/:id': route({
    summary: 'Deletes an endpoint for good',
    access,
    answer: Deleted,
    handle: removeEndpoint,
  }),
  'POST /v1/push-endpoints/:id/secret': route({
    summary: 'Makes a new secret; the old one signs beside it for 24 hours',
    access,
    answer: PushSecret,
    handle: renewEndpointSecret,
  }),
  'GET /v1/push-endpoints/:id/deliveries': route({
    summary: 'The attempts to push to an endpoint, the latest first',
    access,
    query: DeliveryQuery,
    answer: DeliveryPage,
    handle: listDeliveries,
  }),
  'POST /webhooks/orders': route({
    summary: 'Pushes how an order stands to the endpoints of its cafe once more',
    access: rolesWith('orders'),
    body: PushAgain,
    answer: PushQueued,
    status: 202,
    refusals: [404],
    handle: pushAgain,
  }),
};
