import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { askWebApp } from './ask-web-app';
import { docs } from './docs';
import { GatewayError, toResponse } from './gateway-error';
import { readText } from './read-text';
import { toAnswer } from './reply';

export interface GatewayOptions {
  /** Of the api's deployment: `https://script.google.com/macros/s/.../exec`. */
  webApp: string | URL;
  /** How long the script may take, redirect included; Google itself ends it after six minutes. */
  timeoutMs?: number;
  /** Of a request's body. */
  maxBytes?: number;
}

export type Gateway = (request: Request) => Promise<Response>;

/** What the script is told of a request's headers; the others are none of its business. */
const FORWARDED = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'stripe-signature',
  'x-twilio-signature',
];

/** What a page of another origin may send and read. */
const CROSS_ORIGIN = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowHeaders: FORWARDED.slice(0, 5),
  exposeHeaders: ['ETag', 'Link', 'Location', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
  maxAge: 86_400,
});

/** A browser's question before a call is answered here, anybody else's OPTIONS by the script. */
const crossOrigin: MiddlewareHandler = (c, next) => {
  const isOther = c.req.method === 'OPTIONS' && !c.req.header('access-control-request-method');
  return isOther ? next() : CROSS_ORIGIN(c, next);
};

/** Real HTTP in front of the web app: it only translates, and no rule of the product stands here. */
export function createGateway({ webApp, timeoutMs = 60_000, maxBytes = 1_000_000 }: GatewayOptions): Gateway {
  const app = new Hono();
  const forward = async (request: Request) => {
    const envelope = await toEnvelope(request, maxBytes);
    return toAnswer(await askWebApp(new URL(webApp), envelope, timeoutMs));
  };
  app.use('/v1/*', crossOrigin);
  app.use('/openapi.json', crossOrigin);
  for (const path of ['/v1/*', '/webhooks/*', '/openapi.json']) app.all(path, ({ req }) => forward(req.raw));
  app.get('/docs', async ({ req }) => docs(await forward(new Request(new URL('/openapi.json', req.url)))));
  app.all('/docs', ({ req }) => {
    throw new GatewayError(405, `${req.method} is not allowed for /docs. Allowed: GET, HEAD.`);
  });
  app.notFound(({ req }) => toResponse(new GatewayError(404, `No route matches ${req.path}.`)));
  app.onError((error) => {
    if (!(error instanceof GatewayError)) console.error(error);
    return toResponse(
      error instanceof GatewayError ? error : new GatewayError(502, 'Internal error in the gateway.'),
    );
  });
  return async (request) => app.fetch(request);
}

/** HEAD is asked as GET, and Hono leaves the body out; address and body go as they came. */
async function toEnvelope(request: Request, maxBytes: number): Promise<object> {
  const { pathname, search } = new URL(request.url);
  const headers = FORWARDED.flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path: pathname,
    query: search.slice(1),
    headers: Object.fromEntries(headers),
    body: await readText(request.body, maxBytes, {
      tooLarge: () => new GatewayError(413, `The body must be at most ${maxBytes} bytes.`),
      notText: () => new GatewayError(400, 'The body must be UTF-8.'),
    }),
  };
}
