import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { AnyRoute } from './route';

const CONFIG: ConversionConfig = { target: 'draft-2020-12', errorMode: 'ignore' };

/** The components that operations refer to. */
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

/** Every response that a route can give, and no other. */
export function toResponses(route: AnyRoute, { method, path }: { method: string; path: string }): object {
  const { status = 200, response, responseType = 'application/json' } = route;
  const schema = toSchema(response);
  const headers = refsTo('headers', headersOf(route, method, schema));
  const content = status === 204 ? {} : { content: contentOf(responseType, schema) };
  const errors = errorsOf(route, { method, path });
  return {
    [status]: { description: 'Success.', headers, ...content },
    ...(method === 'GET' ? { 304: { description: 'Not modified.', headers } } : {}),
    ...Object.fromEntries(errors.map((error) => [error, toErrorResponse(error, route)])),
  };
}

export function toSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema, ...converted } = toJsonSchema(schema, CONFIG);
  return converted as JsonSchema;
}

export function contentOf(type: string, schema: object): object {
  return { [type]: { schema } };
}

export function refTo(part: keyof typeof SHARED_PARTS, name: string): object {
  return { $ref: `#/components/${part}/${name}` };
}

function refsTo(part: keyof typeof SHARED_PARTS, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, refTo(part, name)]));
}

function headersOf({ access, status }: AnyRoute, method: string, { properties = {} }: JsonSchema): string[] {
  const hasEtag = method === 'GET' || 'version' in properties;
  return [
    'X-Request-Id',
    ...rateLimitHeaders(access),
    ...(hasEtag ? ['ETag'] : []),
    ...('page' in properties ? ['Link'] : []),
    ...(status === 201 ? ['Location'] : []),
  ];
}

/** On a public route they count the requests of a caller who sends a credential all the same. */
function rateLimitHeaders(access: AnyRoute['access']): string[] {
  return access === 'signed' ? [] : ['RateLimit', 'RateLimit-Policy'];
}

function errorsOf(
  { access, body, signedBody, errorStatuses = [] }: AnyRoute,
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
    // Unknown query parameters are refused, except where a provider may add its own.
    ...(access !== 'signed' || signedBody ? [422] : []),
    ...errorStatuses,
  ];
}

/** With the rate limit's headers, since a request counts as soon as its caller is known. */
function toErrorResponse(status: number, { access }: AnyRoute): object {
  const own: Record<number, string[]> = {
    401: ['WWW-Authenticate'],
    429: ['Retry-After'],
    503: ['Retry-After'],
  };
  return {
    description: REASONS[status] ?? 'Error.',
    headers: refsTo('headers', ['X-Request-Id', ...rateLimitHeaders(access), ...(own[status] ?? [])]),
    content: contentOf('application/json', refTo('schemas', 'Error')),
  };
}

function header(description: string): object {
  return { description, schema: { type: 'string' } };
}

function parameter(name: string, description: string): object {
  return { name, description, in: 'header', schema: { type: 'string' } };
}
