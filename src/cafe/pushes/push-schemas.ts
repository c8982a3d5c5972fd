import * as v from 'valibot';
import { listPageOf, listQuery, Time } from '../../http/fields';
import type { PushEndpoint } from '../tables';

const State = v.picklist(['enabled', 'disabled'] satisfies PushEndpoint['state'][]);

export const NewPushEndpoint = v.strictObject({ url: v.pipe(v.string(), v.trim(), v.nonEmpty()) });
export type NewPushEndpoint = v.InferOutput<typeof NewPushEndpoint>;

export const PushEndpointPatch = v.strictObject({ state: State });
export type PushEndpointPatch = v.InferOutput<typeof PushEndpointPatch>;

export const PushEndpointView = v.strictObject({
  id: v.string(),
  cafeId: v.string(),
  url: v.string(),
  state: State,
  /** The first of the failed attempts since the last success; null if the last attempt succeeded. */
  failingSince: Time,
  createdAt: Time,
  version: v.number(),
});
export type PushEndpointView = v.InferOutput<typeof PushEndpointView>;

export const PushEndpointCreated = v.strictObject({
  ...PushEndpointView.entries,
  /** Shown only in this response; null for a repeated request. A lost secret can be renewed. */
  secret: v.nullable(v.string()),
});

export const PushEndpointList = v.strictObject({ data: v.array(PushEndpointView) });

export const PushSecret = v.strictObject({ id: v.string(), secret: v.string() });

const { page, pageSize } = listQuery([]);
export const DeliveryQuery = v.strictObject({ page, pageSize });
export type DeliveryQuery = v.InferOutput<typeof DeliveryQuery>;

export const DeliveryView = v.strictObject({
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
export type DeliveryView = v.InferOutput<typeof DeliveryView>;

export const DeliveryPage = listPageOf(DeliveryView);

export const RepeatPush = v.strictObject({ orderId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(80)) });
export type RepeatPush = v.InferOutput<typeof RepeatPush>;

export const PushQueued = v.strictObject({
  /** The event's ID, which stays the same. */
  id: v.string(),
  orderId: v.string(),
  status: v.literal('queued'),
});
