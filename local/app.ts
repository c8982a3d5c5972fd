import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Hono } from 'hono';
import { createGateway, type Gateway } from '../gateway/gateway';
import { type Handler, toLoopback } from '../runtime/listen';
import { createApp as createRuntimeApp } from '../runtime/server/app';
import { guard } from '../runtime/server/guard';
import type { Local } from './local';
import type { Readiness } from './readiness';

/** The paths that pages of other sites may call: the API. */
const OPEN = /^\/v1(\/|$)/;

/** Paths that the gateway answers. */
const GATEWAY = ['/v1/*', '/webhooks/*', '/openapi.json', '/docs', '/healthz', '/staff/*', '/o/*'];

export interface AppOptions {
  /** Time from which callers are answered; at once by default. */
  readiness?: Readiness;
  /** Sees every request that is answered. */
  onRequest?: (request: Request) => void;
}

/** Makes the handler of everything that the port answers. */
export function createApp(local: Local, { readiness, onRequest }: AppOptions = {}): Handler {
  const app = new Hono();
  app.use(guard(local.urls.home, { open: OPEN }));
  if (readiness) app.use(readiness.middleware(local.scripts.api.deploymentId));
  app.use((c, next) => {
    onRequest?.(c.req.raw);
    return next();
  });
  const gateway = gatewayOfBuild(local);
  for (const path of GATEWAY) app.all(path, (c) => gateway(c.req.raw));
  app.get('/readme', (c) => c.text(readFileSync(path.join(local.built.root, 'README.md'), 'utf8')));
  app.route('/', createRuntimeApp(local));
  return (request) => app.fetch(request);
}

/** A gateway remembers the API's description for minutes, so every build gets one of its own, with its pages. */
function gatewayOfBuild({ built, urls }: Local): Gateway {
  const webApp = toLoopback(urls.api);
  const create = () => createGateway({ webApp, pages: JSON.parse(built.text('.build/pages.json')) });
  let build = built.script('api');
  let gateway = create();
  return (request) => {
    const latest = built.script('api');
    if (latest !== build) gateway = create();
    build = latest;
    return gateway(request);
  };
}
