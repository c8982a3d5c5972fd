import * as v from 'valibot';

/** Part of a JSON schema that the page shows. */
export interface FieldSchema extends Readonly<Record<string, unknown>> {
  items?: FieldSchema;
  anyOf?: readonly FieldSchema[];
  properties?: Readonly<Record<string, FieldSchema>>;
  required?: readonly string[];
}

const Schema = v.custom<FieldSchema>((value) => typeof value === 'object' && value !== null);

const Text = v.optional(v.string(), '');

const Parameter = v.object({
  name: v.string(),
  in: v.string(),
  required: v.optional(v.boolean(), false),
  description: Text,
  schema: v.optional(Schema, {}),
  example: v.optional(v.unknown()),
});

const Content = v.record(v.string(), v.object({ schema: Schema, example: v.optional(v.unknown()) }));

const OperationPart = v.object({
  operationId: v.string(),
  summary: v.string(),
  description: Text,
  tags: v.array(v.string()),
  /** Empty where no credentials are needed. */
  security: v.optional(v.array(v.unknown())),
  parameters: v.optional(v.array(v.union([v.object({ $ref: v.string() }), Parameter])), []),
  requestBody: v.optional(v.object({ content: Content }), { content: {} }),
  responses: v.record(v.string(), v.object({ description: v.string(), content: v.optional(Content, {}) })),
});

const Paths = v.record(v.string(), v.record(v.string(), OperationPart));

const Tag = v.object({ name: v.string(), description: Text, 'x-displayName': Text });

/** The parts of an OpenAPI document that the page shows. */
export const OpenApiDocument = v.object({
  info: v.object({ title: v.string(), description: Text }),
  tags: v.optional(v.array(Tag), []),
  paths: Paths,
  /** Events by their types. */
  webhooks: v.optional(Paths, {}),
  components: v.object({
    schemas: v.record(v.string(), Schema),
    parameters: v.record(v.string(), Parameter),
  }),
});
export type OpenApiDocument = v.InferOutput<typeof OpenApiDocument>;

export interface Operation extends Omit<v.InferOutput<typeof OperationPart>, 'parameters'> {
  /** Method in capitals. */
  method: string;
  path: string;
  parameters: v.InferOutput<typeof Parameter>[];
}

export function operationsOf({ paths, webhooks, components }: OpenApiDocument): Operation[] {
  return Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      parameters: operation.parameters.flatMap((one) =>
        '$ref' in one ? (components.parameters[one.$ref.replace(/^.*\//, '')] ?? []) : one,
      ),
      method: method.toUpperCase(),
      path,
    })),
  );
}
