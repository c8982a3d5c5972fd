import { Hono } from 'hono';
import { createGateway } from '../gateway/gateway';
import { localApi } from '../runtime/server/control-api';
import { guard } from '../runtime/server/guard';
import { home } from '../runtime/server/home';
import type { Handler } from '../runtime/server/listen';
import { plainPage } from '../runtime/web-app/html';
import { webApps } from '../runtime/web-app/routes';
import { byNumber } from './by-number';
import type { Local } from './local';
import type { Readiness } from './readiness';

/** Everything that the one port answers, at once or when the start is complete. */
export function createApp(local: Local, readiness?: Readiness): Handler {
  const app = new Hono();
  app.use(guard(local.urls.home));
  if (readiness) app.use(readiness.middleware(local));
  app.get('/', (c) => home(c, local));
  app.get('/favicon.ico', (c) => c.body(null, 204));
  app.route('/_local', localApi(local));
  app.route('/macros', webApps(local));
  app.get('/accounts/login', (c) => c.html(plainPage('Sign in', 'Sign in to continue.')));
  const gateway = createGateway({ webApp: byNumber(local.urls.api) });
  for (const path of ['/v1/*', '/webhooks/*', '/openapi.json', '/docs'])
    app.all(path, (c) => gateway(c.req.raw));
  for (const path of ['/gmail/v1/*', '/drive/v3/*', '/upload/*'])
    app.all(path, (c) => local.google.app.fetch(c.req.raw));
  return (request) => app.fetch(request);
}
