import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import * as v from 'valibot';
import { askWebApp } from './ask-web-app';
import { serveDocs } from './docs';
import { GatewayError, toErrorResponse } from './gateway-error';
import { readText } from './read-text';

export interface GatewayOptions {
  /** The API's deployment: `https://script.google.com/macros/s/.../exec`. */
  webApp: string | URL;
  /** How long the script may take, with redirects; Google stops it after six minutes. */
  timeoutMs?: number;
  /** The longest body of a request. */
  maxBytes?: number;
}

export type Gateway = (request: Request) => Promise<Response>;

/** The headers of a request that the script gets; it uses no others. */
const FORWARDED = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'stripe-signature',
  'x-twilio-signature',
];

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
  const forward = async (request: Request) => {
    const envelope = await toEnvelope(request, maxBytes);
    return toResponse(await askWebApp(new URL(webApp), envelope, timeoutMs));
  };
  app.use('/v1/*', allowCrossOrigin);
  app.use('/openapi.json', allowCrossOrigin);
  for (const path of ['/v1/*', '/webhooks/*', '/openapi.json']) app.all(path, ({ req }) => forward(req.raw));
  app.get('/docs', async ({ req }) =>
    serveDocs(await forward(new Request(new URL('/openapi.json', req.url)))),
  );
  app.all('/docs', ({ req }) => {
    throw new GatewayError(405, `${req.method} is not allowed for /docs. Allowed: GET, HEAD.`);
  });
  app.notFound(({ req }) => toErrorResponse(new GatewayError(404, `No route matches ${req.path}.`)));
  app.onError((error) => {
    if (error instanceof GatewayError) return toErrorResponse(error);
    console.error(error);
    return toErrorResponse(new GatewayError(502, 'Internal error in the gateway.'));
  });
  return async (request) => app.fetch(request);
}

/** The request as JSON. Path, query and body stay as they came; HEAD becomes GET, and Hono omits the body. */
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

const Reply = v.object({
  status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
});

const WITHOUT_BODY = [204, 205, 304];

/** The response that the script's reply describes. @throws GatewayError 502 if it is no reply */
function toResponse(reply: string): Response {
  try {
    const { status, headers, body } = v.parse(Reply, JSON.parse(reply));
    const safe = { 'x-content-type-options': 'nosniff', ...headers };
    return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers: safe });
  } catch (cause) {
    throw new GatewayError(502, 'The web app sent an invalid reply.', cause);
  }
}
