import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { Admission } from './admission';
import { askWebApp } from './ask-web-app';
import { serveDocs } from './docs';
import { type Envelope, FORWARDED, parseReply, type Reply, toEnvelope, toResponse } from './envelope';
import { FailureLog } from './failure-log';
import { GatewayError, toErrorResponse } from './gateway-error';
import { isShared, RecentReads } from './recent-reads';
import { Seats } from './seats';

export interface GatewayOptions {
  /** The API's deployment: `https://script.google.com/macros/s/.../exec`. */
  webApp: string | URL;
  /** How long the script may take, with redirects; Google stops it after six minutes. */
  timeoutMs?: number;
  /** The longest body of a request. */
  maxBytes?: number;
  /** How many requests the script may work on at once. Google runs thirty executions of an account, timers included. */
  seats?: number;
  /** Once it is aborted, requests that wait for a seat are answered, and so is every further one. */
  stop?: AbortSignal;
}

export type Gateway = (request: Request) => Promise<Response>;

/** What pages of other origins may send and read. */
const CROSS_ORIGIN = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowHeaders: FORWARDED.slice(0, 5),
  exposeHeaders: ['ETag', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
  maxAge: 86_400,
});

/** Answers a browser's preflight request; any other OPTIONS request is the script's to answer. */
const allowCrossOrigin: MiddlewareHandler = (c, next) => {
  const isPlainOptions = c.req.method === 'OPTIONS' && !c.req.header('access-control-request-method');
  return isPlainOptions ? next() : CROSS_ORIGIN(c, next);
};

/** Real HTTP in front of the web app. It translates, and says who comes first in a rush: all other rules are the script's. */
export function createGateway({
  webApp,
  timeoutMs = 60_000,
  maxBytes = 1_000_000,
  seats: count = 25,
  stop,
}: GatewayOptions): Gateway {
  const app = new Hono();
  const seats = new Seats(count);
  const admission = new Admission(seats);
  const reads = new RecentReads();
  const failures = new FailureLog();
  let lastSuccess: string | null = null;
  stop?.addEventListener('abort', () => seats.close());

  const ask = async (envelope: Envelope, caller: AbortSignal): Promise<Reply> => {
    try {
      const priority = admission.priorityOf(envelope);
      const text = await seats.run(() => askWebApp(new URL(webApp), envelope, timeoutMs), {
        priority,
        caller,
      });
      const reply = parseReply(text);
      if (reply.status === 401) admission.refuse(envelope);
      lastSuccess = new Date().toISOString();
      return reply;
    } catch (error) {
      if (error instanceof GatewayError && error.status >= 500) failures.log(error, envelope);
      throw error;
    } finally {
      reads.invalidate(envelope);
    }
  };
  const forward = async (request: Request) => {
    const envelope = await toEnvelope(request, maxBytes);
    const { signal } = request;
    return toResponse(await (isShared(envelope) ? reads.get(envelope, signal, ask) : ask(envelope, signal)));
  };

  app.use('/v1/*', allowCrossOrigin);
  app.use('/openapi.json', allowCrossOrigin);
  for (const path of ['/v1/*', '/webhooks/*', '/openapi.json']) app.all(path, ({ req }) => forward(req.raw));
  app.get('/docs', async ({ req }) =>
    serveDocs(await forward(new Request(new URL('/openapi.json', req.url), { signal: req.raw.signal }))),
  );
  app.get('/healthz', (c) => {
    const { total, inUse, waiting } = seats;
    const state = { status: 'ok', seats: { total, inUse, waiting }, lastSuccess, lastFailure: failures.last };
    return c.json(state, 200, { 'cache-control': 'no-store' });
  });
  for (const path of ['/docs', '/healthz'])
    app.all(path, ({ req }) => {
      throw new GatewayError(
        'method_not_allowed',
        `${req.method} is not allowed for ${path}. Allowed: GET, HEAD.`,
      );
    });
  app.notFound(({ req }) => toErrorResponse(new GatewayError('not_found', `No route matches ${req.path}.`)));
  app.onError((error) => {
    if (error instanceof GatewayError) return toErrorResponse(error);
    console.error(error);
    return toErrorResponse(new GatewayError('bad_gateway', 'Internal error in the gateway.'));
  });
  return async (request) => app.fetch(request);
}
