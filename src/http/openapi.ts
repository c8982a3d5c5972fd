import type { JsonSchema } from '@valibot/to-json-schema';
import { contentOf, refTo, SHARED_PARTS, toResponses, toSchema } from './openapi-responses';
import type { AnyRoute, Routes } from './route';

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
    ...(schema ? { requestBody: { required: true, content: contentOf(type, toSchema(schema)) } } : {}),
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
