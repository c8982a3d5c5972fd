import * as v from 'valibot';

const Referred = v.object({ $ref: v.string() });

const Parameter = v.object({
  name: v.string(),
  in: v.string(),
  required: v.optional(v.boolean(), false),
  schema: v.optional(v.record(v.string(), v.unknown()), {}),
});

const Content = v.record(v.string(), v.object({ schema: v.unknown() }));

const Operation = v.object({
  summary: v.string(),
  description: v.optional(v.string(), ''),
  tags: v.array(v.string()),
  parameters: v.optional(v.array(v.union([Referred, Parameter])), []),
  requestBody: v.optional(v.object({ content: Content })),
  responses: v.record(v.string(), v.object({ description: v.string(), content: v.optional(Content, {}) })),
});

/** As much of an OpenAPI document as the page shows. */
export const Description = v.object({
  info: v.object({ title: v.string(), description: v.optional(v.string(), '') }),
  paths: v.record(v.string(), v.record(v.string(), Operation)),
});

export type Description = v.InferOutput<typeof Description>;
export type Operation = v.InferOutput<typeof Operation>;
