import type { ServiceContext } from '../context';
import type { Execution } from '../execution/execution';
import { type Handlers, ServiceError } from '../execution/service';
import { SERVER_ERROR } from '../execution/wording';
import type { RestCalls, RestRequest } from './calls';
import { type RestInit, toInit, toUrl } from './rest-request';

/** A method of a REST API: its official name, where it is, and which scopes let one in (any one of them). */
export interface RestMethod {
  api: string;
  verb: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Each `{}` takes the next value. */
  path: string;
  scopes: readonly string[];
}

/**
 * Handlers of an advanced service: each call is one request to Google's REST API, which is on loopback here.
 * `before` may refuse a call.
 */
export function restHandlers<M extends string>(
  context: ServiceContext,
  methods: Record<M, RestMethod>,
  before: (execution: Execution, name: M) => void = () => {},
): Handlers<RestCalls<M>> {
  const handlers = Object.entries<RestMethod>(methods).map(([name, method]) => [
    name,
    (execution: Execution, request: RestRequest) => {
      before(execution, name as M);
      return ask(context, execution, method, request);
    },
  ]);
  return Object.fromEntries(handlers) as Handlers<RestCalls<M>>;
}

/** In the form of facts 5.3. */
export function restFailure({ api }: RestMethod, message: string, details?: GoogleFailure): ServiceError {
  const name = 'GoogleJsonResponseException';
  return new ServiceError(`API call to ${api} failed with error: ${message}`, { name, details });
}

async function ask(
  { google, grants }: ServiceContext,
  execution: Execution,
  method: RestMethod,
  request: RestRequest,
): Promise<unknown> {
  if (!grants.allows(execution, method.scopes)) throw insufficient(method);
  const init = toInit(method, request, google.token);
  const answer = await exchange(toUrl(await google.url, method, request), init);
  execution.meter({ bytes: answer.text.length + (init.body?.length ?? 0) });
  return read(method, answer);
}

/** A connection that breaks is a server error to a script; it says nothing of what happened (facts 6.2 has the like). */
async function exchange(url: URL, init: RestInit): Promise<{ ok: boolean; status: number; text: string }> {
  try {
    const response = await fetch(url, init);
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch {
    throw new ServiceError(SERVER_ERROR);
  }
}

function read(
  method: RestMethod,
  { ok, status, text }: { ok: boolean; status: number; text: string },
): unknown {
  if (status === 204) return null;
  const body = parse(text);
  if (ok && body !== undefined) return body;
  if (body === undefined) throw restFailure(method, 'Empty response');
  const { code, message, errors } = (body as { error: GoogleFailure }).error;
  throw restFailure(method, message, { code, message, errors });
}

interface GoogleFailure {
  code: number;
  message: string;
  errors: { message: string; domain: string; reason: string }[];
}

function insufficient(method: RestMethod): ServiceError {
  const message = 'Request had insufficient authentication scopes.';
  const errors = [
    { message: 'Insufficient Permission', domain: 'global', reason: 'insufficientPermissions' },
  ];
  return restFailure(method, message, { code: 403, message, errors });
}

/** Undefined for an answer that is not whole. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
