import type { Context } from 'hono';
import type { Local } from '../../local/local';
import type { Script } from '../execution/script';
import { Refusal } from './refusal';

/** The script that the query names; the desk's unless it does. */
export function scriptOf({ scripts }: Local, c: Context): Script {
  const name = c.req.query('script') ?? 'desk';
  if (name === 'desk' || name === 'api') return scripts[name];
  throw new Refusal(400, `script must be desk or api (got "${name}").`);
}

/** A whole number from the query, at least `least`. */
export function numberOf(
  c: Context,
  name: string,
  { least, otherwise }: { least: number; otherwise: number },
): number {
  const text = c.req.query(name);
  const value = Number(text ?? otherwise);
  if (Number.isInteger(value) && value >= least) return value;
  throw new Refusal(400, `${name} must be an integer of at least ${least} (got "${text}").`);
}
