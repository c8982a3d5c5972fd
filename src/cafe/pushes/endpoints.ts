import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { Deleted, Time, toIso } from '../../http/fields';
import { invalid, orNotFound } from '../../http/http-error';
import { assertSameBody, type IdempotencyRecord, idempotencyRecord } from '../../http/idempotency';
import { ifMatch } from '../../http/reply';
import { type Call, type Caller, Response, type Routes, route } from '../../http/route';
import { find, type Insertion, insert, remove, select, update } from '../../tables/tables';
import { assertMayActFor } from '../cafes';
import { CAFES, PUSH_ENDPOINTS, type PushEndpoint } from '../tables';
import { createSecret, deleteSecrets, hasSecret, readPushSettings, renewSecret } from './endpoint-secrets';
import { findUrlProblem } from './endpoint-url';
import { invalidateReceivers } from './receivers';

const State = v.picklist(['enabled', 'disabled'] satisfies PushEndpoint['state'][]);

const NewPushEndpoint = v.strictObject({ url: v.pipe(v.string(), v.trim(), v.nonEmpty()) });
type NewPushEndpoint = v.InferOutput<typeof NewPushEndpoint>;

const PushEndpointPatch = v.strictObject({ state: State });
type PushEndpointPatch = v.InferOutput<typeof PushEndpointPatch>;

const PushEndpointView = v.strictObject({
  id: v.string(),
  cafeId: v.string(),
  url: v.string(),
  state: State,
  /** The first of the failed attempts since the last success; null if the last attempt succeeded. */
  failingSince: Time,
  createdAt: Time,
  version: v.number(),
});
type PushEndpointView = v.InferOutput<typeof PushEndpointView>;

const PushEndpointCreated = v.strictObject({
  ...PushEndpointView.entries,
  /** Shown only in this response; null for a repeated request. A lost secret can be renewed. */
  secret: v.nullable(v.string()),
});

const PushEndpointList = v.strictObject({ data: v.array(PushEndpointView) });
const PushSecret = v.strictObject({ id: v.string(), secret: v.string() });

const NEVER = new Date(Number.NaN);
const SHOWN = Object.keys(PushEndpointView.entries) as (keyof PushEndpointView)[];

const access = rolesWith('menu');

export const ENDPOINT_ROUTES: Routes = {
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
};

function listEndpoints({ params: { cafeId = '' }, caller }: Call): {
  data: PushEndpointView[];
} {
  assertMayActFor(caller, cafeId);
  const all = select(PUSH_ENDPOINTS, SHOWN);
  return { data: all.filter((endpoint) => endpoint.cafeId === cafeId).map(toView) };
}

/** A request that is repeated gets the endpoint without its secret. */
function createEndpoint({
  params: { cafeId = '' },
  body: { url },
  caller,
  request,
}: Call<NewPushEndpoint>): Response {
  assertMayActFor(caller, cafeId);
  const problem = findUrlProblem(url, readPushSettings());
  if (problem) throw invalid(`url ${problem}`, 'url');
  orNotFound(find(CAFES, cafeId), `cafe ${cafeId}`);
  const record = idempotencyRecord(caller, request, { url });
  const { row, isNew } = insertEndpoint({ cafeId, url }, record);
  if (!isNew) assertSameBody(row, record);
  return new Response({ ...toView(row), secret: row.secret }, { status: 201 });
}

/** The secret is null if it exists already. A lost secret can be renewed. */
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
function updateEndpoint({
  params,
  body: { state },
  caller,
  request,
}: Call<PushEndpointPatch>): PushEndpointView {
  const { id } = getEndpoint(params, caller);
  const patch = (endpoint: PushEndpoint) => (endpoint.state === state ? {} : { state, failingSince: NEVER });
  const updated = orNotFound(update(PUSH_ENDPOINTS, id, patch, ifMatch(request)), `push endpoint ${id}`);
  invalidateReceivers();
  return toView(updated);
}

/** The row goes first: without it the secret signs nothing. */
function deleteEndpoint({ params, caller, request }: Call): {
  id: string;
  deleted: true;
} {
  const { id } = getEndpoint(params, caller);
  const isRemoved = remove(PUSH_ENDPOINTS, id, ifMatch(request));
  if (isRemoved) invalidateReceivers();
  deleteSecrets(id);
  orNotFound(isRemoved || undefined, `push endpoint ${id}`);
  return { id, deleted: true };
}

function renewEndpointSecret({ params, caller }: Call): { id: string; secret: string } {
  const { id } = getEndpoint(params, caller);
  return { id, secret: renewSecret(id) };
}

/** Of a cafe that the caller may act for. */
export function getEndpoint({ id = '' }: { id?: string }, caller: Caller | undefined): PushEndpoint {
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
