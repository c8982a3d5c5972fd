import type { Context } from 'hono';
import * as v from 'valibot';
import { invalidArgument } from './google-error';

/** `id,files(id,name),owners/me` as a tree; a leaf means the whole value. */
type Mask = Map<string, Mask>;

/** Responds with the requested fields, or with the API's default fields. */
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
  throw invalidArgument(`Invalid value at '${v.getDotPath(issue) ?? 'body'}': ${issue.message}`);
}

export function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw Object.assign(invalidArgument('Invalid JSON payload received.'), { cause });
  }
}

/** The response with only the requested fields. */
function selectFields(value: unknown, fields: string): unknown {
  return fields.trim() === '' || fields.trim() === '*' ? value : select(value, parseMask(fields));
}

function select(value: unknown, mask: Mask): unknown {
  if (mask.size === 0 || mask.has('*') || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => select(item, mask));
  const kept = Object.entries(value).filter(([key]) => mask.has(key));
  return Object.fromEntries(kept.map(([key, child]) => [key, select(child, mask.get(key) ?? new Map())]));
}

function parseMask(fields: string): Mask {
  const root: Mask = new Map();
  const open: Mask[] = [root];
  let at = root;
  for (const [token] of fields.matchAll(/[^,()/\s]+|[,()/]/g)) {
    const top = open.at(-1) ?? root;
    if (token === ',') at = top;
    else if (token === '(') open.push(at);
    else if (token === ')') at = (open.length > 1 && open.pop()) || root;
    else if (token !== '/') at = child(at, token);
  }
  return root;
}

function child(mask: Mask, name: string): Mask {
  const existing = mask.get(name) ?? new Map();
  mask.set(name, existing);
  return existing;
}
