import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Hono } from 'hono';
import { createGateway, type Gateway } from '../gateway/gateway';
import { createApp as createRuntimeApp } from '../runtime/server/app';
import { guard } from '../runtime/server/guard';
import { type Handler, toLoopback } from '../runtime/server/listen';
import type { Local } from './local';
import type { Readiness } from './readiness';

/** The paths that pages of other sites may call: the API. */
const OPEN = /^\/v1(\/|$)/;

/** Everything that the port answers, at once or after `readiness`. */
export function createApp(local: Local, readiness?: Readiness): Handler {
  const app = new Hono();
  app.use(guard(local.urls.home, { open: OPEN }));
  if (readiness) app.use(readiness.middleware(local));
  const gateway = gatewayOfBuild(local);
  for (const path of ['/v1/*', '/webhooks/*', '/openapi.json', '/docs', '/healthz'])
    app.all(path, (c) => gateway(c.req.raw));
  app.get('/readme', (c) => c.text(readFileSync(path.join(local.built.root, 'README.md'), 'utf8')));
  app.route('/', createRuntimeApp(local));
  return (request) => app.fetch(request);
}

/** A gateway remembers the API's description for minutes, so every build gets one of its own. */
function gatewayOfBuild({ built, urls }: Local): Gateway {
  const webApp = toLoopback(urls.api);
  let build = built.script('api');
  let gateway = createGateway({ webApp });
  return (request) => {
    const latest = built.script('api');
    if (latest !== build) gateway = createGateway({ webApp });
    build = latest;
    return gateway(request);
  };
}
