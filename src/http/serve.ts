import { HttpError } from './http-error';
import { assertKey } from './idempotency';
import { listsIn, readBody, readQuery } from './parse';
import { type Parameters, parseQuery } from './query';
import { lowerCaseNames, type Reply, toErrorReply, toReply } from './reply';
import { type AnyRoute, type Caller, findRoute, methodsAt, type Request, type Routes } from './route';

/** Parts that the entry file hands to the router; http/ knows nothing of accounts. */
export interface Api {
  routes: readonly Routes[];
  /** Asked first. @throws HttpError where nothing is served for now */
  admit?(request: Request): void;
  /** Undefined where the request carries no credential. @throws HttpError 401 for an invalid one */
  authenticate(request: Request): Caller | undefined;
  /** Returns the RateLimit headers. @throws HttpError 429 */
  countRequest(caller: Caller): Record<string, string>;
  /** Mends what made a request fail, where it can; true where it has. */
  mend?(error: unknown): boolean;
  /** Turns an error of the folders below into its meaning over HTTP; undefined for one that the caller must not see. */
  toHttpError?(error: unknown): HttpError | undefined;
  /** Stores an error that is not the caller's fault, under the request ID that the caller is given. */
  logError(description: string, requestId: string): void;
}

/** Every request takes this way, whichever transport it came by. Never throws. */
export function serve(api: Api, read: () => Request): Reply {
  const shared: Record<string, string> = { 'x-request-id': Utilities.getUuid() };
  let request: Request | undefined;
  let reply: Reply;
  try {
    request = read();
    reply = respondOrMend(api, request, shared);
  } catch (error) {
    const id = shared['x-request-id'] ?? '';
    const known = error instanceof HttpError ? error : api.toHttpError?.(error);
    if (!known || (known.status >= 500 && !known.details.isKnown))
      api.logError(describeFailure(error, request), id);
    reply = toErrorReply(known ?? internalError(id));
  }
  return { ...reply, headers: lowerCaseNames({ ...shared, ...reply.headers }) };
}

/** A GET is answered after a repair. Another request may be half done, so its caller is told to try again. */
function respondOrMend(api: Api, request: Request, shared: Record<string, string>): Reply {
  try {
    return respond(api, request, shared);
  } catch (error) {
    if (!api.mend?.(error)) throw error;
    if (request.method === 'GET') return respond(api, request, shared);
    const message = 'The sheet has just been migrated to a new version. Try again.';
    throw new HttpError(503, 'unavailable', message, { retryAfter: 1, isKnown: true });
  }
}

/** `shared` collects the headers that a later error carries as well. */
function respond(api: Api, request: Request, shared: Record<string, string>): Reply {
  api.admit?.(request);
  if (request.method === 'OPTIONS')
    return { status: 204, headers: { allow: methodsAt(api.routes, request.path) }, body: '' };
  const { route, params } = findRoute(api.routes, request);
  const parameters = parametersOf(route, request);
  const caller = identify(api, route, request);
  if (caller) Object.assign(shared, api.countRequest(caller));
  // A refused request has cost as much, and counts.
  assertAllowed(route, caller);
  const query = readQuery(route, parameters);
  const body = readBody(route, request, caller);
  assertKey(route, request);
  const handled = route.handle({ params, query, body, caller, request });
  return toReply(handled, { route, request, parameters, query });
}

/** The handler of a webhook reads the query itself: a provider signs its URL whatever that has in it. */
function parametersOf(route: AnyRoute, { query }: Request): Parameters {
  return route.access === 'signed' ? {} : parseQuery(query, listsIn(route));
}

/** @throws HttpError 401 */
function identify(api: Api, { access }: AnyRoute, request: Request): Caller | undefined {
  if (access === 'signed') return assertSignable(request);
  if (access === 'public') return findCaller(api, request);
  const caller = api.authenticate(request);
  if (caller) return caller;
  const message = 'Missing credentials. Send "Authorization: Bearer <API key or token>".';
  throw new HttpError(401, 'unauthorized', message);
}

/** @throws HttpError 403 */
function assertAllowed({ access }: AnyRoute, caller: Caller | undefined): void {
  if (typeof access === 'string' || !caller || access.includes(caller.role)) return;
  const message = `The role ${caller.role} cannot do this. Required: ${access.join(' or ')}.`;
  throw new HttpError(403, 'forbidden', message);
}

/** Signatures come in headers, which a web app does not see. */
function assertSignable({ transport }: Request): undefined {
  if (transport === 'envelope') return undefined;
  throw new HttpError(
    401,
    'signature_unavailable',
    'A plain call cannot carry a signature. Send it through the gateway.',
  );
}

/** A public route ignores an expired credential: its owner may be about to log in again. */
function findCaller(api: Api, request: Request): Caller | undefined {
  try {
    return api.authenticate(request);
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) return undefined;
    throw error;
  }
}

function internalError(requestId: string): HttpError {
  const message = `Internal error. Quote request ID ${requestId} when you report it.`;
  return new HttpError(500, 'internal_error', message);
}

/** The request and the stack. IDs are left out of the path, so that the same error is logged under one text. */
function describeFailure(error: unknown, request: Request | undefined): string {
  const asked = request
    ? `${request.method} ${request.path.replace(ID_SEGMENTS, '/*')}`
    : 'a request that cannot be read';
  const cause = error instanceof HttpError ? (error.details.cause ?? error) : error;
  const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return maskSecrets(`${asked}: ${stack}`, request);
}

/** Segments of a path that have a digit, except the version. */
const ID_SEGMENTS = /\/(?!v1\/)[^/]*\d[^/]*/g;

/** Nobody can log in with what the log shows: `token=***`. */
function maskSecrets(text: string, request: Request | undefined): string {
  const credential = (request?.headers.authorization ?? '').replace(/^Bearer +/i, '');
  const own = credential === '' ? text : text.split(credential).join('***');
  return own.replace(NAMED_SECRETS, '$1$2***').replace(BEARER, '$1 ***');
}

const NAMED_SECRETS = /\b(token|access_token|password|secret|key)(["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi;
const BEARER = /\b(Bearer) +\S+/gi;
