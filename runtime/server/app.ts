import { Hono } from 'hono';
import type { Runtime } from '../runtime';
import { plainPage } from '../web-app/html';
import { webApps } from '../web-app/routes';
import { controlApi } from './control-api';
import { home } from './home';

/** What a runtime answers: the inspector, the control API, web apps, Gmail and Drive. Put a `guard` in front of it. */
export function createApp(runtime: Runtime): Hono {
  const app = new Hono();
  app.get('/', (c) => home(c, runtime));
  app.get('/favicon.ico', (c) => c.body(null, 204));
  app.route('/_local', controlApi(runtime));
  app.route('/macros', webApps(runtime));
  app.get('/accounts/login', (c) => c.html(plainPage('Sign in', 'Sign in to continue.')));
  for (const path of ['/gmail/v1/*', '/drive/v3/*', '/upload/*'])
    app.all(path, (c) => runtime.google.app.fetch(c.req.raw));
  return app;
}
