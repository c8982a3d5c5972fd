import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { SHARED_PARTS, toResponses } from './openapi-responses';
import type { AnyRoute, Routes } from './route';

const CONFIG: ConversionConfig = { target: 'draft-2020-12', errorMode: 'ignore' };

interface Place {
  method: string;
  path: string;
}

const DESCRIPTION = [
  'Desks in Google Sheets. Times are RFC 3339 in UTC; unknown fields are rejected.',
  'Simple clients call the web app directly: its URL with ?path=/v1/...&token=..., as a POST with method=PATCH or',
  'method=DELETE for those methods, with idempotency_key and if_match in place of the headers.',
].join(' ');

/** The OpenAPI 3.1 document of route tables: nothing in it is written twice. Made by the build. */
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
    const { method, path } = split(endpoint);
    const operation = { tags: [tagOf(endpoint)], ...toOperation(declared, { method, path }) };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return paths;
}

/** `PATCH /v1/leads/:id` as OpenAPI writes it. */
function split(endpoint: string): { method: string; path: string } {
  const [method = '', path = ''] = endpoint.replace(/:(\w+)/g, '{$1}').split(' ');
  return { method, path };
}

/** The first word of the path that says what it is about. */
function tagOf(endpoint: string): string {
  return endpoint.replace(/^\w+ \/(v1\/)?/, '').replace(/\W.*$/, '');
}

/** One route as an OpenAPI operation. */
function toOperation(route: AnyRoute, { method, path }: Place): object {
  const { summary, access, query, signedBody: raw } = route;
  return {
    operationId: toOperationId(method, path),
    summary,
    ...(typeof access === 'string' ? { security: [] } : {}),
    description: toDescription(access),
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => inPath(name ?? '')),
      ...(query ? inQuery(toSchema(query)) : []),
      ...headersTaken(route, method).map((name) => refTo('parameters', name)),
      ...(raw ? [signatureIn(raw.signature)] : []),
    ],
    ...toRequestBody(route),
    responses: toResponses(route, { method, path }),
  };
}

function toRequestBody({ body, signedBody: raw }: AnyRoute): object {
  if (raw) return { requestBody: { required: true, content: contentOf(raw.type, toSchema(raw.schema)) } };
  return body ? { requestBody: { required: true, content: json(toSchema(body)) } } : {};
}

function headersTaken({ idempotent }: AnyRoute, method: string): string[] {
  if (method === 'GET') return ['If-None-Match'];
  return [...(idempotent ? ['Idempotency-Key'] : []), ...(method === 'POST' ? [] : ['If-Match'])];
}

/** `PATCH /v1/leads/{id}` is patchLeadsById. */
function toOperationId(method: string, path: string): string {
  const words = path
    .replace(/^\/(v1\/)?/, '')
    .replace(/\{/g, 'by-')
    .match(/\w+/g);
  return [method.toLowerCase(), ...(words ?? []).map(capitalize)].join('');
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function toDescription(access: AnyRoute['access']): string {
  if (access === 'public') return 'Public. No credentials are required.';
  if (access === 'signed') return 'For a provider, which signs what it sends. Not available as a plain call.';
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

/** What is left out is read from text like everything in a query, but described as what becomes of it. */
function withDefault(schema: JsonSchema): JsonSchema {
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return isNumber && schema.default !== undefined ? { ...schema, default: Number(schema.default) } : schema;
}

export function toSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema, ...converted } = toJsonSchema(schema, CONFIG);
  return converted as JsonSchema;
}

export function json(schema: object): object {
  return contentOf('application/json', schema);
}

export function contentOf(type: string, schema: object): object {
  return { [type]: { schema } };
}

export function refTo(part: keyof typeof SHARED_PARTS, name: string): object {
  return { $ref: `#/components/${part}/${name}` };
}
