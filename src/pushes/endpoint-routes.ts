import * as v from 'valibot';
import { described, withExample } from '../http/described';
import { Count, CreatedAt, Deleted, Time, toIso, Version, wholeListOf } from '../http/fields';
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

const Url = described(
  v.pipe(v.string(), v.trim(), v.nonEmpty()),
  'The URL that events are posted to.',
  'https://pos.example/events',
);
const State = v.picklist(['enabled', 'disabled'] satisfies PushEndpoint['state'][]);
const eventsOf = (types: readonly string[]) =>
  described(
    v.exactOptional(v.pipe(v.array(v.picklist(types)), v.minLength(1))),
    'The events to push. Without it, every event is pushed.',
  );

const newEndpointOf = (types: readonly string[]) => v.strictObject({ url: Url, events: eventsOf(types) });
type NewEndpoint = v.InferOutput<ReturnType<typeof newEndpointOf>>;

const endpointPatchOf = (types: readonly string[]) =>
  v.strictObject({
    state: v.exactOptional(State),
    url: v.exactOptional(Url),
    events: eventsOf(types),
  });
type EndpointPatch = v.InferOutput<ReturnType<typeof endpointPatchOf>>;

const EndpointView = v.strictObject({
  id: described(v.string(), 'The ID of the push endpoint.', 'P-1'),
  cafeId: described(v.nullable(v.string()), 'The ID of the cafe. Null for an endpoint of leads.', 'C-1'),
  url: v.string(),
  events: v.array(v.string()),
  state: described(State, 'An endpoint that fails for too long is disabled, and can be enabled again.'),
  failingSince: described(Time, 'The first failure since the last success. Null if the last push succeeded.'),
  createdAt: CreatedAt,
  version: Version,
});
type EndpointView = v.InferOutput<typeof EndpointView>;

const SECRET = 'The secret that signs pushes. Shown only in this response; null for a repeated request.';

/** Schema of endpoints that can get these events. */
const viewOf = ({ events, hasCafe }: Pick<EndpointKind, 'events' | 'hasCafe'>) =>
  v.strictObject({
    ...EndpointView.entries,
    cafeId: hasCafe ? EndpointView.entries.cafeId : withExample(EndpointView.entries.cafeId, null),
    events: v.array(v.picklist(events)),
  });

const createdOf = (kind: EndpointKind) =>
  v.strictObject({
    ...viewOf(kind).entries,
    secret: described(v.nullable(v.string()), SECRET, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
  });

const PushSecret = v.strictObject({ id: v.string(), secret: v.string() });

const TestResult = v.strictObject({
  status: described(Count, 'The HTTP status of the response. 0 if there was none.', 204),
  error: described(v.nullable(v.string()), 'What went wrong. Null if nothing did.'),
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
      response: wholeListOf(viewOf(kind)),
      handle: (call) => listEndpoints(kind, call),
    }),
    [`POST ${path}`]: route({
      summary: `Adds a push endpoint ${owner}. The secret that signs its pushes is returned only here`,
      access,
      body: newEndpointOf(events),
      response: createdOf(kind),
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
      body: withExample(endpointPatchOf(types), { state: 'disabled' }),
      response: viewOf({ events: types, hasCafe: true }),
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
      handle(call) {
        const { id } = getEndpoint(kinds, call).endpoint;
        return { id, secret: renewSecret(id) };
      },
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
