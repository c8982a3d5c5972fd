import type { MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Book } from './book';
import { refuse } from './stripe-error';

/** https://docs.stripe.com/api/idempotent_requests */
export function idempotent(book: Book): MiddlewareHandler {
  const inProgress = new Set<string>();
  return async (c, next) => {
    const key = c.req.header('idempotency-key');
    if (c.req.method !== 'POST' || !key) return next();
    const id = `key ${key}`;
    const request = `${c.req.path}?${toSorted(await c.req.text())}`;
    const known = book.find('idempotency_key', id);
    if (known && known.request !== request)
      return refuse(c, 400, { type: 'idempotency_error', message: used(key) });
    if (known) {
      c.header('idempotent-replayed', 'true');
      return c.body(known.body, known.status as ContentfulStatusCode, JSON_TYPE);
    }
    if (inProgress.has(id)) return refuse(c, 409, { type: 'invalid_request_error', ...inUse(key) });
    inProgress.add(id);
    await next();
    inProgress.delete(id);
    const { status } = c.res;
    if (!isKept(status)) return undefined;
    const body = await c.res.clone().text();
    book.save({ id, object: 'idempotency_key', request, status, body });
    return undefined;
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

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
