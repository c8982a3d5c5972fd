import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { type Guide, meaningOf, withMeanings } from './openapi-guide';

const CONFIG: ConversionConfig = { target: 'draft-2020-12', errorMode: 'ignore' };

/** With the meaning of each field. */
export function toSchema(schema: v.GenericSchema, { guide, tag }: { guide: Guide; tag: string }): JsonSchema {
  return withMeanings(toPlainSchema(schema), (path) => meaningOf(guide, tag, path));
}

export function toPlainSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema, ...converted } = toJsonSchema(schema, CONFIG);
  return converted as JsonSchema;
}
