import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { SHARED_PARTS } from './openapi-parts';

const CONFIG: ConversionConfig = { target: 'draft-2020-12', errorMode: 'ignore' };

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
