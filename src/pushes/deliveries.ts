import * as v from 'valibot';
import { Count, listPageOf, rowPageQuery, Time, toIso } from '../http/fields';
import { type Call, type Routes, route } from '../http/route';
import { type ListPage, list } from '../tables/tables';
import { getEndpoint } from './endpoint-routes';
import type { EndpointKind } from './event-source';
import { DELIVERIES, type PushEndpoint } from './tables';

const DeliveryQuery = v.strictObject(rowPageQuery);
type DeliveryQuery = v.InferOutput<typeof DeliveryQuery>;

const DeliveryView = v.strictObject({
  id: v.string(),
  at: Time,
  eventId: v.string(),
  endpointId: v.string(),
  /** 1 for the first attempt. */
  attempt: Count,
  /** The HTTP status of the response; 0 if the endpoint could not be reached. */
  status: Count,
  error: v.nullable(v.string()),
});
type DeliveryView = v.InferOutput<typeof DeliveryView>;

const DeliveryPage = listPageOf(DeliveryView);

export function deliveryRoutes(kinds: readonly EndpointKind[]): Routes {
  return {
    'GET /v1/push-endpoints/:id/deliveries': route({
      summary: 'Lists the attempts to push to an endpoint, newest first',
      access: [...new Set(kinds.flatMap(({ access }) => access))],
      query: DeliveryQuery,
      response: DeliveryPage,
      handle: (call) => listDeliveries(getEndpoint(kinds, call).endpoint, call),
    }),
  };
}

function listDeliveries(
  { id }: PushEndpoint,
  { query }: Call<undefined, DeliveryQuery>,
): ListPage<DeliveryView> {
  const columns = ['id', 'at', 'eventId', 'endpointId', 'attempt', 'status', 'error'] as const;
  const listed = list(DELIVERIES, { ...query, where: { endpointId: id }, columns });
  const data = listed.data.map((one) => ({ ...one, at: toIso(one.at), error: one.error || null }));
  return { ...listed, data };
}
