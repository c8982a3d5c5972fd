import { HttpError } from './http-error';
import { readBody, readQuery } from './parse';
import { lowerCaseNames, type Reply, toErrorReply, toReply } from './reply';
import { type AnyRoute, type Caller, findRoute, methodsAt, type Request, type Routes } from './route';

/** What the entry file hands to the router; http/ knows nothing of accounts. */
export interface Api {
  routes: readonly Routes[];
  /** Undefined where the request carries no credential. @throws HttpError 401 for an invalid one */
  authenticate(request: Request): Caller | undefined;
  /** Returns the RateLimit headers. @throws HttpError 429 */
  countRequest(caller: Caller): Record<string, string>;
  /** What an error of the folders below means over HTTP; undefined for one that the caller must not see. */
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
    reply = respond(api, request, shared);
  } catch (error) {
    const id = shared['x-request-id'] ?? '';
    const known = error instanceof HttpError ? error : api.toHttpError?.(error);
    if (!known || (known.status >= 500 && !known.details.isKnown))
      api.logError(describeFailure(error, request), id);
    reply = toErrorReply(known ?? internalError(id));
  }
  return { ...reply, headers: lowerCaseNames({ ...shared, ...reply.headers }) };
}

/** `shared` collects the headers that a later error carries as well. */
function respond(api: Api, request: Request, shared: Record<string, string>): Reply {
  if (request.method === 'OPTIONS')
    return { status: 204, headers: { allow: methodsAt(api.routes, request.path) }, body: '' };
  const { route, params } = findRoute(api.routes, request);
  const caller = authorize(api, route, request);
  if (caller) Object.assign(shared, api.countRequest(caller));
  const query = readQuery(route, request);
  const body = readBody(route, request);
  return toReply(route.handle({ params, query, body, caller, request }), { route, request, query });
}

/** The caller, if the route is open to them. @throws HttpError 401 or 403 */
function authorize(api: Api, { access }: AnyRoute, request: Request): Caller | undefined {
  if (access === 'signed') return assertSignable(request);
  if (access === 'public') return findCaller(api, request);
  const caller = api.authenticate(request);
  if (!caller)
    throw new HttpError(
      401,
      'unauthorized',
      'Missing credentials. Send "Authorization: Bearer <API key or session token>".',
    );
  if (access.includes(caller.role)) return caller;
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
