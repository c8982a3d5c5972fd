import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

const CONFIG: ConversionConfig = { target: 'draft-2020-12', errorMode: 'ignore' };

/** The fields that say what they mean, by the tag of the operation and their path: `leads reasons points`. */
export type Fields = ReadonlyMap<string, JsonSchema>;

/** A schema that the document shows, and the example that its fields make. */
interface Shown {
  schema: JsonSchema;
  example: unknown;
}

/** Two fields of one name that mean different things stand for no third one. */
export function collectFields(shown: readonly { tag: string; schema: v.GenericSchema }[]): Fields {
  const fields = new Map<string, JsonSchema>();
  const unclear = new Set<string>();
  for (const { tag, schema } of shown)
    mapFields(toPlainSchema(schema), (field, path) => {
      const key = [tag, ...path].join(' ');
      const { description = field.description, examples = field.examples } = fields.get(key) ?? {};
      if (field.description === undefined) return field;
      if (field.description !== description) unclear.add(key);
      fields.set(key, { description, ...(examples && { examples }) });
      return field;
    });
  for (const key of unclear) fields.delete(key);
  return fields;
}

/** A field that says nothing itself means what the field of its name and tag does. */
export function toShown(schema: v.GenericSchema, { tag, fields }: { tag: string; fields: Fields }): Shown {
  const described = mapFields(toPlainSchema(schema), (field, path, isRequired) => {
    const { description, examples } = findField(fields, tag, path) ?? {};
    return {
      ...(description !== undefined && { description }),
      ...(isRequired && examples && { examples }),
      ...field,
    };
  });
  return { schema: withoutExamples(described), example: exampleOf(described) };
}

function toPlainSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema, ...converted } = toJsonSchema(schema, CONFIG);
  return converted as JsonSchema;
}

/** A field in a list means the same as on its own. */
export function findField(fields: Fields, tag: string, path: readonly string[]): JsonSchema | undefined {
  const [list = '', ...inner] = path;
  const paths = [path, ['data', ...path], ...(['data', 'rows'].includes(list) ? [inner] : [])];
  return paths.map((one) => fields.get([tag, ...one].join(' '))).find((field) => field !== undefined);
}

/** The schema with its fields changed, the inner ones first. */
function mapFields(
  schema: JsonSchema,
  change: (field: JsonSchema, path: readonly string[], isRequired: boolean) => JsonSchema,
  path: readonly string[] = [],
): JsonSchema {
  return mapInner(schema, (inner, name) => {
    if (name === undefined) return mapFields(inner, change, path);
    const at = [...path, name];
    return change(mapFields(inner, change, at), at, schema.required?.includes(name) ?? false);
  });
}

function withoutExamples({ examples, ...schema }: JsonSchema): JsonSchema {
  return mapInner(schema, withoutExamples);
}

/** The schema with the schemas in it changed, of which fields have a name. */
function mapInner(schema: JsonSchema, change: (inner: JsonSchema, name?: string) => JsonSchema): JsonSchema {
  const { properties = {}, items, anyOf, additionalProperties } = schema;
  const changed = (inner: unknown, name?: string) =>
    typeof inner === 'object' && inner !== null ? change(inner as JsonSchema, name) : inner;
  const fields = Object.entries(properties).map(([name, inner]) => [name, changed(inner, name)]);
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(fields) }),
    ...(items !== undefined && { items: changed(items) }),
    ...(anyOf && { anyOf: anyOf.map((one) => changed(one)) }),
    ...(additionalProperties !== undefined && { additionalProperties: changed(additionalProperties) }),
  } as JsonSchema;
}

/**
 * The schema's own example, or one that its fields make: what they require, and what has an example of its own. A patch, which
 * requires nothing, has only the fields of its own example. Undefined where the fields say too little.
 */
function exampleOf(schema: JsonSchema): unknown {
  const { examples = [], properties, required = [], items, anyOf = [], type } = schema;
  const own = examples[examples.length - 1];
  if (properties) {
    const isPatch = required.length === 0;
    const names = Object.keys(properties).filter(
      (name) => required.includes(name) || (!isPatch && (properties[name] as JsonSchema).examples),
    );
    const made = names.map((name) => [name, exampleOf(properties[name] as JsonSchema)] as const);
    const example = { ...Object.fromEntries(made), ...(own as object | undefined) };
    return names.some((name) => example[name] === undefined) || (isPatch && !own) ? undefined : example;
  }
  if (own !== undefined) return own;
  if (anyOf.length > 0) return anyOf.some(isNull) ? null : exampleOf(anyOf[0] as JsonSchema);
  if (schema.const !== undefined || schema.enum) return schema.const ?? schema.enum?.[0];
  if (type === 'boolean') return false;
  if (type === 'array') return examplesIn(items as JsonSchema);
  return type === 'string' && !isBound(schema) ? '' : undefined;
}

/** One of each kind of entry; none of plain values that say nothing. */
function examplesIn(items: JsonSchema): unknown[] {
  const kinds = (items.anyOf ?? [items]) as JsonSchema[];
  return kinds.map(exampleOf).filter((one) => one !== undefined && one !== '');
}

function isNull(schema: unknown): boolean {
  return (schema as JsonSchema).type === 'null';
}

function isBound({ minLength, format, pattern }: JsonSchema): boolean {
  return [minLength, format, pattern].some((bound) => bound !== undefined);
}
