import type { MiddlewareHandler } from 'hono';
import { refuse } from './stripe-error';

interface Known {
  /** The first request with the key. */
  request: string;
  /** Undefined until there is one. */
  answer?: Response;
}

/** https://docs.stripe.com/api/idempotent_requests */
export function idempotent(): MiddlewareHandler {
  const keys = new Map<string, Known>();
  return async (c, next) => {
    const key = c.req.header('idempotency-key');
    if (c.req.method !== 'POST' || !key) return next();
    const request = `${c.req.path}?${toSorted(await c.req.text())}`;
    const known = keys.get(key);
    if (!known) {
      const first: Known = { request };
      keys.set(key, first);
      await next();
      if (isKept(c.res.status)) first.answer = c.res.clone();
      else keys.delete(key);
      return undefined;
    }
    if (known.request !== request) return refuse(c, 400, { type: 'idempotency_error', message: used(key) });
    if (!known.answer) return refuse(c, 409, { type: 'invalid_request_error', ...inUse(key) });
    const answer = known.answer.clone();
    answer.headers.set('idempotent-replayed', 'true');
    return answer;
  };
}

/** A request that was refused before it did anything may be repeated. */
function isKept(status: number): boolean {
  return status < 300 || status === 402 || status >= 500;
}

function toSorted(body: string): string {
  const fields = new URLSearchParams(body);
  fields.sort();
  return fields.toString();
}

function used(key: string): string {
  return `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
}

function inUse(key: string) {
  const message = `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`;
  return { code: 'idempotency_key_in_use', message };
}
