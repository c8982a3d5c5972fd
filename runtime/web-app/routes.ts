import { type Context, Hono } from 'hono';
import { listCallable, type Script } from '../execution/script';
import type { Runtime } from '../runtime';
import { isDiskFull } from '../store';
import { WebAppResponses } from './answers';
import { toEvent, type WebAppEvent } from './event';
import { plainPage } from './html';

type Parts = { runtime: Runtime; answers: WebAppResponses };

/** Parameters that Google reserves (facts 1.1). */
const RESERVED = ['c', 'sid'];

/** The web apps of all scripts, at Google's addresses and with its behavior (facts 1). */
export function webApps(runtime: Runtime): Hono {
  const answers = new WebAppResponses(runtime);
  const app = new Hono();
  const serve = (c: Context) => serveApp({ runtime, answers }, c);
  app.all('/s/:id/:mode{exec|dev}', serve);
  app.all('/s/:id/:mode{exec|dev}/*', serve);
  app.get('/s/:id/shown/:execution', (c) => serveShown({ runtime, answers }, c));
  app.post('/s/:id/callback', (c) => callFunction(runtime, c));
  app.route('/echo', answers.echo.routes());
  app.get('/panel', (c) => answers.frames.panel(c));
  app.onError((error, c) => {
    if (!isDiskFull(error)) throw error;
    return page(c, 507, 'Error', 'The disk that has the state is full.');
  });
  return app;
}

async function serveApp({ runtime, answers }: Parts, c: Context): Promise<Response> {
  const script = findScript(runtime, c.req.param('id'));
  if (!script) return page(c, 404, 'Page Not Found', 'Sorry, the page you have requested does not exist.');
  const refusal = refuseMethod(c) ?? refuseCaller(runtime, script, c);
  if (refusal) return refusal;
  const event = await readEvent(c);
  if (RESERVED.some((name) => name in event.parameter))
    return page(c, 405, 'Error', 'Sorry, the file you have requested does not exist.');
  const handler = c.req.method === 'POST' ? 'doPost' : 'doGet';
  const userAgent = c.req.header('user-agent');
  const execution = await runtime.run(script, handler, [event], { kind: 'web app', userAgent });
  const response = answers.toResponse(c, execution, event);
  // Hundreds of executions are remembered, for what they called and logged: their pages would fill the memory.
  execution.returned = undefined;
  return response;
}

/** The page that an execution has shown last in a sidebar or a dialog, for the inspector's frame. */
function serveShown({ runtime, answers }: Parts, c: Context): Response {
  const execution = runtime.executions.find(({ id }) => String(id) === c.req.param('execution'));
  const shown = execution?.dialogs.shown.findLast(({ kind }) => kind === 'sidebar' || kind === 'dialog');
  if (!execution || !shown || execution.script.deploymentId !== c.req.param('id'))
    return page(c, 404, 'Page Not Found', 'Sorry, the page you have requested does not exist.');
  return answers.frames.outer(c, {
    execution,
    page: { kind: 'html', title: shown.title, content: shown.text, metaTags: {}, xFrameOptions: 'DEFAULT' },
    event: { parameter: {}, parameters: {} },
  });
}

function refuseMethod(c: Context): Response | undefined {
  const { method } = c.req;
  if (method === 'HEAD') return c.body(null, 403);
  if (method === 'GET' || method === 'POST') return undefined;
  return page(c, 405, 'Error', 'Sorry, the file you have requested does not exist.');
}

/**
 * Every caller on this machine is the owner. As on Google, only one request needs a token: a path after the address of
 * an app that is open to anybody redirects strangers to a login page. The status of what another account gets is a guess.
 */
function refuseCaller({ services }: Runtime, script: Script, c: Context): Response | undefined {
  const given = c.req.query('access_token') ?? c.req.header('authorization')?.replace(/^Bearer /, '');
  if (given !== undefined && given !== services.google.token)
    return page(c, 401, 'Unauthorized', 'The token is not valid.');
  const isOpen = script.manifest.webapp?.access === 'ANYONE_ANONYMOUS';
  const isOtherAccount =
    services.doubts.has('several-accounts') && c.req.query('authuser') !== services.google.address;
  if (isOtherAccount && !isOpen && given === undefined)
    return page(c, 404, 'Page Not Found', 'Sorry, unable to open the file at this time.');
  if (!isOpen || given !== undefined || pathInfo(c) === undefined) return undefined;
  return c.redirect(`/accounts/login?continue=${encodeURIComponent(c.req.url)}`, 302);
}

async function readEvent(c: Context): Promise<WebAppEvent> {
  const { url, method } = c.req;
  const body = method === 'POST' ? new Uint8Array(await c.req.arrayBuffer()) : new Uint8Array();
  const contentType = c.req.header('content-type') ?? '';
  return toEvent({ url, method, contentType, body, pathInfo: pathInfo(c) });
}

function pathInfo(c: Context): string | undefined {
  const [, rest] = /\/(?:exec|dev)\/(.+)$/s.exec(c.req.path) ?? [];
  return rest;
}

/** No source says what a page gets of it. */
const NOT_EMULATED = 'as the result of google.script.run is not emulated here.';

/** A call of google.script.run of a served page. */
async function callFunction(runtime: Runtime, c: Context): Promise<Response> {
  const script = findScript(runtime, c.req.param('id'));
  const { function: name, args } = (await c.req.json()) as { function: string; args: unknown[] };
  if (!script || !listCallable(script).includes(name))
    return c.json({
      error: { message: runtime.services.rewording.of(`Script function not found: ${name}`) },
    });
  const { error, returned } = await runtime.run(script, name, args, { kind: 'page function' });
  if (error) return c.json({ error: { message: error.message } });
  if (returned?.kind === 'unsupported')
    return c.json({ error: { message: `${returned.what} ${NOT_EMULATED}` } });
  // A date anywhere makes the whole result null on Google, without an error (facts 2.1).
  const isPlain = returned?.kind === 'value' && !returned.holdsDate;
  return c.json({ result: isPlain ? (returned.json ?? 'null') : 'null' });
}

function findScript({ scripts }: Runtime, deploymentId: string | undefined): Script | undefined {
  return Object.values(scripts).find((script) => script.deploymentId === deploymentId);
}

function page(c: Context, status: 401 | 404 | 405 | 507, title: string, message: string): Response {
  return c.html(plainPage(title, message), status);
}
