import type { Context, MiddlewareHandler } from 'hono';
import { plainPage } from '../runtime/web-app/html';

const RETRY_AFTER_S = 1;
const MESSAGE = 'Sheetdesk is seeding its demo data. Retry in a second.';

/** Gmail and Drive, which the scripts use while data is seeded; they require a token. */
const SERVICES = /^\/(gmail|drive|upload)\//;

/**
 * Tells whether a start is complete. Until then callers are answered 503 while demo data is seeded; a start without seeding
 * is quick and lets them wait instead.
 */
export class Readiness {
  private readonly isSeeding: boolean;
  private readonly ready: Promise<void>;
  private isReady = false;
  private resolve = () => {};

  constructor({ isSeeding }: { isSeeding: boolean }) {
    this.isSeeding = isSeeding;
    this.ready = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  /** Lets all callers be answered from now on. */
  markReady(): void {
    this.isReady = true;
    this.resolve();
  }

  /** Callers of the deployment `apiId`, which is the API's, get errors as the API makes them. */
  middleware(apiId: string): MiddlewareHandler {
    return async (c, next) => {
      if (this.isReady || SERVICES.test(c.req.path)) return next();
      if (this.isSeeding) return unavailable(c, apiId);
      await this.ready;
      return next();
    };
  }
}

/** A page that reloads itself for browsers, an error of the API for programs. */
function unavailable(c: Context, apiId: string): Response {
  const headers = { 'retry-after': String(RETRY_AFTER_S), 'cache-control': 'no-store' };
  const { path } = c.req;
  const isApi = path.startsWith(`/macros/s/${apiId}/`);
  if (['/', '/staff'].includes(path) || (path.startsWith('/macros/') && !isApi))
    return c.html(plainPage('Seeding', MESSAGE), 503, { ...headers, refresh: String(RETRY_AFTER_S) });
  const error = { status: 503, code: 'unavailable', message: MESSAGE, retryAfter: RETRY_AFTER_S };
  const isEnvelope = isApi && c.req.method === 'POST' && c.req.query('path') === undefined;
  const reply = { status: 503, headers, body: JSON.stringify({ error }) };
  return c.json(isEnvelope ? reply : { error }, 503, headers);
}
