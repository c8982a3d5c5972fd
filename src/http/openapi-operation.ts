import type { JsonSchema } from '@valibot/to-json-schema';
import { contentOf, json, refTo, toSchema } from './openapi-content';
import { toResponses } from './openapi-responses';
import type { AnyRoute } from './route';

interface Place {
  method: string;
  path: string;
}

/** One route as an OpenAPI operation. */
export function toOperation(route: AnyRoute, { method, path }: Place): object {
  const { summary, access, query, raw } = route;
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

function toRequestBody({ body, raw }: AnyRoute): object {
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
