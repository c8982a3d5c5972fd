import { ifMatch } from '../../http/etag';
import { toIso } from '../../http/fields';
import { HttpError, invalid, orNotFound } from '../../http/http-error';
import { assertSameBody, type IdempotencyRecord, idempotencyRecord } from '../../http/idempotency';
import { type Call, type Caller, Response } from '../../http/route';
import { OUTBOX } from '../../outbox/jobs';
import { wakeWorker } from '../../outbox/wake-up';
import {
  find,
  type Insertion,
  insert,
  insertAll,
  type ListPage,
  list,
  remove,
  select,
  update,
  writeAll,
} from '../../tables/tables';
import { assertMayActFor } from '../cafes';
import { eventId, repeatPushJob } from '../jobs';
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

const NEVER = new Date(Number.NaN);

interface NewEndpoint {
  cafeId: string;
  /** Without fault. */
  url: string;
}

/** The secret is shown this once; null where the request was made before: whoever has lost it renews it. */
type EndpointWithSecret = PushEndpoint & { secret: string | null };

const NEW = { state: 'enabled', failingSince: NEVER, version: 1 } as const;

type Plain<B = undefined, Q = undefined> = Call<B, Q>;

/** A repeated request is answered the same endpoint, without its secret: whoever has lost it renews it. */
export function createEndpoint({ params: { cafeId = '' }, body, caller, request }: Plain<NewPushEndpoint>) {
  assertMayActFor(caller, cafeId);
  const fault = findUrlProblem(body.url, readPushSettings());
  if (fault) throw invalid(`url ${fault}`, 'url');
  orNotFound(find(CAFES, cafeId), `cafe ${cafeId}`);
  const mark = idempotencyRecord(caller, request, body);
  const { row, isNew } = addEndpoint({ cafeId, url: body.url }, mark);
  if (!isNew) assertSameBody(row, mark);
  return new Response({ ...toView(row), secret: row.secret }, { status: 201 });
}

export function listEndpoints({ params: { cafeId = '' }, caller }: Plain): { data: PushEndpointView[] } {
  assertMayActFor(caller, cafeId);
  const all = select(PUSH_ENDPOINTS, SHOWN);
  return { data: all.filter((one) => one.cafeId === cafeId).map(toView) };
}

export function updateEndpoint({
  params,
  body,
  caller,
  request,
}: Plain<PushEndpointPatch>): PushEndpointView {
  const { id } = ownEndpoint(params, caller);
  return toView(orNotFound(setState(id, body.state, ifMatch(request)), `push endpoint ${id}`));
}

export function removeEndpoint({ params, caller, request }: Plain): { id: string; deleted: true } {
  const { id } = ownEndpoint(params, caller);
  orNotFound(deleteEndpoint(id, ifMatch(request)) || undefined, `push endpoint ${id}`);
  return { id, deleted: true };
}

export function renewEndpointSecret({ params, caller }: Plain): { id: string; secret: string } {
  const { id } = ownEndpoint(params, caller);
  return { id, secret: renewSecret(id) };
}

export function listDeliveries({
  params,
  query,
  caller,
}: Plain<undefined, DeliveryQuery>): ListPage<DeliveryView> {
  const { id } = ownEndpoint(params, caller);
  const columns = ['id', 'at', 'eventId', 'endpointId', 'attempt', 'status', 'error'] as const;
  const listed = list(DELIVERIES, { ...query, where: { endpointId: id }, columns });
  const data = listed.data.map((one) => ({ ...one, at: toIso(one.at), error: one.error || null }));
  return { ...listed, data };
}

/** Under the event's own id again: whoever has it already knows it by that. */
export function repeatPush({ body: { orderId }, caller }: Plain<RepeatPush>): Response {
  const order = find(ORDERS, orderId);
  if (!order) throw noSuchOrder(orderId);
  assertMayActFor(caller, order.cafeId);
  writeAll(insertAll(OUTBOX, [repeatPushJob(order)]));
  wakeWorker();
  return new Response({ id: eventId(order), orderId, status: 'queued' }, { status: 202 });
}

function noSuchOrder(id: string): HttpError {
  const message = `There is no order ${JSON.stringify(id)}.`;
  return new HttpError(404, 'not_found', message, { param: 'orderId' });
}

function ownEndpoint({ id = '' }: Plain['params'], caller: Caller | undefined): PushEndpoint {
  const endpoint = orNotFound(find(PUSH_ENDPOINTS, id), `push endpoint ${id}`);
  assertMayActFor(caller, endpoint.cafeId);
  return endpoint;
}

const SHOWN = Object.keys(PushEndpointView.entries) as (keyof PushEndpointView)[];

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

/** The row first: whoever died before there was a secret gets it by the same request made again. */
export function addEndpoint(given: NewEndpoint, mark: IdempotencyRecord): Insertion<EndpointWithSecret> {
  const inserted = insert(
    PUSH_ENDPOINTS,
    (id): PushEndpoint => ({ ...given, ...mark, ...NEW, id, createdAt: new Date() }),
    mark,
  );
  const { row, isNew } = inserted;
  const secret = isNew || !hasSecret(row.id) ? createSecret(row.id) : null;
  if (isNew) invalidateReceivers();
  return { isNew, row: { ...row, secret } };
}

/** Whatever is waiting for it is dropped once it is disabled; enabled again, it begins with a clean slate. */
function setState(
  id: string,
  state: PushEndpoint['state'],
  condition: { ifVersion?: number },
): PushEndpoint | undefined {
  const changed = update(
    PUSH_ENDPOINTS,
    id,
    (endpoint) => (endpoint.state === state ? {} : { state, failingSince: NEVER }),
    condition,
  );
  if (changed) invalidateReceivers();
  return changed;
}

/** For good. The row goes first: what is left of a secret after that signs nothing. */
function deleteEndpoint(id: string, condition: { ifVersion?: number }): boolean {
  const isRemoved = remove(PUSH_ENDPOINTS, id, condition);
  if (isRemoved) invalidateReceivers();
  deleteSecrets(id);
  return isRemoved;
}
