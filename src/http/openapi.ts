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

function toOperation(route: AnyRoute, method: string, path: string): object {
  const { summary, access, query, signedBody } = route;
  return {
    tags: [tagOf(path)],
    operationId: toOperationId(method, path),
    summary,
    ...(typeof access === 'string' ? { security: [] } : {}),
    description: toDescription(access),
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => inPath(name ?? '')),
      ...(query ? inQuery(toSchema(query)) : []),
      ...headersTaken(route, method).map((name) => refTo('parameters', name)),
      ...(signedBody ? [signatureIn(signedBody.signature)] : []),
    ],
    ...toRequestBody(route),
    responses: toResponses(route, { method, path }),
  };
}

/** `leads` of `/v1/leads/{id}`. */
function tagOf(path: string): string {
  return path.replace(/^\/(v1\/)?/, '').replace(/\W.*$/, '');
}

function toRequestBody({ body, signedBody }: AnyRoute): object {
  const { type, schema } = signedBody ?? { type: 'application/json', schema: body };
  return schema ? { requestBody: { required: true, content: contentOf(type, toSchema(schema)) } } : {};
}

function headersTaken({ idempotent }: AnyRoute, method: string): string[] {
  if (method === 'GET') return ['If-None-Match'];
  return [...(idempotent ? ['Idempotency-Key'] : []), ...(method === 'POST' ? [] : ['If-Match'])];
}

/** `PATCH /v1/leads/{id}` is patchLeadsById. */
function toOperationId(method: string, path: string): string {
  const segments = path
    .replace(/^\/(v1\/)?/, '')
    .replace(/\{/g, 'by-')
    .match(/\w+/g);
  return [
    method.toLowerCase(),
    ...(segments ?? []).map((one) => one.charAt(0).toUpperCase() + one.slice(1)),
  ].join('');
}

function toDescription(access: AnyRoute['access']): string {
  if (access === 'public') return 'Public. No credentials are required.';
  if (access === 'signed') return 'For a provider, which signs its requests. Not available as a plain call.';
  return `Required role: ${access.join(' or ')}.`;
}

function inPath(name: string): object {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function signatureIn(name: string): object {
  const description = 'The signature over the raw body.';
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}

function inQuery({ properties = {}, required = [] }: JsonSchema): object[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: typeof schema === 'object' ? withDefault(schema) : schema,
  }));
}

/** Defaults in a query are text, like everything there, but are documented as the number that they stand for. */
function withDefault(schema: JsonSchema): JsonSchema {
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return isNumber && schema.default !== undefined ? { ...schema, default: Number(schema.default) } : schema;
}
