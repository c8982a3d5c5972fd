import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { REASONS, type SHARED_PARTS } from './openapi-parts';
import type { AnyRoute } from './route';

interface Place {
  method: string;
  path: string;
}

/** One route as an OpenAPI operation. */
export function toOperation(route: AnyRoute, { method, path }: Place): object {
  const { summary, access, query, body } = route;
  return {
    operationId: toOperationId(method, path),
    summary,
    ...(typeof access === 'string' ? { security: [] } : {}),
    description: toDescription(access),
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => inPath(name ?? '')),
      ...(query ? inQuery(toSchema(query)) : []),
      ...headersTaken(route, method).map((name) => refTo('parameters', name)),
    ],
    ...(body ? { requestBody: { required: true, content: json(toSchema(body)) } } : {}),
    responses: toResponses(route, { method, path }),
  };
}

function toResponses(route: AnyRoute, { method, path }: Place): object {
  const { status = 200, answer, answerType = 'application/json' } = route;
  const names = ['X-Request-Id', 'ETag', ...(Array.isArray(route.access) ? LIMITED : [])];
  const paged = 'page' in (toSchema(answer).properties ?? {}) ? ['Link'] : [];
  const good = {
    description: 'Done.',
    headers: headers([...names, ...paged]),
    ...(status === 204 ? {} : { content: contentOf(answerType, toSchema(answer)) }),
  };
  const statuses = errorsOf(route, { method, path });
  const errors = statuses.map((one): [string, object] => [String(one), toError(one)]);
  const same = method === 'GET' ? { 304: { description: 'Nothing has changed.' } } : {};
  return { [status]: good, ...same, ...Object.fromEntries(errors) };
}

const LIMITED = ['RateLimit', 'RateLimit-Policy'];

function errorsOf(
  { access, body, query, idempotent, refusals = [] }: AnyRoute,
  { method, path }: Place,
): number[] {
  const changes = method === 'PATCH' || method === 'DELETE';
  return [
    ...[400, 500, 503],
    ...(access === 'public' ? [] : [401]),
    ...(typeof access === 'string' ? [] : [403, 429]),
    ...(path.includes('{') ? [404] : []),
    ...(changes ? [412] : []),
    ...(body ? [413, 415, 422] : []),
    ...(query && !body ? [422] : []),
    ...(idempotent ? [409] : []),
    ...refusals,
  ];
}

function toError(status: number): object {
  return {
    description: REASONS[status] ?? 'An error.',
    headers: headers(['X-Request-Id', ...(status === 429 || status === 503 ? ['Retry-After'] : [])]),
    content: json(refTo('schemas', 'Error')),
  };
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
  if (access === 'public') return 'Open to anybody.';
  if (access === 'signed') return 'For a provider that signs what it sends; not by plain call.';
  return `For ${access.join(', ')}.`;
}

const CONFIG: ConversionConfig = { target: 'draft-2020-12', errorMode: 'ignore' };

function toSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema, ...converted } = toJsonSchema(schema, CONFIG);
  return converted as JsonSchema;
}

function inPath(name: string): object {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
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

function headers(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));
}

function json(schema: object): object {
  return contentOf('application/json', schema);
}

function contentOf(type: string, schema: object): object {
  return { [type]: { schema } };
}

function refTo(part: keyof typeof SHARED_PARTS, name: string): object {
  return { $ref: `#/components/${part}/${name}` };
}
