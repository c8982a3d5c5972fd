import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { Admission, type AdmissionOptions, type Origin } from './admission';
import { BodyBudget } from './body-budget';
import { type Envelope, FORWARDED, MAX_BYTES, type Reply, toEnvelope, toResponse } from './envelope';
import { FailureLog } from './failure-log';
import { GatewayError, toErrorResponse } from './gateway-error';
import { RecentReads, type SharedRead } from './recent-reads';
import { type Content, openFile, type StaticFile, serveContent, toContent } from './static-file';

interface FrontOptions extends AdmissionOptions {
  /** Has the API answer a request from this origin. @throws GatewayError */
  ask(envelope: Envelope, origin: Origin): Promise<Reply>;
  /** The reads without a credential that share an answer. */
  shared: readonly SharedRead[];
  /** The pages, from `.build/pages.json`; none by default. */
  pages?: readonly StaticFile[] | undefined;
  /** The longest body of a request. */
  maxBytes?: number | undefined;
  /** Signal after which requests that wait for a seat are answered, and so is every further one. */
  stop?: AbortSignal | undefined;
}

export type Front = (request: Request, origin?: Origin) => Promise<Response>;

/** Headers that pages of other origins may read. */
const EXPOSED = [
  'ETag',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'X-Total-Count',
];

const READABLE = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', EXPOSED.join(',')],
] as const;

/** Says what pages of other origins may send. */
const CROSS_ORIGIN = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: FORWARDED,
  exposeHeaders: EXPOSED,
  maxAge: 86_400,
});

/** Answers a browser's preflight request; any other OPTIONS request is the script's to answer. */
const allowCrossOrigin: MiddlewareHandler = async (c, next) => {
  const isOptions = c.req.method === 'OPTIONS';
  if (isOptions && c.req.header('access-control-request-method')) return CROSS_ORIGIN(c, next);
  await next();
  // The middleware would have the response made once more.
  if (!isOptions) for (const [name, value] of READABLE) c.res.headers.set(name, value);
  return undefined;
};

const DOCUMENT = '/openapi.json';

/**
 * The document by the reply that many share: it is the same for everyone. Answers with data are not compressed, since their length
 * would tell of secrets in them.
 */
const contents = new WeakMap<Reply, Promise<Content>>();

function contentOf(reply: Reply): Promise<Content> {
  const content = contents.get(reply) ?? toContent(reply);
  contents.set(reply, content);
  return content;
}

/** Real HTTP in front of whatever runs the API. It translates, and says who goes first in a rush: all other rules are the API's. */
export function createFront({
  ask: askApi,
  shared,
  pages = [],
  maxBytes = MAX_BYTES,
  stop,
  ...seating
}: FrontOptions): Front {
  const app = new Hono<{ Bindings: Origin }>();
  const admission = new Admission(seating);
  const bodies = new BodyBudget(maxBytes);
  const reads = new RecentReads(shared);
  const failures = new FailureLog();
  let lastSuccess: string | null = null;
  stop?.addEventListener('abort', () => admission.close());

  const ask = async (envelope: Envelope, caller: AbortSignal, origin: Origin): Promise<Reply> => {
    try {
      const { address = '' } = origin;
      const reply = await admission.run(envelope, {
        address,
        caller,
        ask: () => askApi(envelope, origin),
      });
      lastSuccess = new Date().toISOString();
      return reply;
    } catch (error) {
      if (error instanceof GatewayError && error.status >= 500) failures.log(error, envelope);
      throw error;
    } finally {
      reads.invalidate(envelope);
    }
  };
  app.use('/v1/*', allowCrossOrigin);
  app.use(DOCUMENT, allowCrossOrigin);
  for (const path of ['/v1/*', '/webhooks/*', DOCUMENT])
    app.all(path, ({ req: { raw: request }, env: origin }) =>
      bodies.within(origin.address ?? '', async (claim) => {
        const envelope = await toEnvelope(request, { maxBytes, claim });
        const askOnce = (asked: Envelope, caller: AbortSignal) => ask(asked, caller, origin);
        if (!reads.isShared(envelope)) return toResponse(await askOnce(envelope, request.signal));
        if (path !== DOCUMENT) return toResponse(await reads.get(envelope, request.signal, askOnce));
        // The reply is the same for every request without its conditions, which the content answers.
        const reply = await reads.get({ ...envelope, headers: {} }, request.signal, askOnce);
        return reply.status === 200 ? serveContent(await contentOf(reply), request) : toResponse(reply);
      }),
    );
  app.get('/healthz', (c) => {
    const state = { status: 'ok', seats: admission.state, lastSuccess, lastFailure: failures.last };
    return c.json(state, 200, { 'cache-control': 'no-store' });
  });
  for (const page of pages) {
    const content = openFile(page);
    app.get(page.path, ({ req }) => serveContent(content, req.raw));
    // People type a slash at the end. The path stays encoded, so that nothing in it ends the header.
    app.get(`${page.path}/`, (c) => c.redirect(new URL(c.req.url).pathname.slice(0, -1)));
  }
  for (const path of ['/healthz', ...pages.map((page) => page.path)])
    app.all(path, ({ req }) => {
      throw new GatewayError(
        'method_not_allowed',
        `${req.method} is not allowed for ${req.path}. Allowed: GET, HEAD.`,
      );
    });
  app.notFound(({ req }) => toErrorResponse(new GatewayError('not_found', `No route matches ${req.path}.`)));
  app.onError((error, { req: { raw } }) => {
    if (error instanceof GatewayError) {
      const response = toErrorResponse(error);
      // A connection whose body is not read is not free for another request.
      if (raw.body && !raw.bodyUsed) response.headers.set('connection', 'close');
      return response;
    }
    console.error(error);
    return toErrorResponse(new GatewayError('bad_gateway', 'Internal error in the gateway.'));
  });
  return async (request, origin = {}) => {
    if (DOT_SEGMENT.test(origin.target?.split('?', 1)[0] ?? '')) return toErrorResponse(pathRefused());
    return app.fetch(request, origin);
  };
}

/** Proxies and servers do not agree on what such a path means, so none is served. A slash that is encoded belongs to an ID. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i;

function pathRefused(): GatewayError {
  return new GatewayError('malformed_path', 'The path must not have "." or ".." as a segment.');
}
