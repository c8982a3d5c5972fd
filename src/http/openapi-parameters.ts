import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { REQUIRED_KEY, refTo, withoutUndefined } from './openapi-parts';
import { type Fields, findField, toShown } from './openapi-schema';
import type { AnyRoute } from './route';

/** An operation, with the fields of all operations. */
export interface Operation {
  route: AnyRoute;
  method: string;
  /** `/v1/leads/{id}` */
  path: string;
  tag: string;
  fields: Fields;
}

/** Lists parameters of the path, of the query, then headers. */
export function toParameters(operation: Operation): object[] {
  const { route, method, path, tag, fields } = operation;
  const { query, idempotent, signedBody } = route;
  const toParameter = (place: string, [name, declared]: [string, JsonSchema], isRequired: boolean) => {
    const { description = boundOf(name), examples: [example] = [], ...schema } = declared;
    return withoutUndefined({
      name,
      in: place,
      required: isRequired,
      description,
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
      ...(schema.type === 'object' ? { style: 'deepObject' } : {}),
      schema,
      example,
    });
  };
  const { properties = {}, required = [] }: JsonSchema = query ? toQuerySchema(query, operation) : {};
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): [string, JsonSchema] => {
    const meaning = findField(fields, tag, [name]) ?? findField(fields, tag, ['id']);
    return [name, { ...meaning, type: 'string' }];
  });
  const headers = method === 'GET' ? ['If-None-Match'] : [];
  if (idempotent === true) headers.push('Idempotency-Key');
  if (method !== 'GET' && method !== 'POST') headers.push('If-Match');
  const { signatures = [] } = signedBody ?? {};
  return [
    ...ids.map((id) => toParameter('path', id, true)),
    ...Object.entries(properties).map((field) =>
      toParameter('query', field as [string, JsonSchema], required.includes(field[0])),
    ),
    ...(idempotent === 'required' ? [REQUIRED_KEY] : []),
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

/** `downPaymentMin` is the lowest down payment. */
function boundOf(name: string): string | undefined {
  const [, number, bound] = /^(\w+)(Min|Max)$/.exec(name) ?? [];
  const words = number?.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words && `The ${bound === 'Min' ? 'lowest' : 'highest'} ${words}.`;
}

/**
 * Defaults and examples in a query are text, like everything there, but are documented as what they stand for. So is a list,
 * whichever way it was given.
 */
function toQuerySchema(query: v.GenericSchema, operation: Operation): JsonSchema {
  const { schema, example } = toShown(query, operation);
  const typed = Object.entries(schema.properties ?? {}).map(([name, declared]) => {
    const { default: text, anyOf, ...others } = declared as JsonSchema;
    const parameter = anyOf && others.type === undefined ? { ...others, anyOf } : others;
    const given = (example as Record<string, string> | undefined)?.[name];
    return [
      name,
      {
        ...parameter,
        ...(text !== undefined && { default: toTyped(String(text), parameter) }),
        ...(given !== undefined && { examples: [toTyped(given, parameter)] }),
      },
    ];
  });
  return { ...schema, properties: Object.fromEntries(typed) };
}

/** The text of a query as the type that the document gives it. */
function toTyped(text: string, { type }: JsonSchema): unknown {
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true';
  return type === 'array' ? text.split(',') : text;
}
