import type { JsonSchema } from '@valibot/to-json-schema';
import { type Operation, toParameters } from './openapi-parameters';
import { REASONS, refTo, SHARED_PARTS, withoutUndefined } from './openapi-parts';
import { collectFields, toShown } from './openapi-schema';
import { type DescribedEvent, EVENTS_TAG, toWebhooks } from './openapi-webhooks';
import type { AnyRoute, Endpoint, Routes } from './route';

const DESCRIPTION = [
  'Desks in Google Sheets. Times are RFC 3339 in UTC; unknown fields are rejected.',
  'Simple clients call the web app directly: its URL with ?path=/v1/...&token=..., as a POST with method=PATCH or',
  'method=DELETE for those methods, with idempotency_key and if_match in place of the headers.',
].join(' ');

/** Texts of the document beyond the declarations of the routes. */
export interface Guide {
  /** The name that people read and the purpose of the operations of each tag, in the order of the document. */
  tags: Readonly<Record<string, readonly [name: string, purpose: string]>>;
  /** The tag of an operation, by the words of its path: `leads/{id}`. */
  tagOf(resource: string): string;
  /** The interface that an operation belongs to, by its path. */
  labelOf(path: string): string;
}

/** Guide of an API that says no more than its routes declare. */
const NO_GUIDE: Guide = { tags: {}, tagOf: firstWord, labelOf: () => '' };

/** An operation on its way into the document. */
interface KnownOperation extends Operation {
  guide: Guide;
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
  const fields = collectFields([...operations.flatMap(schemasOf), ...events]);
  const used = new Set([...operations.map(({ tag }) => tag), ...(events.length > 0 ? [EVENTS_TAG] : [])]);
  const tags = Object.entries(guide.tags).filter(([tag]) => used.has(tag));
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
    tags: tags.map(([name, [title, description]]) => ({ name, 'x-displayName': title, description })),
    paths: toPaths(operations.map((operation) => ({ ...operation, fields }))),
    webhooks: toWebhooks(events, fields),
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

function toPaths(operations: readonly KnownOperation[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(operation) };
  }
  return paths;
}

function toOperation(endpoint: Endpoint, route: AnyRoute, guide: Guide): Omit<KnownOperation, 'fields'> {
  const [method = '', path = ''] = endpoint.replace(/:(\w+)/g, '{$1}').split(' ');
  const tag = guide.tagOf(resourceOf(path));
  return { route, method, path, tag, guide };
}

function schemasOf({
  tag,
  route: { response, otherResponses = {}, query, ...route },
}: Pick<Operation, 'tag' | 'route'>) {
  const { schema } = bodyOf(route);
  return [response, ...Object.values(otherResponses), schema, query].flatMap((one) =>
    one ? [{ tag, schema: one }] : [],
  );
}

function bodyOf({ body, describedBody = body, signedBody }: Omit<AnyRoute, 'response' | 'query'>) {
  return signedBody ?? { type: 'application/json', schema: describedBody };
}

export function firstWord(resource: string): string {
  return resource.replace(/[^\w-].*$/, '');
}

function resourceOf(path: string): string {
  return path.replace(/^\/(v1\/)?/, '');
}

/** `PATCH /v1/leads/{id}` has the tag leads and the operation ID patchLeadsById. */
function describeOperation(operation: KnownOperation): object {
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

function toRequestBody(operation: KnownOperation): object {
  const { type, schema } = bodyOf(operation.route);
  if (!schema) return {};
  const own = toShown(schema, operation);
  if (operation.route.bodyTypes) {
    const shown = withoutUndefined(own);
    const byType = operation.route.bodyTypes.map((one) => [one, shown]);
    return { requestBody: { required: true, content: Object.fromEntries(byType) } };
  }
  const content = {
    [type]: withoutUndefined(own),
    ...(operation.route.fromCsv && {
      'text/csv': { schema: { type: 'string' }, example: toCsvBody(own.example) },
    }),
  };
  return { requestBody: { required: true, content } };
}

/** The rows of a JSON body, with the columns of the first. */
function toCsvBody(body: unknown): string {
  const [rows = []] = Object.values(body as Record<string, Record<string, unknown>[]>);
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((name) => row[name] ?? ''));
  return [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function toDescription(access: AnyRoute['access']): string {
  if (access === 'public') return 'Public. No credentials are required.';
  if (access === 'signed')
    return 'Called by a provider, which signs its requests. Not available as a plain call.';
  return `Required role: ${access.join(' or ')}.`;
}

/** Every response that a route can give, and no other. */
function toResponses(operation: KnownOperation): object {
  const { route, method } = operation;
  const {
    status = 200,
    otherResponses = {},
    response,
    responseType = 'application/json',
    csvColumns,
  } = route;
  const shown = toShown(response, operation);
  const example = method === 'PATCH' ? withPatch(shown.example, operation) : shown.example;
  const headers = headersNamed(headersOf(route, method, shown.schema));
  const csv = csvColumns ? { 'text/csv': { schema: { type: 'string' } } } : {};
  const content = { [responseType]: withoutUndefined({ ...shown, example }), ...csv };
  return {
    [status]: { description: 'Success.', headers, ...(status === 204 ? {} : { content }) },
    ...Object.fromEntries(
      Object.entries(otherResponses).map(([other, schema]) => {
        const named = { ...headers, ...headersNamed(['Location']) };
        const description = other === '201' ? 'Created.' : 'Merged into another one.';
        const own = { 'application/json': withoutUndefined(toShown(schema, operation)) };
        return [other, { description, headers: named, content: own }];
      }),
    ),
    ...(method === 'GET' ? { 304: { description: 'Not modified.', headers } } : {}),
    ...Object.fromEntries(errorsOf(operation).map((error) => [error, toErrorResponse(error, route)])),
  };
}

/** The example of a response has what that of the request patches. */
function withPatch(example: unknown, operation: KnownOperation): unknown {
  const { schema } = bodyOf(operation.route);
  const patch = schema && toShown(schema, operation).example;
  return typeof example === 'object' ? { ...example, ...(patch as object | undefined) } : example;
}

function headersNamed(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));
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

/** A public route counts the requests of a caller who sends a credential all the same. */
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
    ...(method === 'GET' || method === 'POST' ? [] : [412]),
    ...(method === 'GET' ? [] : [413, 415]),
    // Unknown query parameters are refused, except where a provider may add its own.
    ...(access !== 'signed' || signedBody ? [422] : []),
    ...errorStatuses,
  ];
}

/** An error has the rate limit's headers, since a request counts as soon as its caller is known. */
function toErrorResponse(status: number, { access }: AnyRoute): object {
  const own: Record<number, string[]> = {
    401: ['WWW-Authenticate'],
    409: ['Retry-After'],
    429: ['Retry-After'],
    503: ['Retry-After', 'Location'],
  };
  return {
    description: REASONS[status] ?? 'Error.',
    headers: headersNamed(['X-Request-Id', ...rateLimitHeaders(access), ...(own[status] ?? [])]),
    content: { 'application/json': { schema: refTo('schemas', 'Error') } },
  };
}
