import type { JsonSchema } from '@valibot/to-json-schema';
import { parseQuery } from './query';
import type { Endpoint } from './route';

/** What the document says beyond the declarations of the routes. */
export interface Guide {
  /** By tag: what its operations are for. */
  tags: Readonly<Record<string, string>>;
  /** The tag of an operation, by the words of its path: `leads/{id}`. */
  tagOf(resource: string): string;
  /** The interface that an operation belongs to, by its path. */
  labelOf(path: string): string;
  /** By tag and by the end of a field's path: `reasons.points`. Those of the tag `''` hold for all. */
  meanings: Readonly<Record<string, Readonly<Record<string, string>>>>;
  examples: Readonly<Partial<Record<Endpoint, Example>>>;
}

/** A request and its answer. */
export interface Example {
  /** The path, with the query. */
  url: string;
  /** What is sent: as JSON, or as the fields of a form. */
  body?: unknown;
  /** The same body as CSV, where the route takes that too. */
  csv?: string;
  /** Absent where the response has no body. */
  response?: unknown;
}

/** For an API that says no more than its routes declare. */
export const NO_GUIDE: Guide = {
  tags: {},
  tagOf: firstWord,
  labelOf: () => '',
  meanings: {},
  examples: {},
};

export function firstWord(resource: string): string {
  return resource.replace(/[^\w-].*$/, '');
}

/** What a field means; the longest end of its path that is known counts. The bounds of a number are told by its name. */
export function meaningOf({ meanings }: Guide, tag: string, path: string): string | undefined {
  const names = path.split('.');
  const ends = names.map((_, index) => names.slice(index).join('.'));
  const known = [tag, ''].flatMap((one) => ends.map((end) => meanings[one]?.[end]));
  return known.find((meaning) => meaning !== undefined) ?? meaningOfBound(path);
}

/** `downPaymentMin` is the lowest down payment. */
function meaningOfBound(name: string): string | undefined {
  const [, number, bound] = /^(\w+)(Min|Max)$/.exec(name) ?? [];
  const words = number?.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words && `The ${bound === 'Min' ? 'lowest' : 'highest'} ${words}.`;
}

/** The schema, its fields described. */
export function withMeanings(
  schema: JsonSchema,
  find: (path: string) => string | undefined,
  path: readonly string[] = [],
): JsonSchema {
  const describe = (inner: unknown, at = path) =>
    typeof inner === 'object' && inner !== null ? withMeanings(inner as JsonSchema, find, at) : inner;
  const { properties, items, anyOf, additionalProperties } = schema;
  const described = Object.entries(properties ?? {}).map(([name, inner]) => {
    const own = describe(inner, [...path, name]);
    const description = find([...path, name].join('.'));
    return [name, description === undefined ? own : { description, ...(own as object) }];
  });
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(described) }),
    ...(items !== undefined && { items: describe(items) }),
    ...(anyOf && { anyOf: anyOf.map((one) => describe(one)) }),
    ...(additionalProperties !== undefined && { additionalProperties: describe(additionalProperties) }),
  } as JsonSchema;
}

/** The parameters of an example's URL, by their names: those of the path as `{id}` names them. */
export function parametersOf(url: string, pattern: string): Readonly<Record<string, string>> {
  const [path = '', query = ''] = url.split('?');
  const segments = path.split('/').map(decodeURIComponent);
  const inPath = pattern.split('/').flatMap((part, index) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    return name === undefined ? [] : [[name, segments[index] ?? '']];
  });
  return { ...parseQuery(query), ...Object.fromEntries(inPath) };
}

/** The text of a query as the type that the document gives it. */
export function toTyped(text: string, { type }: JsonSchema): unknown {
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true';
  return type === 'array' ? text.split(',') : text;
}
