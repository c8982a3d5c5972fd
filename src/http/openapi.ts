import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { type Example, type Guide, meaningOf, NO_GUIDE, parametersOf, toTyped } from './openapi-guide';
import { REASONS, SHARED_PARTS } from './openapi-parts';
import { toPlainSchema, toSchema } from './openapi-schema';
import { type DescribedEvent, EVENTS_TAG, toWebhooks } from './openapi-webhooks';
import type { AnyRoute, Endpoint, Routes } from './route';

const DESCRIPTION = [
  'Desks in Google Sheets. Times are RFC 3339 in UTC; unknown fields are rejected.',
  'Simple clients call the web app directly: its URL with ?path=/v1/...&token=..., as a POST with method=PATCH or',
  'method=DELETE for those methods, with idempotency_key and if_match in place of the headers.',
].join(' ');

/** An operation on its way into the document. */
interface Operation {
  route: AnyRoute;
  method: string;
  /** `/v1/leads/{id}` */
  path: string;
  tag: string;
  guide: Guide;
  example: Example | undefined;
}

/** The OpenAPI 3.1 document, from the declarations of the routes. The build makes it. */
export function toDocument(
  routes: readonly Routes[],
  guide: Guide = NO_GUIDE,
  events: readonly DescribedEvent[] = [],
): object {
  const operations = routes
    .flatMap((table) => Object.entries(table))
    .map(([endpoint, route]) => toOperation(endpoint as Endpoint, route, guide));
  const used = new Set([...operations.map(({ tag }) => tag), ...(events.length > 0 ? [EVENTS_TAG] : [])]);
  const tags = [...used].filter((tag) => tag in guide.tags);
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
    tags: tags.map((name) => ({ name, description: guide.tags[name] })),
    paths: toPaths(operations),
    webhooks: toWebhooks(events, guide),
    components: {
      securitySchemes: {
        credential: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or the token of a session or a device.',
        },
      },
      ...SHARED_PARTS,
    },
  };
}

function toPaths(operations: readonly Operation[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(operation) };
  }
  return paths;
}

function toOperation(endpoint: Endpoint, route: AnyRoute, guide: Guide): Operation {
  const [method = '', path = ''] = endpoint.replace(/:(\w+)/g, '{$1}').split(' ');
  const tag = guide.tagOf(resourceOf(path));
  return { route, method, path, tag, guide, example: guide.examples[endpoint] };
}

function resourceOf(path: string): string {
  return path.replace(/^\/(v1\/)?/, '');
}

/** `PATCH /v1/leads/{id}` has the tag leads and the operation ID patchLeadsById. */
function describeOperation(operation: Operation): object {
  const { route, method, path, tag, guide } = operation;
  const { summary, access } = route;
  const words = resourceOf(path).replace(/\{/g, 'by-').match(/\w+/g) ?? [];
  const capitalized = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    tags: [tag],
    operationId: [method.toLowerCase(), ...capitalized].join(''),
    summary,
    ...(typeof access === 'string' ? { security: [] } : {}),
    description: `${toDescription(access)} ${guide.labelOf(path)}`.trim(),
    parameters: toParameters(operation),
    ...toRequestBody(operation),
    responses: toResponses(operation),
  };
}

function toRequestBody(operation: Operation): object {
  const { route, example } = operation;
  const { body, describedBody = body, fromCsv, signedBody } = route;
  const { type, schema } = signedBody ?? { type: 'application/json', schema: describedBody };
  if (!schema) return {};
  const csv = { 'text/csv': { schema: { type: 'string' }, ...exampleOf(example?.csv) } };
  const own = { [type]: { schema: toSchema(schema, operation), ...exampleOf(example?.body) } };
  return { requestBody: { required: true, content: { ...own, ...(fromCsv ? csv : {}) } } };
}

function exampleOf(value: unknown): { example?: unknown } {
  return value === undefined ? {} : { example: value };
}

function toDescription(access: AnyRoute['access']): string {
  if (access === 'public') return 'Public. No credentials are required.';
  if (access === 'signed')
    return 'Called by a provider, which signs its requests. Not available as a plain call.';
  return `Required role: ${access.join(' or ')}.`;
}

