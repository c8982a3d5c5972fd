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
  /** Since when nothing has arrived; null while all is well. */
  failingSince: Time,
  createdAt: Time,
  version: v.number(),
});
export type PushEndpointView = v.InferOutput<typeof PushEndpointView>;

export const PushEndpointCreated = v.strictObject({
  ...PushEndpointView.entries,
  /** Shown only now; null where the request was made before: a lost one is renewed. */
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
  /** From 1 on. */
  attempt: v.number(),
  /** What the endpoint answered; 0 where it could not be reached. */
  status: v.number(),
  error: v.nullable(v.string()),
});
export type DeliveryView = v.InferOutput<typeof DeliveryView>;

export const DeliveryPage = listPageOf(DeliveryView);

export const RepeatPush = v.strictObject({ orderId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(80)) });
export type RepeatPush = v.InferOutput<typeof RepeatPush>;

export const PushQueued = v.strictObject({
  /** Of the event, the same as at first. */
  id: v.string(),
  orderId: v.string(),
  status: v.literal('queued'),
});
