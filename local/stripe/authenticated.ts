import type { MiddlewareHandler } from 'hono';
import { refuse } from './stripe-error';

/** As a bearer's token, or as the user whose password is empty. */
export function authenticated(key: string): MiddlewareHandler {
  const known = [`Bearer ${key}`, `Basic ${Buffer.from(`${key}:`).toString('base64')}`];
  return async (c, next) => {
    const given = c.req.header('authorization');
    if (given !== undefined && known.includes(given)) return next();
    const message = given === undefined ? 'You did not provide an API key.' : 'Invalid API Key provided.';
    return refuse(c, 401, { type: 'invalid_request_error', message });
  };
}
