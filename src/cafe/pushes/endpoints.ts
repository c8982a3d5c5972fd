import { ifMatch } from '../../http/etag';
import { toIso } from '../../http/fields';
import { HttpError, invalid, orNotFound } from '../../http/http-error';
import { assertSameBody, type IdempotencyRecord, idempotencyRecord } from '../../http/idempotency';
import { type Call, type Caller, Response } from '../../http/route';
import { wakeWorker } from '../../outbox/wake-up';
import {
  find,
  type Insertion,
  insert,
  type ListPage,
  list,
  remove,
  select,
  update,
  writeAll,
} from '../../tables/tables';
import { assertMayActFor } from '../cafes';
import { eventId, insertJobs, repeatPushJob } from '../jobs';
import { CAFES, DELIVERIES, ORDERS, PUSH_ENDPOINTS, type PushEndpoint } from '../tables';
import { createSecret, deleteSecrets, hasSecret, readPushSettings, renewSecret } from './endpoint-secrets';
import { findUrlProblem } from './endpoint-url';
import {
  type DeliveryQuery,
  type DeliveryView,
  type NewPushEndpoint,
  type PushEndpointPatch,
  PushEndpointView,
  type RepeatPush,
} from './push-schemas';
import { invalidateReceivers } from './receivers';

type PushCall<B = undefined, Q = undefined> = Call<B, Q>;

const NEVER = new Date(Number.NaN);
const SHOWN = Object.keys(PushEndpointView.entries) as (keyof PushEndpointView)[];

export function listEndpoints({ params: { cafeId = '' }, caller }: PushCall): { data: PushEndpointView[] } {
  assertMayActFor(caller, cafeId);
  const all = select(PUSH_ENDPOINTS, SHOWN);
  return { data: all.filter((endpoint) => endpoint.cafeId === cafeId).map(toView) };
}

/** A request that is repeated gets the endpoint without its secret. */
export function createEndpoint({
  params: { cafeId = '' },
  body: { url },
  caller,
  request,
}: PushCall<NewPushEndpoint>): Response {
  assertMayActFor(caller, cafeId);
  const problem = findUrlProblem(url, readPushSettings());
  if (problem) throw invalid(`url ${problem}`, 'url');
  orNotFound(find(CAFES, cafeId), `cafe ${cafeId}`);
  const record = idempotencyRecord(caller, request, { url });
  const { row, isNew } = insertEndpoint({ cafeId, url }, record);
  if (!isNew) assertSameBody(row, record);
  return new Response({ ...toView(row), secret: row.secret }, { status: 201 });
}

/** The secret is null where the endpoint and its secret were there already. Whoever has lost it creates a new one. */
type EndpointWithSecret = PushEndpoint & { secret: string | null };

/** The URL has to be valid. Where an execution ends before the secret is stored, the repeated request creates it. */
export function insertEndpoint(
  given: { cafeId: string; url: string },
  record: IdempotencyRecord,
): Insertion<EndpointWithSecret> {
  const { row, isNew } = insert(
    PUSH_ENDPOINTS,
    (id): PushEndpoint => ({
      ...given,
      ...record,
      state: 'enabled',
      failingSince: NEVER,
      version: 1,
      id,
      createdAt: new Date(),
    }),
    record,
  );
  const secret = isNew || !hasSecret(row.id) ? createSecret(row.id) : null;
  if (isNew) invalidateReceivers();
  return { isNew, row: { ...row, secret } };
}

/** A disabled endpoint loses its waiting pushes. Enabled again, it does not count as failing. */
export function updateEndpoint({
  params,
  body: { state },
  caller,
  request,
}: PushCall<PushEndpointPatch>): PushEndpointView {
  const { id } = getEndpoint(params, caller);
  const patch = (endpoint: PushEndpoint) => (endpoint.state === state ? {} : { state, failingSince: NEVER });
  const updated = orNotFound(update(PUSH_ENDPOINTS, id, patch, ifMatch(request)), `push endpoint ${id}`);
  invalidateReceivers();
  return toView(updated);
}

/** The row goes first: without it the secret signs nothing. */
export function deleteEndpoint({ params, caller, request }: PushCall): { id: string; deleted: true } {
  const { id } = getEndpoint(params, caller);
  const isRemoved = remove(PUSH_ENDPOINTS, id, ifMatch(request));
  if (isRemoved) invalidateReceivers();
  deleteSecrets(id);
  orNotFound(isRemoved || undefined, `push endpoint ${id}`);
  return { id, deleted: true };
}

export function renewEndpointSecret({ params, caller }: PushCall): { id: string; secret: string } {
  const { id } = getEndpoint(params, caller);
  return { id, secret: renewSecret(id) };
}

export function listDeliveries({
  params,
  query,
  caller,
}: PushCall<undefined, DeliveryQuery>): ListPage<DeliveryView> {
  const { id } = getEndpoint(params, caller);
  const columns = ['id', 'at', 'eventId', 'endpointId', 'attempt', 'status', 'error'] as const;
  const listed = list(DELIVERIES, { ...query, where: { endpointId: id }, columns });
  const data = listed.data.map((one) => ({ ...one, at: toIso(one.at), error: one.error || null }));
  return { ...listed, data };
}

/** The event keeps its ID, so that an endpoint that has it can ignore it. */
export function repeatPush({ body: { orderId }, caller }: PushCall<RepeatPush>): Response {
  const order = find(ORDERS, orderId);
  if (!order) {
    const message = `There is no order ${JSON.stringify(orderId)}.`;
    throw new HttpError(404, 'not_found', message, { param: 'orderId' });
  }
  assertMayActFor(caller, order.cafeId);
  writeAll(insertJobs(repeatPushJob(order)));
  wakeWorker();
  return new Response({ id: eventId(order), orderId, status: 'queued' }, { status: 202 });
}

function getEndpoint({ id = '' }: PushCall['params'], caller: Caller | undefined): PushEndpoint {
  const endpoint = orNotFound(find(PUSH_ENDPOINTS, id), `push endpoint ${id}`);
  assertMayActFor(caller, endpoint.cafeId);
  return endpoint;
}

function toView(row: Pick<PushEndpoint, (typeof SHOWN)[number]>): PushEndpointView {
  const { id, cafeId, url, state, failingSince, createdAt, version } = row;
  return {
    id,
    cafeId,
    url,
    state,
    failingSince: toIso(failingSince),
    createdAt: toIso(createdAt),
    version,
  };
}
