import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Runtime } from '../runtime';
import { plainPage } from '../web-app/html';
import { webApps } from '../web-app/routes';
import { controlApi } from './control-api';

const POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  // Sidebars and dialogs of the scripts.
  "frame-src 'self'",
  'img-src data:',
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

/** The routes of a runtime: the inspector, the control API, web apps, Gmail and Drive. Put a `guard` in front of it. */
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

/** The inspector: one page without external requests, which runs only its own script. */
function home(c: Context, { readFile }: Runtime): Response {
  const html = readFile('inspector.html');
  c.header('content-security-policy', [...POLICY, ...sources(html)].join('; '));
  c.header('x-content-type-options', 'nosniff');
  c.header('referrer-policy', 'same-origin');
  return c.html(html);
}

function sources(html: string): string[] {
  return ['script', 'style'].map((tag) => {
    const [, content = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html) ?? [];
    return `${tag}-src 'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  });
}