/** Of the path, of the query, then headers. */
function toParameters(operation: Operation): object[] {
  const { route, method, path, tag, guide, example } = operation;
  const { query, idempotent, signedBody } = route;
  const examples = example ? parametersOf(example.url, path) : {};
  const toParameter = (name: string, place: string, schema: JsonSchema, required: boolean) => {
    const description = meaningOf(guide, tag, name);
    return {
      name,
      in: place,
      required,
      ...(description === undefined ? {} : { description }),
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
      schema,
      ...(name in examples ? { example: toTyped(examples[name] ?? '', schema) } : {}),
    };
  };
  const { properties = {}, required = [] }: JsonSchema = query ? toQuerySchema(query) : {};
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const headers = method === 'GET' ? ['If-None-Match'] : [];
  if (method !== 'GET' && idempotent) headers.push('Idempotency-Key');
  if (method !== 'GET' && method !== 'POST') headers.push('If-Match');
  const { signatures = [] } = signedBody ?? {};
  return [
    ...names.map((name) => toParameter(name, 'path', { type: 'string' }, true)),
    ...Object.entries(properties).map(([name, schema]) =>
      toParameter(name, 'query', schema as JsonSchema, required.includes(name)),
    ),
    ...headers.map((name) => refTo('parameters', name)),
    ...signatures.map((name) => ({
      name,
      in: 'header',
      required: signatures.length === 1,
      description: 'The signature over the raw body.',
      schema: { type: 'string' },
    })),
  ];
}

/**
 * Defaults in a query are text, like everything there, but are documented as what they stand for. So is a list, whichever
 * way it was given.
 */
function toQuerySchema(schema: v.GenericSchema): JsonSchema {
  const { properties = {}, ...others } = toPlainSchema(schema);
  const typed = Object.entries(properties).map(([name, declared]) => {
    const { default: text, anyOf, ...others } = declared as JsonSchema;
    const parameter = anyOf && others.type === undefined ? { ...others, anyOf } : others;
    return [
      name,
      text === undefined ? parameter : { ...parameter, default: toTyped(String(text), parameter) },
    ];
  });
  return { ...others, properties: Object.fromEntries(typed) };
}

/** Every response that a route can give, and no other. */
function toResponses(operation: Operation): object {
  const { route, method, example } = operation;
  const { status = 200, response, responseType = 'application/json', csvColumns } = route;
  const schema = toSchema(response, operation);
  const headers = refsTo('headers', headersOf(route, method, schema));
  const csv = csvColumns ? { 'text/csv': { schema: { type: 'string' } } } : {};
  const content = { [responseType]: { schema, ...exampleOf(example?.response) }, ...csv };
  return {
    [status]: { description: 'Success.', headers, ...(status === 204 ? {} : { content }) },
    ...(method === 'GET' ? { 304: { description: 'Not modified.', headers } } : {}),
    ...Object.fromEntries(errorsOf(operation).map((error) => [error, toErrorResponse(error, route)])),
  };
}

function refTo(part: keyof typeof SHARED_PARTS, name: string): object {
  return { $ref: `#/components/${part}/${name}` };
}

function refsTo(part: keyof typeof SHARED_PARTS, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, refTo(part, name)]));
}

function headersOf(
  { access, status, hasLinks, csvColumns }: AnyRoute,
  method: string,
  { properties = {} }: JsonSchema,
): string[] {
  const hasEtag = method === 'GET' || 'version' in properties;
  return [
    'X-Request-Id',
    ...rateLimitHeaders(access),
    ...(hasEtag ? ['ETag'] : []),
    ...(hasLinks || 'page' in properties ? ['Link'] : []),
    ...(csvColumns ? ['X-Total-Count'] : []),
    ...(status === 201 ? ['Location'] : []),
  ];
}

/** On a public route they count the requests of a caller who sends a credential all the same. */
function rateLimitHeaders(access: AnyRoute['access']): string[] {
  return access === 'signed' ? [] : ['RateLimit', 'RateLimit-Policy'];
}

function errorsOf({ route, method, path }: Operation): number[] {
  const { access, signedBody, errorStatuses = [] } = route;
  return [
    ...[400, 500, 503],
    ...(access === 'public' ? [] : [401]),
    ...(typeof access === 'string' ? [] : [403]),
    ...(access === 'signed' ? [] : [429]),
    ...(path.includes('{') ? [404] : []),
    ...(method === 'PATCH' || method === 'DELETE' ? [412] : []),
    ...(method === 'GET' ? [] : [413, 415]),
    // Unknown query parameters are refused, except where a provider may add its own.
    ...(access !== 'signed' || signedBody ? [422] : []),
    ...errorStatuses,
  ];
}

/** With the rate limit's headers, since a request counts as soon as its caller is known. */
function toErrorResponse(status: number, { access }: AnyRoute): object {
  const own: Record<number, string[]> = {
    401: ['WWW-Authenticate'],
    409: ['Retry-After'],
    429: ['Retry-After'],
    503: ['Retry-After', 'Location'],
  };
  return {
    description: REASONS[status] ?? 'Error.',
    headers: refsTo('headers', ['X-Request-Id', ...rateLimitHeaders(access), ...(own[status] ?? [])]),
    content: { 'application/json': { schema: refTo('schemas', 'Error') } },
  };
}
