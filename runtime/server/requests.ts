import type { Context } from 'hono';
import type { Script } from '../execution/script';
import type { Runtime } from '../runtime';
import { Refusal } from './refusal';

/** The script that the query names; the first where it names none. */
export function scriptOf({ scripts }: Runtime, c: Context): Script {
  const names = Object.keys(scripts);
  const name = c.req.query('script') ?? names[0] ?? '';
  const script = scripts[name];
  if (script && names.includes(name)) return script;
  throw new Refusal(400, `script must be ${names.join(' or ')} (got "${name}").`);
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
