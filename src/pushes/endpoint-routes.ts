import * as v from 'valibot';
import { Count, Deleted, Time, toIso } from '../http/fields';
import { invalid, orNotFound } from '../http/http-error';
import { assertSameBody, idempotencyRecord } from '../http/idempotency';
import { ifMatch } from '../http/reply';
import { type Call, Response, type Routes, route } from '../http/route';
import { find, NEVER, remove, scan, update } from '../tables/tables';
import { deleteSecrets, readPushSettings, renewSecret } from './endpoint-secrets';
import { findUrlProblem } from './endpoint-url';
import { insertEndpoint } from './endpoints';
import { type EndpointKind, kindOf } from './event-source';
import { sendTest } from './push-test';
import { invalidateReceivers } from './receivers';
import { PUSH_ENDPOINTS, type PushEndpoint } from './tables';

const Url = v.pipe(v.string(), v.trim(), v.nonEmpty());
const State = v.picklist(['enabled', 'disabled'] satisfies PushEndpoint['state'][]);
const eventsOf = (types: readonly string[]) => v.pipe(v.array(v.picklist(types)), v.minLength(1));

const newEndpointOf = (types: readonly string[]) =>
  v.strictObject({ url: Url, events: v.exactOptional(eventsOf(types)) });
type NewEndpoint = v.InferOutput<ReturnType<typeof newEndpointOf>>;

const endpointPatchOf = (types: readonly string[]) =>
  v.strictObject({
    state: v.exactOptional(State),
    url: v.exactOptional(Url),
    events: v.exactOptional(eventsOf(types)),
  });
type EndpointPatch = v.InferOutput<ReturnType<typeof endpointPatchOf>>;

const EndpointView = v.strictObject({
  id: v.string(),
  /** Null for an endpoint that gets the events of leads. */
  cafeId: v.nullable(v.string()),
  url: v.string(),
  /** The types of the events that are pushed to it. */
  events: v.array(v.string()),
  state: State,
  /** The first of the failed attempts since the last success; null if the last attempt succeeded. */
  failingSince: Time,
  createdAt: Time,
  version: Count,
});
type EndpointView = v.InferOutput<typeof EndpointView>;

/** Of endpoints that can get these events. */
const viewOf = (types: readonly string[]) =>
  v.strictObject({ ...EndpointView.entries, events: v.array(v.picklist(types)) });

const createdOf = (types: readonly string[]) =>
  v.strictObject({
    ...viewOf(types).entries,
    /** Shown only in this response; null for a repeated request. A lost secret can be renewed. */
    secret: v.nullable(v.string()),
  });

const listOf = (types: readonly string[]) => v.strictObject({ data: v.array(viewOf(types)) });
const PushSecret = v.strictObject({ id: v.string(), secret: v.string() });

const TestResult = v.strictObject({
  /** The HTTP status of the response; 0 if the endpoint could not be reached. */
  status: Count,
  error: v.nullable(v.string()),
});
type TestResult = v.InferOutput<typeof TestResult>;

const SHOWN = Object.keys(EndpointView.entries) as (keyof EndpointView)[];

export function endpointRoutes(kinds: readonly EndpointKind[]): Routes {
  return Object.assign(oneEndpointRoutes(kinds), ...kinds.map(kindRoutes));
}

/** The endpoints of one kind: listed, and added. */
function kindRoutes(kind: EndpointKind): Routes {
  const { path, owner, access, events } = kind;
  return {
    [`GET ${path}`]: route({
      summary: `Lists the push endpoints ${owner}`,
      access,
      response: listOf(events),
      handle: (call) => listEndpoints(kind, call),
    }),
    [`POST ${path}`]: route({
      summary: `Adds a push endpoint ${owner}. The secret that signs its pushes is returned only here`,
      access,
      body: newEndpointOf(events),
      response: createdOf(events),
      status: 201,
      idempotent: true,
      handle: (call) => createEndpoint(kind, call),
    }),
  };
}

/** One endpoint, of any kind. */
function oneEndpointRoutes(kinds: readonly EndpointKind[]): Routes {
  const access = [...new Set(kinds.flatMap((kind) => kind.access))];
  const types = kinds.flatMap(({ events }) => events);
  return {
    'PATCH /v1/push-endpoints/:id': route({
      summary: 'Enables or disables a push endpoint, or changes its URL or its events',
      access,
      body: endpointPatchOf(types),
      response: viewOf(types),
      handle: (call) => updateEndpoint(getEndpoint(kinds, call), call),
    }),
    'DELETE /v1/push-endpoints/:id': route({
      summary: 'Permanently deletes a push endpoint',
      access,
      response: Deleted,
      handle: (call) => deleteEndpoint(getEndpoint(kinds, call), call),
    }),
    'POST /v1/push-endpoints/:id/secret': route({
      summary: 'Creates a new secret. Pushes are signed with both for 24 hours',
      access,
      response: PushSecret,
      handle: (call) => renewEndpointSecret(getEndpoint(kinds, call)),
    }),
    'POST /v1/push-endpoints/:id/test': route({
      summary: 'Pushes an event of the type endpoint.test at once, and returns the result',
      access,
      response: TestResult,
      handle: (call) => testEndpoint(getEndpoint(kinds, call)),
    }),
  };
}

