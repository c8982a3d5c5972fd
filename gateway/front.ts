import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { Admission } from './admission';
import { serveDocs } from './docs';
import { type Envelope, FORWARDED, type Reply, toEnvelope, toResponse } from './envelope';
import { FailureLog } from './failure-log';
import { GatewayError, toErrorResponse } from './gateway-error';
import { RecentReads, type SharedRead } from './recent-reads';
import { type SeatOptions, Seats } from './seats';
import { type StaticFile, serveStaticFile } from './static-file';

interface FrontOptions {
  /** Has the API answer. @throws GatewayError */
  ask(envelope: Envelope): Promise<Reply>;
  /** How many requests the API works on at once, and how many wait. */
  seats: SeatOptions;
  /** The reads without a credential that share an answer. */
  shared: readonly SharedRead[];
  /** The pages of the staff and of customers, from `.build/pages.json`; none by default. */
  pages?: readonly StaticFile[] | undefined;
  /** The longest body of a request. */
  maxBytes?: number | undefined;
  /** Once it is aborted, requests that wait for a seat are answered, and so is every further one. */
  stop?: AbortSignal | undefined;
}

export type Front = (request: Request) => Promise<Response>;

/** For its server. Longer than load balancers keep theirs, so that none sends a request on a connection that is being closed. */
export const KEEP_ALIVE_MS = 65_000;

/** What pages of other origins may send and read. */
const CROSS_ORIGIN = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowHeaders: FORWARDED,
  exposeHeaders: [
    'ETag',
    'Link',
    'Location',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'X-Request-Id',
    'X-Total-Count',
  ],
  maxAge: 86_400,
});

/** Answers a browser's preflight request; any other OPTIONS request is the script's to answer. */
const allowCrossOrigin: MiddlewareHandler = (c, next) => {
  const isPlainOptions = c.req.method === 'OPTIONS' && !c.req.header('access-control-request-method');
  return isPlainOptions ? next() : CROSS_ORIGIN(c, next);
};

/** Real HTTP in front of whatever runs the API. It translates, and says who goes first in a rush: all other rules are the API's. */
export function createFront({
  ask: askApi,
  seats: seating,
  shared,
  pages = [],
  maxBytes = 1_000_000,
  stop,
}: FrontOptions): Front {
  const app = new Hono();
  const seats = new Seats(seating);
  const admission = new Admission(seats);
  const reads = new RecentReads(shared);
  const failures = new FailureLog();
  let lastSuccess: string | null = null;
  stop?.addEventListener('abort', () => seats.close());

  const ask = async (envelope: Envelope, caller: AbortSignal): Promise<Reply> => {
    try {
      const priority = admission.priorityOf(envelope);
      const reply = await seats.run(() => askApi(envelope), { priority, caller });
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
    return toResponse(
      await (reads.isShared(envelope) ? reads.get(envelope, signal, ask) : ask(envelope, signal)),
    );
  };

  app.use('/v1/*', allowCrossOrigin);
  app.use('/openapi.json', allowCrossOrigin);
  // The document is the same for everyone. Answers with data stay as they are: their length would tell of secrets in them.
  for (const path of ['/docs', '/openapi.json']) app.use(path, compress());
  for (const path of ['/v1/*', '/webhooks/*', '/openapi.json']) app.all(path, ({ req }) => forward(req.raw));
  app.get('/docs', async ({ req }) =>
    serveDocs(await forward(new Request(new URL('/openapi.json', req.url), { signal: req.raw.signal }))),
  );
  app.get('/healthz', (c) => {
    const { total, inUse, waiting } = seats;
    const state = { status: 'ok', seats: { total, inUse, waiting }, lastSuccess, lastFailure: failures.last };
    return c.json(state, 200, { 'cache-control': 'no-store' });
  });
  for (const page of pages) {
    app.get(page.path, ({ req }) => serveStaticFile(page, req.raw));
    // As people type it. The path stays encoded, so that nothing in it ends the header.
    app.get(`${page.path}/`, (c) => c.redirect(new URL(c.req.url).pathname.slice(0, -1)));
  }
  for (const path of ['/docs', '/healthz', ...pages.map((page) => page.path)])
    app.all(path, ({ req }) => {
      throw new GatewayError(
        'method_not_allowed',
        `${req.method} is not allowed for ${req.path}. Allowed: GET, HEAD.`,
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
