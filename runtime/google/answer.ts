import type { Context } from 'hono';
import * as v from 'valibot';
import { selectFields } from './field-mask';
import { invalid } from './google-error';
import { parseJson } from './upload-body';

/** Answers with the fields that the request asks for, or with those that the API gives when it asks for none. */
export function answer(context: Context, value: unknown, byDefault = '*'): Response {
  return context.json(selectFields(value, context.req.query('fields') ?? byDefault) as object);
}

export async function readJson<S extends v.GenericSchema>(
  context: Context,
  schema: S,
): Promise<v.InferOutput<S>> {
  return parseBody(schema, parseJson(await context.req.text()));
}

export function parseBody<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw invalid(`Invalid value at '${v.getDotPath(issue) ?? 'body'}': ${issue.message}`);
}
