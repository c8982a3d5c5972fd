import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { listPageOf, listQuery, Time, toIso } from '../../http/fields';
import { HttpError } from '../../http/http-error';
import { type Call, Response, type Routes, route } from '../../http/route';
import { OUTBOX } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/worker';
import { find, insertRows, type ListPage, list, writeAll } from '../../tables/tables';
import { assertMayActFor } from '../cafes';
import { eventId, pushJob } from '../jobs';
import { DELIVERIES, ORDERS } from '../tables';
import { getEndpoint } from './endpoints';

const { page, pageSize } = listQuery([]);
const DeliveryQuery = v.strictObject({ page, pageSize });
type DeliveryQuery = v.InferOutput<typeof DeliveryQuery>;

const DeliveryView = v.strictObject({
  id: v.string(),
  at: Time,
  eventId: v.string(),
  endpointId: v.string(),
  /** 1 for the first attempt. */
  attempt: v.number(),
  /** The HTTP status of the response; 0 if the endpoint could not be reached. */
  status: v.number(),
  error: v.nullable(v.string()),
});
type DeliveryView = v.InferOutput<typeof DeliveryView>;

const DeliveryPage = listPageOf(DeliveryView);

const RepeatPush = v.strictObject({ orderId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(80)) });
type RepeatPush = v.InferOutput<typeof RepeatPush>;

const PushQueued = v.strictObject({
  /** The event's ID, which stays the same. */
  id: v.string(),
  orderId: v.string(),
  status: v.literal('queued'),
});

export const DELIVERY_ROUTES: Routes = {
  'GET /v1/push-endpoints/:id/deliveries': route({
    summary: 'Lists the attempts to push to an endpoint, newest first',
    access: rolesWith('menu'),
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

function listDeliveries({ params, query, caller }: Call<undefined, DeliveryQuery>): ListPage<DeliveryView> {
  const { id } = getEndpoint(params, caller);
  const columns = ['id', 'at', 'eventId', 'endpointId', 'attempt', 'status', 'error'] as const;
  const listed = list(DELIVERIES, { ...query, where: { endpointId: id }, columns });
  const data = listed.data.map((one) => ({ ...one, at: toIso(one.at), error: one.error || null }));
  return { ...listed, data };
}

/** The event keeps its ID, so that an endpoint that has it can ignore it. */
function repeatPush({ body: { orderId }, caller }: Call<RepeatPush>): Response {
  const order = find(ORDERS, orderId);
  if (!order) {
    const message = `There is no order ${JSON.stringify(orderId)}.`;
    throw new HttpError(404, 'not_found', message, { param: 'orderId' });
  }
  assertMayActFor(caller, order.cafeId);
  const id = eventId(order);
  writeAll(insertRows(OUTBOX, [{ ...pushJob(order), id: `${id} again ${Utilities.getUuid()}` }]));
  wakeWorker();
  return new Response({ id, orderId, status: 'queued' }, { status: 202 });
}
