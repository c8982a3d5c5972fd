import * as v from 'valibot';
import { described } from '../http/described';
import { Count, listPageOf, rowPageQuery, Time, toIso } from '../http/fields';
import { type Call, type Routes, route } from '../http/route';
import { type ListPage, list } from '../tables/tables';
import { getEndpoint } from './endpoint-routes';
import type { EndpointKind } from './event-source';
import { DELIVERIES, type PushEndpoint } from './tables';

const DeliveryQuery = v.strictObject(rowPageQuery);
type DeliveryQuery = v.InferOutput<typeof DeliveryQuery>;

const DeliveryView = v.strictObject({
  id: described(v.string(), 'The ID of the attempt.', 'D-0b9e4f52-7c1d-4e86-a3f0-5d2b81c96e47'),
  at: described(Time, 'When the attempt was made.', '2026-11-21T10:02:56.000Z'),
  eventId: described(
    v.string(),
    'The same for every attempt to push an event.',
    'evt_O-12-4k3vw8qlr1tnb5xyc9dmfa_3',
  ),
  endpointId: described(v.string(), 'The endpoint that was called.', 'P-1'),
  attempt: described(Count, '1 for the first attempt.', 1),
  status: described(Count, 'The HTTP status of the response. 0 if there was none.', 204),
  error: described(v.nullable(v.string()), 'Why the attempt failed. Null if it did not.'),
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
