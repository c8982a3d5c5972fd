import { type Context, Hono } from 'hono';
import type { Runtime } from '../runtime';
import { mailRoutes } from './mail-routes';
import { Refusal } from './requests';
import { runRoutes } from './run-routes';
import { sheetRoutes } from './sheet-routes';
import { toState } from './state-view';

/** The control API for the inspector and for tests, which act as the owner: JSON in, JSON out. */
export function controlApi(runtime: Runtime): Hono {
  const app = new Hono();
  app.get('/state', (c) => c.json(toState(runtime)));
  app.route('/', runRoutes(runtime));
  app.route('/sheets', sheetRoutes(runtime));
  app.route('/', mailRoutes(runtime));
  app.post('/triggers/:id/run', (c) => runTrigger(runtime, c));
  app.get('/files/:id', (c) => download(runtime, c));
  app.all('*', ({ req }) => {
    throw new Refusal(404, `No route matches ${req.method} ${req.path}.`);
  });
  app.onError((error, c) =>
    c.json(
      { error: { name: error.name, message: error.message } },
      error instanceof Refusal ? error.status : 500,
    ),
  );
  return app;
}

async function runTrigger({ services }: Runtime, c: Context): Promise<Response> {
  const id = c.req.param('id') ?? '';
  const find = () => services.triggers.list().find((trigger) => trigger.id === id);
  if (!find()) throw new Refusal(404, `No trigger has the ID "${id}".`);
  await services.triggers.runNow(id);
  return c.json(find()?.lastRun ?? null);
}

function download({ google }: Runtime, c: Context): Response {
  const id = c.req.param('id');
  const file = google.files(Number.MAX_SAFE_INTEGER).find((one) => one.id === id);
  if (!file) throw new Refusal(404, `No file has the ID "${id}".`);
  return c.body(new Uint8Array(google.fileContent(file.id)), 200, {
    'content-type': file.mimeType,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    'x-content-type-options': 'nosniff',
  });
}
