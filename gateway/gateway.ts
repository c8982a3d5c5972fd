import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { askWebApp } from './ask-web-app';
import { serveDocs } from './docs';
import { type Envelope, FORWARDED, parseReply, type Reply, toEnvelope, toResponse } from './envelope';
import { GatewayError, toErrorResponse } from './gateway-error';
import { TroubleLog } from './trouble-log';

export interface GatewayOptions {
  /** The API's deployment: `https://script.google.com/macros/s/.../exec`. */
  webApp: string | URL;
  /** How long the script may take, with redirects; Google stops it after six minutes. */
  timeoutMs?: number;
  /** The longest body of a request. */
  maxBytes?: number;
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

/** Real HTTP in front of the web app. It only translates: all rules are the script's. */
export function createGateway({ webApp, timeoutMs = 60_000, maxBytes = 1_000_000 }: GatewayOptions): Gateway {
  const app = new Hono();
  const troubles = new TroubleLog();

  const ask = async (envelope: Envelope): Promise<Reply> => {
    try {
      return parseReply(await askWebApp(new URL(webApp), envelope, timeoutMs));
    } catch (error) {
      if (error instanceof GatewayError && error.status >= 500) troubles.log(error, envelope);
      throw error;
    }
  };
  const forward = async (request: Request) => {
    const envelope = await toEnvelope(request, maxBytes);
    return toResponse(await ask(envelope));
  };

  app.use('/v1/*', allowCrossOrigin);
  app.use('/openapi.json', allowCrossOrigin);
  for (const path of ['/v1/*', '/webhooks/*', '/openapi.json']) app.all(path, ({ req }) => forward(req.raw));
  app.get('/docs', async ({ req }) =>
    serveDocs(await forward(new Request(new URL('/openapi.json', req.url), { signal: req.raw.signal }))),
  );
  for (const path of ['/docs'])
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