/** An endpoint that the caller may manage, and its kind. */
interface Managed {
  endpoint: PushEndpoint;
  kind: EndpointKind;
}

export function getEndpoint(
  kinds: readonly EndpointKind[],
  { params: { id = '' }, caller }: Pick<Call, 'params' | 'caller'>,
): Managed {
  const endpoint = orNotFound(find(PUSH_ENDPOINTS, id), `push endpoint ${id}`);
  const kind = kindOf(kinds, endpoint);
  kind.assertMayManage(caller, endpoint.cafeId);
  return { endpoint, kind };
}

function listEndpoints(
  kind: EndpointKind,
  { params: { cafeId = '' }, caller }: Call,
): { data: EndpointView[] } {
  kind.assertMayManage(caller, cafeId);
  const all = scan(PUSH_ENDPOINTS, SHOWN);
  return { data: all.filter((endpoint) => endpoint.cafeId === cafeId).map((row) => toView(kind, row)) };
}

/** A request that is repeated gets the endpoint without its secret. */
function createEndpoint(
  kind: EndpointKind,
  { params: { cafeId = '' }, body, caller, request }: Call<NewEndpoint>,
): Response {
  kind.assertMayManage(caller, cafeId);
  assertUrl(body.url);
  orNotFound(kind.canBelongTo(cafeId) || undefined, `cafe ${cafeId}`);
  const record = idempotencyRecord(caller, request, body);
  const { url, events = [] } = body;
  const { row, isNew } = insertEndpoint({ cafeId, url, events: unique(events) }, record);
  if (!isNew) assertSameBody(row, record);
  return new Response({ ...toView(kind, row), secret: row.secret }, { status: 201 });
}

/** A disabled endpoint loses its waiting pushes. Enabled again, or under another URL, it does not count as failing. */
function updateEndpoint({ endpoint: { id }, kind }: Managed, call: Call<EndpointPatch>): EndpointView {
  const { url, state, events } = call.body;
  if (url !== undefined) assertUrl(url);
  const unknown = events?.find((type) => !kind.events.includes(type));
  if (unknown !== undefined) {
    const message = `events of this endpoint must be among ${kind.events.join(', ')} (got "${unknown}").`;
    throw invalid(message, 'events');
  }
  const patch = (current: PushEndpoint) => {
    const isReset = (state ?? current.state) !== current.state || (url ?? current.url) !== current.url;
    return {
      ...(state === undefined ? {} : { state }),
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: unique(events) }),
      ...(isReset ? { failingSince: NEVER } : {}),
    };
  };
  const updated = update(PUSH_ENDPOINTS, id, patch, ifMatch(call.request));
  invalidateReceivers();
  return toView(kind, orNotFound(updated, `push endpoint ${id}`));
}

/** The row goes first: without it the secret signs nothing. */
function deleteEndpoint({ endpoint: { id } }: Managed, { request }: Call): Deleted {
  const isRemoved = remove(PUSH_ENDPOINTS, id, ifMatch(request));
  if (isRemoved) invalidateReceivers();
  deleteSecrets(id);
  orNotFound(isRemoved || undefined, `push endpoint ${id}`);
  return { id, deleted: true };
}

function renewEndpointSecret({ endpoint: { id } }: Managed): { id: string; secret: string } {
  return { id, secret: renewSecret(id) };
}

function testEndpoint({ endpoint }: Managed): TestResult {
  const { status = 0, error = '' } = sendTest(endpoint) ?? {};
  return { status, error: error || null };
}

function assertUrl(url: string): void {
  const problem = findUrlProblem(url, readPushSettings());
  if (problem) throw invalid(`url ${problem}`, 'url');
}

function unique(events: readonly string[]): string[] {
  return [...new Set(events)];
}

function toView(
  kind: EndpointKind,
  {
    id,
    cafeId,
    url,
    events,
    state,
    failingSince,
    createdAt,
    version,
  }: Pick<PushEndpoint, keyof EndpointView>,
): EndpointView {
  return {
    id,
    cafeId: cafeId || null,
    url,
    // An event that is misspelled in the sheet is never pushed.
    events: kind.events.filter((type) => events.length === 0 || events.includes(type)),
    state,
    failingSince: toIso(failingSince),
    createdAt: toIso(createdAt),
    version,
  };
}
