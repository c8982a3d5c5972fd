import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { AnyRoute, Routes } from './route';

const CONFIG: ConversionConfig = { target: 'draft-2020-12', errorMode: 'ignore' };

/** The components that operations refer to. */
const SHARED_PARTS = {
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

const DESCRIPTION = [
  'Desks in Google Sheets. Times are RFC 3339 in UTC; unknown fields are rejected.',
  'Simple clients call the web app directly: its URL with ?path=/v1/...&token=..., as a POST with method=PATCH or',
  'method=DELETE for those methods, with idempotency_key and if_match in place of the headers.',
].join(' ');

/** The OpenAPI 3.1 document, from the declarations of the routes. The build makes it. */
export function toDocument(routes: readonly Routes[]): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sheetdesk',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ credential: [] }],
    paths: toPaths(routes),
    components: {
      securitySchemes: {
        credential: { type: 'http', scheme: 'bearer', description: 'An API key or a session token.' },
      },
      ...SHARED_PARTS,
    },
  };
}

function toPaths(routes: readonly Routes[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [endpoint, declared] of routes.flatMap((table) => Object.entries(table))) {
    const [method = '', path = ''] = endpoint.replace(/:(\w+)/g, '{$1}').split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOperation(declared, method, path) };
  }
  return paths;
}

/** `PATCH /v1/leads/{id}` has the tag leads and the operation ID patchLeadsById. */
function toOperation(route: AnyRoute, method: string, path: string): object {
  const { summary, access, body, signedBody } = route;
  const resource = path.replace(/^\/(v1\/)?/, '');
  const words = resource.replace(/\{/g, 'by-').match(/\w+/g) ?? [];
  const capitalized = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const { type, schema } = signedBody ?? { type: 'application/json', schema: body };
  return {
    tags: [resource.replace(/\W.*$/, '')],
    operationId: [method.toLowerCase(), ...capitalized].join(''),
    summary,
    ...(typeof access === 'string' ? { security: [] } : {}),
    description: toDescription(access),
    parameters: toParameters(route, method, path),
    ...(schema ? { requestBody: { required: true, content: { [type]: { schema: toSchema(schema) } } } } : {}),
    responses: toResponses(route, { method, path }),
  };
}

function toDescription(access: AnyRoute['access']): string {
  if (access === 'public') return 'Public. No credentials are required.';
  if (access === 'signed') return 'For a provider, which signs its requests. Not available as a plain call.';
  return `Required role: ${access.join(' or ')}.`;
}

/** Of the path, of the query, then headers. */
function toParameters({ query, idempotent, signedBody }: AnyRoute, method: string, path: string): object[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const inPath = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const headers = method === 'GET' ? ['If-None-Match'] : [];
  if (method !== 'GET' && idempotent) headers.push('Idempotency-Key');
  if (method !== 'GET' && method !== 'POST') headers.push('If-Match');
  const signature = {
    name: signedBody?.signature,
    in: 'header',
    required: true,
    description: 'The signature over the raw body.',
    schema: { type: 'string' },
  };
  return [
    ...inPath,
    ...(query ? inQuery(toSchema(query)) : []),
    ...headers.map((name) => refTo('parameters', name)),
    ...(signedBody ? [signature] : []),
  ];
}

/** Defaults in a query are text, like everything there, but are documented as the number that they stand for. */
function inQuery({ properties = {}, required = [] }: JsonSchema): object[] {
  return Object.entries(properties).map(([name, declared]) => {
    const schema = typeof declared === 'object' ? { ...declared } : declared;
    if (
      typeof schema === 'object' &&
      schema.default !== undefined &&
      /integer|number/.test(String(schema.type))
    )
      schema.default = Number(schema.default);
    return { name, in: 'query', required: required.includes(name), schema };
  });
}

/** Every response that a route can give, and no other. */
function toResponses(route: AnyRoute, { method, path }: { method: string; path: string }): object {
  const { status = 200, response, responseType = 'application/json' } = route;
  const schema = toSchema(response);
  const headers = refsTo('headers', headersOf(route, method, schema));
  const content = status === 204 ? {} : { content: { [responseType]: { schema } } };
  const errors = errorsOf(route, { method, path });
  return {
    [status]: { description: 'Success.', headers, ...content },
    ...(method === 'GET' ? { 304: { description: 'Not modified.', headers } } : {}),
    ...Object.fromEntries(errors.map((error) => [error, toErrorResponse(error, route)])),
  };
}

function toSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema, ...converted } = toJsonSchema(schema, CONFIG);
  return converted as JsonSchema;
}

function refTo(part: keyof typeof SHARED_PARTS, name: string): object {
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
    content: { 'application/json': { schema: refTo('schemas', 'Error') } },
  };
}

function header(description: string): object {
  return { description, schema: { type: 'string' } };
}

function parameter(name: string, description: string): object {
  return { name, description, in: 'header', schema: { type: 'string' } };
}
