import type { Context } from 'hono';
import type { Local } from '../local';
import type { Script } from '../runtime/script';
import { Refusal } from './refusal';

/** The body's JSON; an empty body is `whenEmpty`, where that is allowed. */
export async function readJson(c: Context, whenEmpty?: unknown): Promise<unknown> {
  const text = await c.req.text();
  if (text.trim() === '' && whenEmpty !== undefined) return whenEmpty;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}

/** The script that the query names; the desk's unless it does. */
export function scriptOf({ scripts }: Local, c: Context): Script {
  const name = c.req.query('script') ?? 'desk';
  if (name === 'desk' || name === 'api') return scripts[name];
  throw new Refusal(400, `There is no script "${name}": it is desk or api.`);
}

/** A whole number from the query, at least `least`. */
export function numberOf(
  c: Context,
  name: string,
  { least, otherwise }: { least: number; otherwise: number },
): number {
  const value = Number(c.req.query(name) ?? otherwise);
  if (Number.isInteger(value) && value >= least) return value;
  throw new Refusal(400, `${name} must be a whole number from ${least}.`);
}
