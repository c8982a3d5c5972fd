import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Hono } from 'hono';
import { FreeScheduler } from '../../execution/scheduler';
import { createScript, type Script, toScriptFiles } from '../../execution/script';
import { reservePort } from '../../listen';
import { createRuntime, type Runtime, type RuntimeFile, type Scripts } from '../../runtime';
import { createApp } from '../../server/app';
import { guard } from '../../server/guard';
import { openStore } from '../../store';

export const OWNER = 'owner@example.com';
export const TOKEN = 'token-of-the-test';

/** Functions of a script, by their names. */
export type Source = Record<string, (...args: never[]) => unknown>;

/** Where the build leaves what it makes of the runtime. */
export function readFile(name: RuntimeFile): string {
  return readFileSync(path.resolve(__dirname, '../../../.build', name), 'utf8');
}

/** Serves two scripts on a free port: one for its owner alone, one that anybody may ask. */
export function serveScripts({
  mine = {},
  open = {},
}: {
  mine?: Source;
  open?: Source;
}): Promise<Runtime<Record<'mine' | 'open', Script>>> {
  return serve({ mine: toScript('mine', 'MYSELF', mine), open: toScript('open', 'ANYONE_ANONYMOUS', open) });
}

/** Serves scripts on a free port. */
export async function serve<S extends Scripts>(scripts: S): Promise<Runtime<S>> {
  const store = openStore(':memory:');
  const server = await reservePort(0);
  const home = `http://localhost:${server.port}`;
  const runtime = createRuntime({
    scripts,
    store,
    scheduler: new FreeScheduler(),
    readFile,
    home,
    token: TOKEN,
    address: OWNER,
  });
  const app = new Hono().use(guard(home)).route('/', createApp(runtime));
  server.serve((request) => app.fetch(request));
  const close = async () => {
    await server.close();
    await runtime.close();
    store.close();
  };
  return { ...runtime, close };
}

export function toScript(name: string, access: string, source: Source): Script {
  const manifest = { timeZone: 'Etc/UTC', oauthScopes: [], webapp: { access, executeAs: 'USER_DEPLOYING' } };
  const functions = Object.entries(source).map(
    ([own, body]) => `function ${own}(...args) { return (${String(body)})(...args); }\n`,
  );
  const files = toScriptFiles({ 'appsscript.json': JSON.stringify(manifest), 'Code.js': functions.join('') });
  return createScript(name, () => files);
}
