import { rolesWith } from '../../accounts/roles';
import { Deleted } from '../../http/fields';
import { type Routes, route } from '../../http/route';
import {
  createEndpoint,
  deleteEndpoint,
  listDeliveries,
  listEndpoints,
  renewEndpointSecret,
  repeatPush,
  updateEndpoint,
} from './endpoints';
import {
  DeliveryPage,
  DeliveryQuery,
  NewPushEndpoint,
  PushEndpointCreated,
  PushEndpointList,
  PushEndpointPatch,
  PushEndpointView,
  PushQueued,
  PushSecret,
  RepeatPush,
} from './push-schemas';

const access = rolesWith('menu');

/** Where the updates of a cafe's orders are pushed to. */
export const PUSH_ROUTES: Routes = {
  'GET /v1/cafes/:cafeId/push-endpoints': route({
    summary: 'Lists the push endpoints of a cafe',
    access,
    response: PushEndpointList,
    handle: listEndpoints,
  }),
  'POST /v1/cafes/:cafeId/push-endpoints': route({
    summary: 'Adds a push endpoint. The secret that signs its pushes is returned only here',
    access,
    body: NewPushEndpoint,
    response: PushEndpointCreated,
    status: 201,
    idempotent: true,
    handle: createEndpoint,
  }),
  'PATCH /v1/push-endpoints/:id': route({
    summary: 'Enables or disables a push endpoint',
    access,
    body: PushEndpointPatch,
    response: PushEndpointView,
    handle: updateEndpoint,
  }),
  'DELETE /v1/push-endpoints/:id': route({
    summary: 'Permanently deletes a push endpoint',
    access,
    response: Deleted,
    handle: deleteEndpoint,
  }),
  'POST /v1/push-endpoints/:id/secret': route({
    summary: 'Creates a new secret. Pushes are signed with both for 24 hours',
    access,
    response: PushSecret,
    handle: renewEndpointSecret,
  }),
  'GET /v1/push-endpoints/:id/deliveries': route({
    summary: 'Lists the attempts to push to an endpoint, newest first',
    access,
    query: DeliveryQuery,
    response: DeliveryPage,
    handle: listDeliveries,
  }),
  'POST /webhooks/orders': route({
    summary: 'Pushes the current state of an order to the endpoints of its cafe again',
    access: rolesWith('orders'),
    body: RepeatPush,
    response: PushQueued,
    status: 202,
    errorStatuses: [404],
    handle: repeatPush,
  }),
};
