import { Hono } from 'hono';
import type { Local } from '../local';
import type { Handler } from './listen';

/** Everything that the one port answers. */
export function createApp(local: Local): Handler {
  const app = new Hono();
  for (const path of ['/gmail/v1/*', '/drive/v3/*', '/upload/*'])
    app.all(path, (c) => local.google.app.fetch(c.req.raw));
  return (request) => app.fetch(request);
}
