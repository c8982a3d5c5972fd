import * as v from 'valibot';

/**
 * A field, and what the OpenAPI document says of it. The build leaves both texts and examples out of the scripts: there
 * `described(schema, ...)` is `schema`.
 */
export function described<const S extends v.GenericSchema>(
  schema: S,
  description: string,
  ...examples: v.InferInput<S>[]
): S {
  return withMetadata(schema, { description, ...(examples.length > 0 && { examples }) });
}

/** A schema whose example is this; of an object these fields alone, over the examples that its other fields have. */
export function withExample<const S extends v.GenericSchema>(
  schema: S,
  example: v.InferInput<S> | Readonly<Record<string, unknown>>,
): S {
  return withMetadata(schema, { examples: [example] });
}

function withMetadata<S extends v.GenericSchema>(schema: S, metadata: Record<string, unknown>): S {
  return v.pipe(schema as v.GenericSchema, v.metadata(metadata)) as unknown as S;
}
