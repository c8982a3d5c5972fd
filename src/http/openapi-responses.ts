import type { JsonSchema } from '@valibot/to-json-schema';
import { contentOf, json, refTo, toSchema } from './openapi';
import type { AnyRoute } from './route';

/** What operations refer to. */
export const SHARED_PARTS = {
  schemas: {
    Error: {
      type: 'object',
      required: ['error'],
      properties: {
        error: {
          type: 'object',
          required: ['status', 'code', 'message'],
          properties: {
            status: {
              type: 'integer',
              description: 'The HTTP status, for clients that cannot see the status line.',
            },
            code: { type: 'string', examples: ['invalid_request'] },
            message: { type: 'string' },
            param: { type: 'string', description: 'The field, parameter or header that is invalid.' },
            retryAfter: { type: 'number', description: 'Seconds to wait before retrying.' },
          },
        },
      },
    },
  },
  headers: {
    'X-Request-Id': header('Identifies the request in the log.'),
    ETag: header('The version of the resource, for If-Match and If-None-Match.'),
    Link: header('Links to the first, previous, next and last page.'),
    RateLimit: header('The requests that are left, and the seconds until there are more.'),
    'RateLimit-Policy': header('The limit: requests per window, and the window in seconds.'),
    'Retry-After': header('Seconds to wait before retrying.'),
    Location: header('The path of the created resource, if it has one.'),
    'WWW-Authenticate': header('The authentication scheme to use.'),
  },
  parameters: {
    'Idempotency-Key': parameter(
      'Idempotency-Key',
      'A request that repeats this key and its body gets the first response again.',
    ),
    'If-Match': parameter('If-Match', 'An ETag. If the resource has changed since, the response is 412.'),
    'If-None-Match': parameter(
      'If-None-Match',
      'An ETag. If the resource has not changed since, the response is 304.',
    ),
  },
};

const REASONS: Record<number, string> = {
  400: 'The request is malformed.',
  401: 'Missing or invalid credentials or signature.',
  403: 'The role cannot do this.',
  404: 'The resource does not exist.',
  409: 'Conflicts with the current state.',
  412: 'The resource has changed since the version in If-Match.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'A field or parameter is invalid; `param` names it.',
  429: 'Too many requests.',
  500: 'Internal error.',
  503: 'The sheet is not available. Retry later.',
};

/** What a route may answer: nothing that cannot happen, and all that can. */
export function toResponses(route: AnyRoute, { method, path }: { method: string; path: string }): object {
  const { status = 200, response: answer, responseType: answerType = 'application/json' } = route;
  const schema = toSchema(answer);
  const sent = headers(headersOf(route, method, schema));
  const content = status === 204 ? {} : { content: contentOf(answerType, schema) };
  const errors = errorsOf(route, { method, path });
  return {
    [status]: { description: 'Success.', headers: sent, ...content },
    ...(method === 'GET' ? { 304: { description: 'Not modified.', headers: sent } } : {}),
    ...Object.fromEntries(errors.map((one) => [one, toError(one, route)])),
  };
}

function headersOf({ access, status }: AnyRoute, method: string, { properties = {} }: JsonSchema): string[] {
  const hasTag = method === 'GET' || 'version' in properties;
  return [
    'X-Request-Id',
    ...limited(access),
    ...(hasTag ? ['ETag'] : []),
    ...('page' in properties ? ['Link'] : []),
    ...(status === 201 ? ['Location'] : []),
  ];
}

/** Who needs no credential is counted all the same by the one that he carries. */
function limited(access: AnyRoute['access']): string[] {
  return access === 'signed' ? [] : ['RateLimit', 'RateLimit-Policy'];
}

function errorsOf(
  { access, body, signedBody: raw, errorStatuses: refusals = [] }: AnyRoute,
  { method, path }: { method: string; path: string },
): number[] {
  return [
    ...[400, 500, 503],
    ...(access === 'public' ? [] : [401]),
    ...(typeof access === 'string' ? [] : [403]),
    ...(access === 'signed' ? [] : [429]),
    ...(path.includes('{') ? [404] : []),
    ...(method === 'PATCH' || method === 'DELETE' ? [412] : []),
    ...(method === 'GET' ? [] : [413]),
    ...(body ? [415] : []),
    // Where no parameter is known, every one is refused; only providers may add their own.
    ...(access !== 'signed' || raw ? [422] : []),
    ...refusals,
  ];
}

/** A request is counted once it is known whose it is. */
function toError(status: number, { access }: AnyRoute): object {
  const own: Record<number, string[]> = {
    401: ['WWW-Authenticate'],
    429: ['Retry-After'],
    503: ['Retry-After'],
  };
  return {
    description: REASONS[status] ?? 'Error.',
    headers: headers(['X-Request-Id', ...limited(access), ...(own[status] ?? [])]),
    content: json(refTo('schemas', 'Error')),
  };
}

function headers(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));
}

function header(description: string): object {
  return { description, schema: { type: 'string' } };
}

function parameter(name: string, description: string): object {
  return { name, description, in: 'header', schema: { type: 'string' } };
}
