import type { Grants } from '../account/grants';
import type { Execution } from '../execution/execution';
import { type Handlers, ServiceError } from '../execution/service';
import { SERVER_ERROR } from '../execution/wording';
import type { RestCalls, RestRequest } from './calls';

/** Parts that every client works on. */
export interface RestParts {
  /** The root of the REST server, which may not be listening yet. */
  google: { url: string | Promise<string>; token: string };
  grants: Grants;
}

interface RestInit {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** Long enough not to appear in content by chance. */
const BOUNDARY = '=_related_6f1c7be2a5d94f0b8c1e';

/** A method of a REST API: its official name, its path, and the scopes of which one is needed. */
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
  context: RestParts,
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

/** The error of an advanced service (facts 5.3). */
export function restFailure({ api }: RestMethod, message: string, details?: RestError): ServiceError {
  const name = 'GoogleJsonResponseException';
  return new ServiceError(`API call to ${api} failed with error: ${message}`, { name, details });
}

async function ask(
  { google, grants }: RestParts,
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

/** A script sees a broken connection as a server error, which says nothing about what happened (facts 6.2). */
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
  const { code, message, errors } = (body as { error: RestError }).error;
  throw restFailure(method, message, { code, message, errors });
}

interface RestError {
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

/** Undefined for truncated JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toUrl(root: string, method: RestMethod, { path, query = {}, media }: RestRequest): URL {
  const values = [...path];
  const filled = method.path.replace(/\{\}/g, () => encodeURIComponent(values.shift() ?? ''));
  const url = new URL((media ? '/upload' : '') + filled, root);
  if (media) url.searchParams.set('uploadType', 'multipart');
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === '') continue;
    for (const one of [value].flat()) url.searchParams.append(name, String(one));
  }
  return url;
}

/** JSON, or `multipart/related` if there is content to upload. */
function toInit({ verb }: RestMethod, { body, media }: RestRequest, token: string): RestInit {
  const headers = { authorization: `Bearer ${token}` };
  if (media) {
    const type = `multipart/related; boundary=${BOUNDARY}`;
    return {
      method: verb,
      headers: { ...headers, 'content-type': type },
      body: toRelated(body ?? {}, media),
    };
  }
  if (!body) return { method: verb, headers };
  return {
    method: verb,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function toRelated(body: object, media: { contentType: string; data: string }): Uint8Array<ArrayBuffer> {
  const head = [
    `--${BOUNDARY}`,
    'Content-Type: application/json; charset=UTF-8',
    '',
    JSON.stringify(body),
    `--${BOUNDARY}`,
    `Content-Type: ${media.contentType}`,
    '',
    '',
  ].join('\r\n');
  const parts = [
    Buffer.from(head),
    Buffer.from(media.data, 'base64'),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ];
  return new Uint8Array(Buffer.concat(parts));
}
