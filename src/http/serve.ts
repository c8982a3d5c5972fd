import { findRoute, methodsAt } from './find-route';
import { HttpError } from './http-error';

import { parse, readBody, unknownField } from './parse';
import { lowerCaseNames, toErrorReply, toReply } from './reply';
import type { AnyRoute, Caller, Request, Routes } from './route';

const NAMED = /\b(token|access_token|password|secret|key)(["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi;

const BEARER = /\b(Bearer) +\S+/gi;

const MISSING = 'Missing credentials. Send "Authorization: Bearer <API key or session token>".';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What the entry file hands to the router; http/ knows nothing of accounts. */
export interface Api {
  routes: readonly Routes[];
  /** Throws an HttpError 401 for a credential that is none; undefined where the request carries none. */
  authenticate(request: Request): Caller | undefined;
  /** Counts the request; throws an HttpError 429. Answers the RateLimit fields. */
  countRequest(caller: Caller): Record<string, string>;
  /** What an error of the folders below means to a caller; undefined where he may not know. */
  toHttpError?(error: unknown): HttpError | undefined;
  /** Keeps what a request has failed by, where that is not its caller's doing, under the id that the caller is told. */
  logError(words: string, requestId: string): void;
}

/** The one road of every request, whichever way it came; it never throws. */
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
    if (!known || known.status >= 500) api.logError(describeFailure(error, request), id);
    reply = toErrorReply(known ?? internalError(id));
  }
  return { ...reply, headers: lowerCaseNames({ ...shared, ...reply.headers }) };
}

/** `shared` takes what an error further on is to carry too. */
function respond(api: Api, request: Request, shared: Record<string, string>): Reply {
  if (request.method === 'OPTIONS') return toOptionsReply(api, request);
  const { route, params } = findRoute(api.routes, request);
  const caller = authorize(api, route, request);
  if (caller) Object.assign(shared, api.countRequest(caller));
  const query = readQuery(route, request);
  const body = readBody(route, request);
  return toReply(route.handle({ params, query, body, caller, request }), { route, request, query });
}

/** What a path takes is no secret: the document tells it too. */
function toOptionsReply({ routes }: Api, { path }: Request): Reply {
  return { status: 204, headers: { allow: methodsAt(routes, path) }, body: '' };
}

/** Providers add parameters of their own to the address of a webhook: its handler finds them in the request. */
function readQuery({ query: schema, access }: AnyRoute, { query }: Request): unknown {
  if (schema) return parse(schema, query);
  const [unknown] = Object.keys(query);
  if (unknown !== undefined && access !== 'signed') throw unknownField(unknown);
  return undefined;
}

/** What was asked and what came of it, without secrets; whatever ids a path names, the words stay the same. */
function describeFailure(error: unknown, request: Request | undefined): string {
  const asked = request
    ? `${request.method} ${request.path.replace(IDS, '/*')}`
    : 'a request that cannot be read';
  const cause = error instanceof HttpError ? (error.details.cause ?? error) : error;
  const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return maskSecrets(`${asked}: ${stack}`, request);
}

/** All parts of a path that have a digit, but for the version of the interface. */
const IDS = /\/(?!v1\/)[^/]*\d[^/]*/g;

/** The log knows what happened, the caller under which id. */
function internalError(id: string): HttpError {
  return new HttpError(500, 'internal_error', `Internal error. Quote request ID ${id} when you report it.`);
}

/** Who calls, if he may. @throws HttpError 401 or 403 */
function authorize(api: Api, { access }: AnyRoute, request: Request): Caller | undefined {
  if (access === 'signed') return assertSignable(request);
  if (access === 'public') return findCaller(api, request);
  const caller = api.authenticate(request);
  if (!caller) throw new HttpError(401, 'unauthorized', MISSING);
  if (access.includes(caller.role)) return caller;
  const message = `The role ${caller.role} cannot do this. Required: ${access.join(' or ')}.`;
  throw new HttpError(403, 'forbidden', message);
}

/** A signature comes in a header, and a web app is shown none. */
function assertSignable({ transport: way }: Request): undefined {
  if (way === 'envelope') return undefined;
  throw new HttpError(
    401,
    'signature_unavailable',
    'A plain call cannot carry a signature. Send it through the gateway.',
  );
}

/** Where nobody needs a credential, one that has expired is no obstacle: it may be on its way to a login. */
function findCaller(api: Api, request: Request): Caller | undefined {
  try {
    return api.authenticate(request);
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) return undefined;
    throw error;
  }
}

/** A text for the log, without what somebody could log in with: `token=***`. */
function maskSecrets(text: string, request: Request | undefined): string {
  const credential = (request?.headers.authorization ?? '').replace(/^Bearer +/i, '');
  const own = credential === '' ? text : text.split(credential).join('***');
  return own.replace(NAMED, '$1$2***').replace(BEARER, '$1 ***');
}
