import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { type ExecutionView, toExecutionView } from '../execution/execution-history';
import { listCallable, type Script } from '../execution/script';
import type { Runtime } from '../runtime';
import { fields, numberOf, Refusal, readBody, scriptOf } from './requests';

const ARGUMENTS = {
  schema: v.array(v.unknown()),
  form: 'an array of arguments, such as []',
  whenEmpty: [],
};

/** Google never calls these functions without an event. */
const EVENTS = {
  schema: v.looseTuple([v.looseObject({ parameter: v.record(v.string(), v.string()) })]),
  form: 'an event in an array, such as [{"parameter": {"name": "value"}}]',
  whenEmpty: [],
};

const ANSWERS = {
  schema: fields({
    answers: v.optional(
      v.array(fields({ button: v.exactOptional(v.string()), text: v.exactOptional(v.string()) })),
      [],
    ),
  }),
  form: '{"answers": [{"button": "...", "text": "..."}]}',
  whenEmpty: {},
};

/** Runs functions as the owner does from the editor and the menu, and lists executions. */
export function runRoutes(runtime: Runtime): Hono {
  const app = new Hono();
  app.post('/run/:function', (c) => run(runtime, c));
  app.post('/menu/:function', (c) => runMenuItem(runtime, c));
  app.get('/executions', (c) => {
    const limit = numberOf(c, 'limit', { min: 1, byDefault: 100 });
    return c.json(listExecutions(runtime, limit));
  });
  return app;
}

/** The newest first: executions of this process, then stored ones of earlier processes. */
export function listExecutions(runtime: Runtime, limit: number): ExecutionView[] {
  const executions = runtime.executions.slice(-limit).reverse();
  const own = executions.map((execution) => toExecutionView(execution, runtime.realMs(execution)));
  const first = own.at(-1)?.id ?? Number.MAX_SAFE_INTEGER;
  return [...own, ...runtime.history.before(first, limit - own.length)];
}

/** Responds with what the function returned; undefined becomes null. */
async function run(runtime: Runtime, c: Context): Promise<Response> {
  const { script, name } = calledFunction(runtime, c);
  const args = await (isWebApp(name) ? readBody(c, EVENTS) : readBody(c, ARGUMENTS));
  const { error, returned } = await runtime.run(script, name, args);
  if (error) return c.json({ error: { name: error.name, message: error.message } }, 500);
  if (returned?.kind !== 'value') return c.json(returned ?? null);
  return c.body(returned.json ?? 'null', 200, { 'content-type': 'application/json' });
}

/** A click on a menu item; `answers` are those to its dialogs, in order. */
async function runMenuItem(runtime: Runtime, c: Context): Promise<Response> {
  const { script, name } = clickedFunction(runtime, c);
  const { answers } = await readBody(c, ANSWERS);
  const execution = await runtime.run(script, name, [], { kind: 'menu', answers });
  return c.json({
    ...toExecutionView(execution, runtime.realMs(execution)),
    dialogs: execution.dialogs.shown,
    shownAt: `/macros/s/${script.deploymentId}/shown/${execution.id}`,
  });
}

function calledFunction(runtime: Runtime, c: Context): { script: Script; name: string } {
  const script = scriptOf(runtime, c);
  const name = c.req.param('function') ?? '';
  if (listCallable(script).includes(name)) return { script, name };
  throw new Refusal(404, `The ${script.name} script has no function "${name}".`);
}

/** A menu item may call a method of an object too; whether there is one, its execution tells. */
function clickedFunction(runtime: Runtime, c: Context): { script: Script; name: string } {
  const name = c.req.param('function') ?? '';
  return name.includes('.') ? { script: scriptOf(runtime, c), name } : calledFunction(runtime, c);
}

function isWebApp(name: string): boolean {
  return name === 'doGet' || name === 'doPost';
}
